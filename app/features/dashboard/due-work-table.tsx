import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DueText } from "#app/components/due-text.tsx";
import { LifeLeftText } from "#app/components/life-left-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CompactTable, type Column } from "#app/components/ui/compact-table.tsx";
import { machineColumn, NAME_LINK } from "./attention-names.tsx";
import type { MaintenanceRow } from "./fleet-types.ts";
import "./later/texts.ts";
import "./texts.ts";
import "#app/components/due/texts.ts";

type Props = {
  caption: string;
  rows: MaintenanceRow[];
  nowMs: number;
  /** null for those who may not mark work as done. */
  onComplete: ((row: MaintenanceRow) => void) | null;
};

/** Work that is due. */
export function DueWorkTable({ caption, rows, nowMs, onComplete }: Props) {
  const { t } = useTranslation();
  const columns: Column<MaintenanceRow>[] = [
    {
      key: "name",
      label: t("attention.work"),
      isName: true,
      cell: ({ id, deviceId, name }) => (
        <Link to={`/machines/${deviceId}/maintenance?selected=${id}`} className={NAME_LINK}>
          {name}
        </Link>
      ),
    },
    machineColumn(t("attention.machine")),
    {
      key: "due",
      label: t("attention.due"),
      isPlain: true,
      cell: ({ nextServiceDate, snoozedUntil, timezone }) => (
        // The distance alone where its day would take a line of its own in some rows.
        <span className="max-2xl:[&_time]:sr-only slim:[&_time]:sr-only">
          <DueText
            atMs={nextServiceDate}
            nowMs={nowMs}
            timezone={timezone}
            isSnoozed={snoozedUntil === nextServiceDate}
          />
        </span>
      ),
    },
    {
      key: "left",
      label: t("due.leftAndDueAt"),
      align: "right",
      isPlain: true,
      // The line of the machine has no room for it beside a whole name and "4 days overdue".
      isBeside: true,
      cell: ({ currentState, cutoffValue }) => (
        <LifeLeftText isStacked left={currentState} cutoff={cutoffValue} />
      ),
    },
  ];
  if (onComplete !== null)
    columns.push({
      key: "done",
      label: t("attention.action"),
      isQuiet: true,
      align: "right",
      cell: (row) => (
        <Button
          size="small"
          tone="bare"
          className="relative -mr-2 whitespace-nowrap max-sm:-my-1.5 max-sm:-mr-3 sm:max-lg:px-2 lg:px-2"
          onClick={() => onComplete(row)}
        >
          {/* Without a frame, or with a tick, it would read as if the work were done. */}
          <span className="inline-flex rounded-control border border-line-strong px-2 py-0.5 text-xs">
            {t("attention.complete")}
          </span>
          <span className="sr-only">: {row.name}</span>
        </Button>
      ),
    });
  return (
    <CompactTable
      caption={caption}
      columns={columns}
      rows={rows}
      empty={t("attention.noMaintenances")}
    />
  );
}
