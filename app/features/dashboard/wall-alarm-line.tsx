import { BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { isUrgent } from "#app/domain/alarms/is-urgent.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import { useLastKnown } from "./use-last-known.ts";
import { useLasted } from "./use-lasted.ts";
import { useWallClock } from "./use-wall-clock.ts";
import type { WallAlarm } from "./wall-alarms.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

export const alarmText = (locale: Locale, { deviceName, name }: WallAlarm): string =>
  `${deviceName}: ${alarmNameIn(locale, name)}`;

type WallAlarmLineProps = {
  alarm: WallAlarm;
  /** The wall is cut off: nobody knows whether the alarm is still on. */
  isOld: boolean;
  serverNowMs: number;
  isSmall: boolean;
  /** No other stands beside it. */
  isAlone: boolean;
};

/** The whole name, over as many lines as it needs. Alone it has its age at its end; beside others below it, and is as high as they are. */
export function WallAlarmLine(props: WallAlarmLineProps) {
  const { alarm, isOld, serverNowMs, isSmall, isAlone } = props;
  const { locale } = useFormats();
  return (
    <p
      className={cx(
        // As high with a frame as without one: nothing below it moves when data grows old.
        "flex items-center gap-[max(0.5rem,1vw)] rounded-card border-[max(2px,0.11vw)] px-[max(0.75rem,1.6vw)] py-[min(0.8vh,0.8vw)] leading-tight font-semibold max-lg:py-1.5 wall-wide:min-h-[min(12.6vh,7.1vw)]",
        isSmall
          ? "text-[max(1.125rem,min(1.6vw,2.9vh))] lg:portrait:text-[2.9vw]"
          : "text-[max(1.25rem,min(2.2vw,3.9vh))] lg:portrait:text-[3.9vw]",
        toneOf(alarm, isOld),
      )}
    >
      <BellRing
        className={cx(
          "size-[1em] shrink-0",
          isOld && isUrgent(alarm) && "text-alarm",
          isOld && alarm.priority === "critical" && "fill-current",
        )}
        aria-hidden="true"
      />
      <span
        className={cx(
          "flex min-w-0 flex-1 gap-x-[1vw] max-lg:flex-col",
          isAlone
            ? "items-center max-lg:items-stretch"
            : "flex-col lg:portrait:flex-row lg:portrait:items-center",
        )}
      >
        <span className="min-w-0 flex-1 wrap-anywhere text-balance">
          {alarmText(locale, alarm)}
        </span>
        {alarm.triggeredAt !== null && (
          <span
            className={cx(
              "flex shrink-0 items-baseline max-lg:wall-label",
              isAlone ? "lg:text-right" : "wall-wide:wall-label lg:portrait:text-right",
            )}
          >
            <AlarmAge sinceMs={alarm.triggeredAt} serverNowMs={serverNowMs} isOld={isOld} />
          </span>
        )}
      </span>
    </p>
  );
}

/** Of a wall that is cut off an urgent one keeps its mark: that it was on is what a person must know. */
function toneOf(alarm: WallAlarm, isOld: boolean): string {
  if (!isUrgent(alarm))
    return cx("border-line-strong bg-card", isOld ? "text-ink-soft" : "text-ink");
  if (isOld) return "border-alarm/70 bg-card text-ink-soft";
  return alarm.priority === "critical"
    ? "border-alarm bg-alarm text-card"
    : "border-alarm bg-card text-alarm";
}

type AlarmAgeProps = { sinceMs: number; serverNowMs: number; isOld: boolean };

/**
 * For how long it has been on: what was raised yesterday does not look like what was raised now. Of a wall that is cut off, for
 * how long it had been on by then. Both have one place, of which one is seen: nothing moves when the connection goes. Not read
 * out each minute.
 */
function AlarmAge({ sinceMs, serverNowMs, isOld }: AlarmAgeProps) {
  const { t } = useTranslation();
  const lasted = useLasted();
  const nowMs = useWallClock(serverNowMs);
  const length = lasted(useLastKnown(nowMs, isOld) - sinceMs);
  return (
    // A place of its own: the name breaks where it does, whatever the age.
    <span className="shrink-0 font-medium" aria-live="off">
      <span className="sr-only">{", "}</span>
      <span className="inline-grid items-baseline whitespace-nowrap *:[grid-area:1/1]">
        <span className={cx(isOld && "invisible")}>{length}</span>
        <span className={cx("wall-label leading-none", !isOld && "invisible")}>
          {t("slideshow.hadBeenOn", { length })}
        </span>
      </span>
    </span>
  );
}
