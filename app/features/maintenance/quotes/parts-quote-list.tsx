import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import {
  MAX_NOTE,
  QUOTE_STATES,
  quoteForm,
  type PartsQuoteJson,
} from "#app/features/maintenance/parts-quote.ts";
import type { QuoteDone } from "#app/features/maintenance/parts-quotes.page.server.ts";
import "./texts.ts";

/** Who asked for which parts; each request is said to be answered, or not yet, with a note. */
export function PartsQuoteList({ quotes }: { quotes: PartsQuoteJson[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [opened, setOpened] = useState<PartsQuoteJson | null>(null);
  const [shown, setShown] = useState<PartsQuoteJson | null>(null);
  // What is closing stays drawn until it is gone.
  if (opened !== null && opened !== shown) setShown(opened);
  const columns = useMemo<TableColumn<PartsQuoteJson>[]>(() => {
    const states = QUOTE_STATES.map((value) => ({ value, label: t(`quotes.state_${value}`) }));
    /** By the clock of the plant, as in its maintenance tab. */
    const timeOf = ({ requested_at, timezone }: PartsQuoteJson) => {
      const [timeMs, zone] = [Date.parse(requested_at), timezone ?? "UTC"];
      return `${formats.dateTime(timeMs, zone)} ${formats.zone(timeMs, zone)}`;
    };
    return [
      {
        key: "work",
        label: t("quotes.work"),
        value: (row) => row.maintenance_name,
        isName: true,
        wraps: true,
      },
      {
        key: "state",
        label: t("quotes.state"),
        value: ({ state }) => state,
        text: ({ state }) => t(`quotes.state_${state}`),
        options: states,
        wraps: true,
        canGroup: true,
        phone: "corner",
      },
      {
        key: "asked",
        label: t("quotes.asked"),
        value: (row) => row.requested_at,
        wraps: true,
        cell: (row) => <time dateTime={row.requested_at}>{timeOf(row)}</time>,
      },
      { key: "part", label: t("quotes.part"), value: ({ target }) => target, wraps: true },
      {
        key: "machine",
        label: t("quotes.machine"),
        value: (row) => row.device_name,
        wraps: true,
      },
      {
        key: "facility",
        label: t("quotes.facility"),
        value: (row) => row.facility_name,
        wraps: true,
        canGroup: true,
      },
      {
        key: "customer",
        label: t("quotes.customer"),
        value: (row) => row.customer_name,
        wraps: true,
        canGroup: true,
      },
      { key: "person", label: t("quotes.person"), value: (row) => row.user_name, wraps: true },
      {
        key: "note",
        label: t("quotes.note"),
        value: ({ note }) => note,
        wraps: true,
        cell: ({ note }) => <span className="break-words">{note}</span>,
      },
      {
        key: "change",
        label: t("quotes.change"),
        value: () => null,
        csv: null,
        canSort: false,
        canFilter: false,
        cell: (row) => (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={`${t("quotes.change")}: ${row.maintenance_name}`}
            onClick={() => setOpened(row)}
          >
            {t("quotes.change")}
          </Button>
        ),
      },
    ];
  }, [t, formats]);
  return (
    <>
      <p className="mb-3 text-sm text-ink-soft">{t("quotes.lead")}</p>
      <DataTable
        caption={t("quotes.title")}
        columns={columns}
        rows={quotes}
        rowId={({ id }) => String(id)}
        link={({ device_id, maintenance_id }) => ({
          // Without its maintenance, which was deleted, it leads to those that the machine has.
          to: `/machines/${device_id}/maintenance${maintenance_id === null ? "" : `?selected=${maintenance_id}`}`,
        })}
        exportName="helios-parts-quotes.csv"
        empty={t("quotes.empty")}
      />
      {shown && (
        <FormDialog<typeof quoteForm, QuoteDone>
          key={shown.id}
          open={opened !== null}
          onClose={() => setOpened(null)}
          title={t("quotes.changeTitle", { name: shown.maintenance_name })}
          lead={shown.device_name}
          id={`quote-${shown.id}`}
          intent="save"
          schema={quoteForm}
          hidden={{ id: shown.id }}
          defaultValue={{ state: shown.state, note: shown.note }}
          submit={{ label: t("quotes.save") }}
          toast={{ done: () => t("quotes.saved") }}
        >
          {(form) => (
            <>
              <SelectField
                {...form.fieldProps("state", t("quotes.state"))}
                options={QUOTE_STATES.map((value) => ({
                  value,
                  label: t(`quotes.state_${value}`),
                }))}
              />
              <Field
                {...form.textProps("note", t("quotes.note"))}
                maxLength={MAX_NOTE}
                autoComplete="off"
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
