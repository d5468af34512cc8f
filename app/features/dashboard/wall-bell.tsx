import { BellCheck, BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { WallCount } from "./wall-count.tsx";
import "./texts.ts";
import "#app/features/displays/texts.ts";

type WallBellProps = {
  alarms: number;
  /** Of these, by somebody. */
  acknowledged: number;
  /** One that waits for somebody is critical or high. */
  isUrgent: boolean;
  /** The wall is cut off. */
  isOld: boolean;
};

/** How many alarms are on at a machine. It rings for as long as one of them waits for somebody: of an urgent one in its colour, as in the bar. */
export function WallBell({ alarms, acknowledged, isUrgent, isOld }: WallBellProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isSeenTo = acknowledged >= alarms;
  return (
    <WallCount
      icon={isSeenTo ? BellCheck : BellRing}
      count={alarms}
      words={t(isSeenTo ? "slideshow.allAcknowledged" : "need.alarms", {
        ...{ count: alarms, shown: number(alarms) },
      })}
      className={cx(
        isSeenTo ? "text-ink-soft" : isUrgent ? "text-alarm" : "text-ink",
        // That one waited for somebody is what a person must know, when it is of before too.
        isOld && (isSeenTo ? "stale" : "opacity-60"),
      )}
    />
  );
}
