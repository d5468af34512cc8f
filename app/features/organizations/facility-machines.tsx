import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import "./texts.ts";

export type FacilityMachine = {
  id: number;
  serialNumber: string;
  name: string;
  make: string;
  model: string;
};

/** What stands in a facility; read only, 20 on a page. */
export function FacilityMachines({ machines }: { machines: readonly FacilityMachine[] }) {
  const { t } = useTranslation();
  const columns = useMemo<TableColumn<FacilityMachine>[]>(
    () => [
      {
        key: "serial",
        label: t("organizations.serialNumber"),
        value: (row) => row.serialNumber,
        wraps: true,
      },
      {
        key: "name",
        label: t("organizations.name"),
        value: ({ name }) => name,
        isName: true,
        wraps: true,
      },
      { key: "make", label: t("organizations.make"), value: ({ make }) => make, canGroup: true },
      {
        key: "model",
        label: t("organizations.model"),
        value: ({ model }) => model,
        wraps: true,
        canGroup: true,
      },
    ],
    [t],
  );
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-md font-semibold">{t("organizations.machines")}</h2>
      <DataTable
        caption={t("organizations.machines")}
        columns={columns}
        rows={machines}
        rowId={({ id }) => String(id)}
        prefix="machines."
        size={20}
        plain
        empty={t("organizations.machinesEmpty")}
      />
    </section>
  );
}
