import { CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { WallCount } from "./wall-count.tsx";
import "./texts.ts";

/** How many services are overdue at a machine; the bar has the same sign beside those of all. */
export function WallOverdue({ overdue, isOld }: { overdue: number; isOld: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <WallCount
      icon={CalendarClock}
      count={overdue}
      words={t("need.overdue", { count: overdue, shown: number(overdue) })}
      className={cx("text-ink-soft", isOld && "stale")}
    />
  );
}
