import { VolumeX } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { isUrgent } from "#app/domain/alarms/is-urgent.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { alarmText, WallAlarmLine } from "./wall-alarm-line.tsx";
import type { WallFleet } from "./wall-fleet.ts";
import { newlyRaised, type WallAlarm } from "./wall-alarms.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

/** The rest is a number. */
const MOST_LINES = 3;
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
  const { t } = useTranslation();
  const formats = useFormats();
  const raised = useMemo(() => {
    const ids = new Set(fleet.large?.ids ?? fleet.machines.map(({ id }) => id));
    return read.filter(({ deviceId }) => ids.has(deviceId));
  }, [read, fleet]);
  const urgent = useMemo(() => raised.filter(isUrgent), [raised]);
  const isBlocked = useSound(urgent);
  const alarms = raised.slice(0, MOST_LINES);
  const more = raised.length - alarms.length;
  if (alarms.length === 0) return null;
  return (
    <div className="flex shrink-0 flex-col gap-[max(0.375rem,0.8vh)] wall-wide:flex-row wall-wide:gap-[0.8vw]">
      <div
        role="alert"
        className={cx(
          "grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-[max(0.375rem,0.8vh)] wall-narrow:*:col-span-full wall-wide:gap-[0.8vw]",
          more === 0 ? COLUMNS[alarms.length] : BESIDE_MORE,
        )}
      >
        {alarms.map((alarm) => (
          <WallAlarmLine
            key={alarm.id}
            {...{ alarm, isOld }}
            serverNowMs={fleet.nowMs}
            isSmall={isSmall(formats.locale, alarms)}
            isAlone={alarms.length === 1}
          />
        ))}
        {more > 0 && (
          <div
            className={cx(
              "flex items-center rounded-card border-[max(2px,0.11vw)] border-line-strong px-[max(0.75rem,1vw)] wall-label leading-tight font-semibold lg:portrait:px-[2vw] whitespace-nowrap",
              isOld ? "text-ink-soft" : "text-ink",
            )}
          >
            {t("slideshow.moreAlarms", { count: more, shown: formats.number(more) })}
          </div>
        )}
      </div>
      {isBlocked && <SoundButton />}
    </div>
  );
}

/** Beside each other: whether one is on or many, the rows below keep their height. */
const COLUMNS: Record<number, string> = {
  1: "wall-wide:grid-cols-1",
  2: "wall-wide:grid-cols-2",
  3: "wall-wide:grid-cols-3",
};
/** The number of the others has a place of its own, where it cannot be read as one of a machine: at the bar's end, and of a narrow screen beside the last alarm. */
const BESIDE_MORE =
  "wall-wide:grid-cols-[repeat(3,minmax(0,1fr))_auto] wall-narrow:[&>*:nth-last-child(-n+2)]:col-span-1";

/** How many characters of machine and alarm fit at full size when the bar shows one alarm, or two. Three are always smaller. */
const FULL_SIZE_LETTERS: Record<number, number> = { 1: 60, 2: 34 };

/** Beside each other all are written as large as the longest has room for. */
const isSmall = (locale: Locale, alarms: readonly WallAlarm[]): boolean =>
  alarms.some((alarm) => alarmText(locale, alarm).length > (FULL_SIZE_LETTERS[alarms.length] ?? 0));

/** At the end of the bar, so that the rows below lose no height; where the screen is narrow, below it. */
function SoundButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="flex shrink-0 items-center gap-[0.5vw] self-end wall-label leading-tight font-normal wall-wide:max-w-[8.75em] wall-wide:self-center wall-wide:text-left"
    >
      <VolumeX className="size-[1em] shrink-0" aria-hidden="true" />
      <span className="wall-wide:text-pretty">{t("slideshow.soundBlocked")}</span>
    </button>
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
