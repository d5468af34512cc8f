import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "./use-formats.ts";
import { daysUntil } from "#app/domain/maintenance/due-days.ts";
import "./due/texts.ts";

/** "in 12 days", "9 days overdue". */
export function useDueWords(): (atMs: number, nowMs: number, timezone: string) => string {
  const { t } = useTranslation();
  return (atMs, nowMs, timezone) => {
    const days = daysUntil(atMs, nowMs, timezone);
    if (days === 0) return atMs < nowMs ? t("due.overdueToday") : t("due.today");
    return days > 0 ? t("due.inDays", { count: days }) : t("due.daysOverdue", { count: -days });
  };
}

type Props = {
  atMs: number;
  nowMs: number;
  timezone: string;
  /** The work is due earlier, and was put off until then. */
  isSnoozed?: boolean | undefined;
};

/** A due date as a distance with its day; one that has passed is bold, red and says so. */
export function DueText({ atMs, nowMs, timezone, isSnoozed = false }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useDueWords()(atMs, nowMs, timezone);
  const date = (
    <time dateTime={new Date(atMs).toISOString()} className="text-xs font-normal text-ink-faint">
      {formats.date(atMs, timezone)}
    </time>
  );
  if (atMs >= nowMs)
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <span className="sm:whitespace-nowrap">
          {isSnoozed ? t("due.snoozed", { when: words }) : words}
        </span>
        {date}
      </span>
    );
  return (
    <strong
      data-overdue
      className="inline-flex flex-wrap items-baseline gap-x-2 font-bold text-alarm"
    >
      {/* The icon keeps to the middle, so that the line's foot is that of its words. */}
      <span className="inline-flex items-baseline gap-1.5 sm:whitespace-nowrap">
        <TriangleAlert className="size-4 shrink-0 self-center" aria-hidden="true" />
        {words}
      </span>
      {date}
    </strong>
  );
}
