import { CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import "./texts.ts";

/** How many services are overdue at a machine; the bar has the same sign beside those of all. */
export function WallOverdue({ overdue, isOld }: { overdue: number; isOld: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <span
      className={cx(
        "inline-flex shrink-0 items-center gap-[max(0.25rem,0.4vw)] wall-name-long font-semibold text-ink-soft",
        isOld && "stale",
      )}
    >
      <CalendarClock className="size-[1em]" aria-hidden="true" />
      <span aria-hidden="true">{number(overdue)}</span>
      <span className="sr-only">
        {t("need.overdue", { count: overdue, shown: number(overdue) })}
      </span>
    </span>
  );
}
