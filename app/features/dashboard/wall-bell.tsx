import { BellCheck, BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

type WallBellProps = {
  alarms: number;
  /** Of these, by somebody. */
  acknowledged: number;
  /** The wall says that all it shows is. */
  isOld: boolean;
};

/** How many alarms are on at a machine. It rings in an alarm's colour for as long as one of them waits for somebody. */
export function WallBell({ alarms, acknowledged, isOld }: WallBellProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isSeenTo = acknowledged >= alarms;
  const Bell = isSeenTo ? BellCheck : BellRing;
  const words = isSeenTo ? "slideshow.allAcknowledged" : "need.alarms";
  return (
    <span
      className={cx(
        "inline-flex shrink-0 items-center gap-[max(0.25rem,0.4vw)] wall-name-long font-semibold",
        isSeenTo ? "text-ink-soft" : "text-alarm",
        // That one waited for somebody is what a person must know, when it is of before too.
        isOld && (isSeenTo ? "stale" : "opacity-60"),
      )}
    >
      <Bell className="size-[1em]" aria-hidden="true" />
      <span aria-hidden="true">{alarms}</span>
      <span className="sr-only">{t(words, { count: alarms, shown: number(alarms) })}</span>
    </span>
  );
}
