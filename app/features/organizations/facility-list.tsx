import { useRevalidator } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import { useArrivalToast } from "#app/kit/forms/use-arrival-toast.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { stateName } from "./details-list.tsx";
import type { FacilityJson } from "./facility.ts";
import "./texts.ts";

type Props = { facilities: Deferred<FacilityJson[]>; basePath: string; canAdd: boolean };

/** A customer's plants; whoever may not change them reads them. */
export function FacilityList({ facilities, basePath, canAdd }: Props) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const { value: rows, failed } = useDeferred(facilities);
  const columns = useMemo<TableColumn<FacilityJson>[]>(
    () => [
      { key: "name", label: t("organizations.name"), value: ({ name }) => name, isName: true },
      {
        key: "location",
        label: t("organizations.location"),
        value: (row) =>
          [
            row.city,
            stateName(row.country, row.state),
            t(`organizations.countries.${row.country}`),
          ].join(", "),
      },
    ],
    [t],
  );
  return (
    <>
      <DataTable
        caption={t("organizations.facilities")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        link={({ id }) => ({ to: `${basePath}/facilities/${id}`, prefetch: "intent" })}
        exportName="helios-facilities.csv"
        failed={failed}
        onRetry={revalidate}
        busy={state === "loading"}
        empty={t("organizations.facilitiesEmpty")}
        aside={
          canAdd && (
            <ButtonLink
              tone="primary"
              size="small"
              to={`${basePath}/facilities/new`}
              prefetch="intent"
            >
              <Plus className="size-4" aria-hidden="true" />
              {t("organizations.addFacility")}
            </ButtonLink>
          )
        }
      />
      {useArrivalToast()}
    </>
  );
}
