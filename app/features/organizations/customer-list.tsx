import { useRevalidator } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import { useArrivalToast } from "#app/kit/forms/use-arrival-toast.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import type { CustomerJson } from "./customer.ts";
import { stateName } from "./details-list.tsx";
import "./texts.ts";

type Props = {
  customers: Deferred<CustomerJson[]>;
  /** Where the customers stand: /customers or /admin/customers. */
  base: string;
  canAdd: boolean;
};

/** Every customer, with the columns of spec 002 §2 in their order. */
export function CustomerList({ customers, base, canAdd }: Props) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const { value: rows, failed } = useDeferred(customers);
  const columns = useMemo<TableColumn<CustomerJson>[]>(() => {
    const countryOf = ({ country }: CustomerJson) =>
      country === null ? "" : t(`organizations.countries.${country}`);
    const stateOf = (row: CustomerJson) => stateName(row.country, row.state) ?? "";
    return [
      { key: "id", label: t("organizations.id"), value: ({ id }) => id, phone: "hidden" },
      {
        key: "name",
        label: t("organizations.name"),
        value: ({ name }) => name,
        isName: true,
        wraps: true,
      },
      {
        key: "contact_name",
        label: t("organizations.contactName"),
        value: (row) => row.contact_name,
        wraps: "narrow",
      },
      {
        key: "contact_email",
        label: t("organizations.contactEmail"),
        value: (row) => row.contact_email,
        wraps: "narrow",
      },
      {
        key: "contact_phone",
        label: t("organizations.contactPhone"),
        value: (row) => row.contact_phone,
        wraps: "narrow",
      },
      {
        key: "city",
        label: t("organizations.city"),
        value: ({ city }) => city,
        canGroup: true,
        wraps: "narrow",
      },
      {
        key: "state",
        label: t("organizations.state"),
        value: ({ state: code }) => code,
        text: stateOf,
        wraps: "narrow",
        canGroup: true,
      },
      {
        key: "country",
        label: t("organizations.country"),
        value: ({ country }) => country,
        text: countryOf,
        csv: countryOf,
        wraps: "narrow",
        canGroup: true,
      },
      {
        key: "external_id",
        label: t("organizations.externalId"),
        value: (row) => row.external_id,
        wraps: "narrow",
      },
    ];
  }, [t]);
  return (
    <>
      <DataTable
        caption={t("organizations.customers")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        link={({ id }) => ({ to: `${base}/${id}`, prefetch: "intent" })}
        exportName="helios-customers.csv"
        failed={failed}
        onRetry={revalidate}
        busy={state === "loading"}
        empty={t("organizations.customersEmpty")}
        aside={
          canAdd && (
            <ButtonLink tone="primary" size="small" to={`${base}/new`} prefetch="intent">
              <Plus className="size-4" aria-hidden="true" />
              {t("organizations.addCustomer")}
            </ButtonLink>
          )
        }
      />
      {useArrivalToast()}
    </>
  );
}
