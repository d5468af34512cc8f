import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { CompactTable } from "#app/components/ui/compact-table.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useOnPaper } from "#app/components/use-on-paper.ts";
import type { Maintenance } from "./list-maintenances.server.ts";
import "./texts.ts";

/** Rows of a list before the rest is asked for: a work done each month has dozens. */
const FEW = 6;

/** The newest few of a list, and all of it once that is asked for. */
function useFolded<Row>(rows: readonly Row[]): { shown: readonly Row[]; toggle: ReactNode } {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const isOnPaper = useOnPaper();
  const isWhole = isUnfolded || isOnPaper;
  // One row more takes no more room than the button that would show it.
  if (rows.length <= FEW + 1) return { shown: rows, toggle: null };
  return {
    shown: isWhole ? rows : rows.slice(0, FEW),
    toggle: (
      <Button
        size="small"
        className="mt-2"
        aria-expanded={isWhole}
        onClick={() => setUnfolded(!isWhole)}
      >
        {isWhole
          ? t("maintenance.showFewer", { rows: FEW })
          : t("maintenance.showAll", { rows: rows.length })}
      </Button>
    ),
  };
}

/** When it was done, how well the recommendation fitted, and by whom; the newest first. */
export function MaintenanceHistory({
  history,
  timezone,
  onAround,
}: {
  history: Maintenance["history"];
  timezone: string;
  onAround: (performedAt: number) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { shown, toggle } = useFolded(history);
  return (
    <>
      <CompactTable
        caption={t("maintenance.history")}
        rows={shown.map((row, index) => ({ ...row, id: index }))}
        empty={t("maintenance.noHistory")}
        columns={[
          {
            key: "at",
            label: t("maintenance.performedOn"),
            isName: true,
            cell: ({ performedAt }) => formats.date(performedAt, timezone),
          },
          {
            key: "accuracy",
            label: t("maintenance.accuracy"),
            cell: ({ predictionAccuracy }) =>
              predictionAccuracy === null ? (
                <span className="text-ink-faint">{t("maintenance.notRated")}</span>
              ) : (
                t(`complete.accuracy_${predictionAccuracy}`)
              ),
          },
          { key: "by", label: t("maintenance.by"), cell: ({ userName }) => userName ?? "–" },
          {
            key: "around",
            label: t("maintenance.aroundShow"),
            isQuiet: true,
            align: "right",
            cell: ({ performedAt }) => (
              <Button
                size="small"
                tone="bare"
                aria-label={`${t("maintenance.aroundShow")}: ${formats.date(performedAt, timezone)}`}
                onClick={() => onAround(performedAt)}
              >
                {t("maintenance.aroundShow")}
              </Button>
            ),
          },
        ]}
      />
      {toggle}
    </>
  );
}

/** Each time it was put off: from, until and why. */
export function SnoozeHistory({
  snoozes,
  timezone,
}: {
  snoozes: Maintenance["snoozeHistories"];
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { shown, toggle } = useFolded(snoozes);
  return (
    <>
      <CompactTable
        caption={t("maintenance.snoozes")}
        rows={shown.map((row, index) => ({ ...row, id: index }))}
        empty={t("maintenance.noSnoozes")}
        columns={[
          {
            key: "from",
            label: t("maintenance.snoozedAt"),
            isName: true,
            cell: ({ snoozedAt }) => formats.date(snoozedAt, timezone),
          },
          {
            key: "until",
            label: t("maintenance.until"),
            cell: ({ snoozedUntil }) => formats.date(snoozedUntil, timezone),
          },
          {
            key: "reason",
            label: t("maintenance.reason"),
            cell: ({ reason }) => <span className="break-words">{reason}</span>,
          },
        ]}
      />
      {toggle}
    </>
  );
}
