import { BellRing, VolumeX } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import { useLastKnown } from "./use-last-known.ts";
import { useLasted } from "./use-lasted.ts";
import { useWallClock } from "./use-wall-clock.ts";
import type { WallFleet } from "./wall-fleet.ts";
import { isUrgent, newlyRaised, type WallAlarm } from "./wall-alarms.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

/** The rest is a number; so are all but one that are not urgent, or rows would lose height each time that one comes. */
const MOST_LINES = 3;
/** Characters that two lines of a box beside another one hold at full size. */
const LONG_NAME = 60;
/** Of the time behind the name, as it is of a wall that is cut off. */
const AGE_LETTERS = 16;
/** What a browser takes as a sign that somebody is there. */
const PRESSES = ["pointerup", "keydown"] as const;

type WallAlarmBarProps = {
  fleet: WallFleet;
  read: readonly WallAlarm[];
  /** The wall is cut off: nobody knows whether they are on still. */
  isOld: boolean;
};

/** Raised alarms, the most urgent first, over the slides, for as long as nobody has acknowledged them. */
export function WallAlarmBar({ fleet, read, isOld }: WallAlarmBarProps) {
  const raised = useMemo(() => {
    const ids = new Set(fleet.large?.ids ?? fleet.machines.map(({ id }) => id));
    return read.filter(({ deviceId }) => ids.has(deviceId));
  }, [read, fleet]);
  const urgent = useMemo(() => raised.filter(isUrgent), [raised]);
  const isBlocked = useSound(urgent);
  const alarms = raised.slice(0, Math.min(MOST_LINES, urgent.length + 1));
  if (alarms.length === 0) return null;
  const hasWide = alarms.length !== 2;
  return (
    <div
      role="alert"
      className={cx(
        "grid shrink-0 grid-cols-[minmax(0,1fr)] gap-[0.8vh]",
        // Three lines would take the rows below the room for their words.
        alarms.length > 1 && "wall-wide:grid-cols-2 wall-wide:gap-x-[0.8vw]",
      )}
    >
      {alarms.map((alarm, index) => (
        <AlarmLine
          key={alarm.id}
          alarm={alarm}
          isOld={isOld}
          serverNowMs={fleet.nowMs}
          isWide={hasWide && index === 0}
          isOfMany={alarms.length === MOST_LINES}
          more={index === alarms.length - 1 ? raised.length - alarms.length : 0}
        >
          {hasWide && index === 0 && isBlocked && <SoundButton />}
        </AlarmLine>
      ))}
      {!hasWide && isBlocked && <SoundButton />}
    </div>
  );
}

/** At the end of the first line, so that the rows below lose no height; where no line has the bar's width, below them. */
function SoundButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="col-span-full flex shrink-0 items-center gap-[0.5vw] justify-self-end wall-label font-normal"
    >
      <VolumeX className="size-[1em]" aria-hidden="true" />
      {t("slideshow.soundBlocked")}
    </button>
  );
}

/** The whole name, over as many lines as it needs: `isWide` has the bar's width, others half of it. `isOfMany`: they have two rows. `more`: not shown. */
function AlarmLine({
  alarm,
  isOld,
  serverNowMs,
  isWide,
  isOfMany,
  more,
  children,
}: {
  alarm: WallAlarm;
  isOld: boolean;
  serverNowMs: number;
  isWide: boolean;
  isOfMany: boolean;
  more: number;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { locale } = formats;
  const text = `${alarm.deviceName}: ${alarmNameIn(locale, alarm.name)}`;
  return (
    <p
      className={cx(
        isWide && "wall-wide:col-span-full",
        // As high with a frame as without one: nothing below it moves when data grows old.
        "flex items-center gap-[1vw] rounded-card border-2 px-[1.6vw] py-[1vh] leading-tight font-semibold",
        isOfMany || text.length + AGE_LETTERS > LONG_NAME * (isWide ? 2 : 1)
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
      <span className="min-w-0 flex-1 wrap-anywhere text-pretty">{text}</span>
      {alarm.triggeredAt !== null && (
        <AlarmAge sinceMs={alarm.triggeredAt} serverNowMs={serverNowMs} isOld={isOld} />
      )}
      {more > 0 && (
        <span className="shrink-0">
          {t("slideshow.moreAlarms", { shown: formats.number(more) })}
        </span>
      )}
      {children}
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
    <span className="shrink-0 text-right font-medium" aria-live="off">
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

/** Sounds when an alarm is raised while the wall is shown. Answers whether the browser keeps it from sounding, until somebody presses something. */
function useSound(raised: readonly WallAlarm[]): boolean {
  const [isBlocked, setBlocked] = useState(false);
  const before = useRef(raised);
  useEffect(() => {
    const [first] = newlyRaised(before.current, raised);
    before.current = raised;
    if (first === undefined) return;
    // Loaded when it is needed: most walls of most days are silent.
    void import("./alarm-sound.ts")
      .then(({ playAlarm }) => playAlarm(first))
      .then((isHeard) => setBlocked(!isHeard))
      // Helios is away, or the browser knows no sound: the bar is shown all the same.
      .catch(() => undefined);
  }, [raised]);
  useEffect(() => {
    if (!isBlocked) return;
    let stop = () => {};
    let isGone = false;
    const sound = import("./alarm-sound.ts");
    void sound
      .then(({ onceHeard }) => {
        if (!isGone) stop = onceHeard(() => setBlocked(false));
      })
      .catch(() => undefined);
    const allow = () => void sound.then(({ allowSound }) => allowSound()).catch(() => undefined);
    // Any press will do; the button says so to those who look for one.
    for (const press of PRESSES) document.addEventListener(press, allow);
    return () => {
      isGone = true;
      stop();
      for (const press of PRESSES) document.removeEventListener(press, allow);
    };
  }, [isBlocked]);
  return isBlocked;
}
