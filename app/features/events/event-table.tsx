import type { LinkProps } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { DataTable, type DataTableProps } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { EVENT_SIZES } from "./event-page.ts";
import type { EventRow } from "./event-row.ts";
import "./texts.ts";

type Props = Pick<
  DataTableProps<EventRow>,
  "rows" | "failed" | "onRetry" | "plain" | "prefix" | "size" | "exportName" | "empty"
> & { timezone: string; link: (row: EventRow) => LinkProps };

/** A machine's events (spec 001 §2): name, start, end, downtime, author. */
export function EventTable({ timezone, ...props }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useMemo<TableColumn<EventRow>[]>(() => {
    const moment = (key: "startAt" | "endAt", label: string): TableColumn<EventRow> => ({
      key: key === "startAt" ? "start" : "end",
      label,
      wraps: true,
      value: (row) => row[key],
      text: (row) => `${formats.dateTime(row[key], timezone)} ${formats.zone(row[key], timezone)}`,
      csv: (row) => new Date(row[key]).toISOString(),
    });
    return [
      { key: "name", label: t("events.name"), value: (row) => row.name, isName: true, wraps: true },
      moment("startAt", t("events.start")),
      moment("endAt", t("events.end")),
      {
        key: "downtime",
        label: t("events.downtime"),
        value: (row) => row.downtimeMs,
        text: (row) =>
          row.downtimeMs === null
            ? t("events.noDowntime")
            : formats.duration(row.downtimeMs / 1_000),
        csv: (row) => (row.downtimeMs === null ? null : Math.round(row.downtimeMs / 60_000)),
      },
      {
        key: "author",
        label: t("events.author"),
        value: (row) => row.author,
        text: (row) => row.author ?? "–",
        wraps: true,
        canGroup: true,
      },
    ];
  }, [t, formats, timezone]);
  return (
    <DataTable
      caption={t("events.title")}
      columns={columns}
      rowId={(row) => String(row.id)}
      sizes={EVENT_SIZES}
      {...props}
    />
  );
}
