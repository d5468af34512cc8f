import { Link, useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { JOURNAL_KINDS } from "#app/domain/alarms/journal.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import { ALARM_PRIORITIES } from "#app/domain/alarms/types.ts";
import { MAX_JOURNAL_FILE_ENTRIES } from "#app/domain/limits.ts";
import { Chip } from "#app/kit/chip.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { JOURNAL_SPAN_NAMES, JOURNAL_TABLE, type JournalLine } from "./journal-question.ts";
import "./texts.ts";

type Named = { id: number; name: string };
type Props = {
  lines: JournalLine[];
  total: number;
  machines: Named[];
  facilities: Named[];
  customers: Named[];
  /** In demo mode a file would tell what the page hides. */
  hasFile: boolean;
};

const TONES = { raised: "alarm", cleared: "good", shelved: "warn" } as const;
/** What of an alarm a change may change. */
const FIELDS = {
  name: "journal.field_name",
  function: "journal.field_function",
  arguments: "journal.field_arguments",
  extra_emails: "journal.field_extra_emails",
  sap_notification: "journal.field_sap",
  sap_rate_in_seconds: "journal.field_sap",
  priority: "journal.field_priority",
} as const;
const isField = (name: string): name is keyof typeof FIELDS => name in FIELDS;
const options = (things: readonly Named[]) =>
  things.map(({ id, name }) => ({ value: String(id), label: name }));

/** What became of alarms, filtered and paged by the server. */
export function AlarmJournal({ lines, total, machines, facilities, customers, hasFile }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [search] = useSearchParams();
  const columns = useMemo<TableColumn<JournalLine>[]>(() => {
    const time = (ms: number, zone: string) =>
      `${formats.dateTime(ms, zone)} ${formats.zone(ms, zone)}`;
    const words = ({ details, journalNote, timezone }: JournalLine) =>
      [
        details?.until && t("journal.until", { time: time(details.until, timezone) }),
        details?.addresses !== undefined && t("journal.addresses", { count: details.addresses }),
        details?.fields &&
          t("journal.fields", {
            fields: [...new Set(details.fields.filter(isField).map((one) => t(FIELDS[one])))].join(
              ", ",
            ),
          }),
        journalNote,
      ]
        .filter(Boolean)
        .join(" · ");
    const [alarm, at, kind, machine, facility, customer, priority, person, said] =
      JOURNAL_TABLE.columns;
    return [
      {
        ...alarm,
        label: t("journal.alarm"),
        value: (row) => alarmNameIn(formats.locale, row.alarmName),
        isName: true,
        wraps: "narrow",
      },
      {
        ...at,
        label: t("journal.at"),
        value: (row) => row.at,
        text: (row) => time(row.at, row.timezone),
        wraps: "narrow",
        options: JOURNAL_SPAN_NAMES.map((value) => ({ value, label: t(`journal.span_${value}`) })),
      },
      {
        ...kind,
        label: t("journal.kind"),
        value: (row) => row.kind,
        phone: "corner",
        cell: (row) => (
          <Chip tone={row.kind in TONES ? TONES[row.kind as keyof typeof TONES] : "quiet"}>
            {t(`journal.kind_${row.kind}`)}
          </Chip>
        ),
        options: JOURNAL_KINDS.map((value) => ({ value, label: t(`journal.kind_${value}`) })),
      },
      {
        ...machine,
        label: t("journal.machine"),
        value: (row) => row.deviceName,
        wraps: "narrow",
        cell: (row) => (
          <Link
            to={`/machines/${row.deviceId}/alarms`}
            className="underline-offset-2 hover:underline max-lg:finger-line"
          >
            {row.deviceName}
          </Link>
        ),
        options: options(machines),
      },
      {
        ...facility,
        label: t("journal.facility"),
        value: (row) => row.facilityName,
        wraps: "narrow",
        options: options(facilities),
      },
      // Who sees the machines of one customer needs no column for it.
      ...(customers.length < 2
        ? []
        : [
            {
              ...customer,
              label: t("journal.customer"),
              value: (row: JournalLine) => row.customerName,
              wraps: "narrow" as const,
              options: options(customers),
            },
          ]),
      {
        ...priority,
        label: t("journal.priority"),
        value: (row) => row.priority,
        hiddenBelow: "lg",
        text: (row) => t(`alarms.priority_${row.priority}`),
        options: ALARM_PRIORITIES.map((value) => ({ value, label: t(`alarms.priority_${value}`) })),
      },
      {
        ...person,
        label: t("journal.person"),
        value: (row) => row.actorName ?? (row.actorUserId === null ? null : `#${row.actorUserId}`),
        text: (row) =>
          row.actorName ?? (row.actorUserId === null ? "Helios" : `#${row.actorUserId}`),
        wraps: "narrow",
      },
      { ...said, label: t("journal.words"), value: words, wraps: true },
    ];
  }, [t, formats, machines, facilities, customers]);
  const isFileCut = hasFile && total > MAX_JOURNAL_FILE_ENTRIES;
  return (
    <>
      {isFileCut && (
        <p className="mb-2 text-sm text-ink-soft">
          {t("journal.fileMost", {
            most: formats.number(MAX_JOURNAL_FILE_ENTRIES),
            total: formats.number(total),
          })}
        </p>
      )}
      <DataTable
        caption={t("crumbs.journal")}
        columns={columns}
        rows={lines}
        rowId={(row) => String(row.id)}
        link={(row) => ({ to: `/machines/${row.deviceId}/alarms` })}
        size={JOURNAL_TABLE.size}
        sizes={JOURNAL_TABLE.sizes}
        sort={JOURNAL_TABLE.sort}
        server={{ total, exportHref: (query) => `/alarms/journal/file${query}` }}
        {...(hasFile ? { exportName: "helios-alarms.csv" } : {})}
        empty={search.size === 0 ? t("journal.none") : t("journal.noneFound")}
      />
    </>
  );
}
