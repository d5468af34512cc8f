import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { CompactTable } from "#app/components/ui/compact-table.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { Maintenance } from "./list-maintenances.server.ts";
import "./texts.ts";

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
  return (
    <CompactTable
      caption={t("maintenance.history")}
      rows={history.map((row, index) => ({ ...row, id: index }))}
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
  return (
    <CompactTable
      caption={t("maintenance.snoozes")}
      rows={snoozes.map((row, index) => ({ ...row, id: index }))}
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
  );
}
