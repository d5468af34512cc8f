import { BellRing } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { Reading, Readings } from "./fleet-store.ts";
import { STRIP_HOURS, type FleetMachine } from "./fleet-types.ts";
import { spansUntil } from "./state-spans.ts";
import { useStateAge } from "./use-state-age.ts";
import { nameSize, type WallRows } from "./wall-name.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

const BARS: Record<MachineState, string> = {
  running_and_feeding: "bg-(--strip-feeding)",
  running: "bg-(--strip-running)",
  ready: "bg-(--strip-ready)",
  ready_in_setup: "bg-(--strip-ready)",
  ready_to_run: "bg-(--strip-ready)",
  not_ready: "bg-(--strip-not-ready)",
  off: "bg-(--strip-off)",
  unknown: "hatched",
};

const WORDS: Record<MachineState, string> = {
  running_and_feeding: "text-go",
  running: "text-go",
  ready: "text-calm",
  ready_in_setup: "text-calm",
  ready_to_run: "text-calm",
  not_ready: "text-warn",
  off: "text-idle",
  unknown: "text-idle",
};

const numberOf = ({ value }: Reading): number | null => (typeof value === "number" ? value : null);

/** Of a wall's column: what is longer would run into its neighbour. */
const NARROW = { most: 4, kept: 2 } as const;

type WallRowProps = {
  machine: FleetMachine;
  readings: Readings;
  /** That are raised at it. */
  alarms: number;
  /** Of the last eight hours; null where they could not be read. */
  states: StateChange[] | null;
  /** When they were read. */
  nowMs: number;
  /** Machines of several plants are on the slide. */
  hasPlace: boolean;
  /** How many have the wall: one or two that are all have more room. */
  rows: WallRows;
  /** The wall says that all it shows is old, long before each value is by its own interval. */
  isWallOld: boolean;
};

/** One machine on the wall: its state as a bar of the row's height, in words and since when, four figures that are read from five metres, and its last eight hours. */
export function WallRow(props: WallRowProps) {
  const { machine, readings, alarms, states, hasPlace, rows, isWallOld } = props;
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const { machine_state, machine_speed, sheets_per_hour, msf_hr, uptime } = readings;
  const state = toMachineState(machine_state.value);
  const stateAge = useStateAge(machine.id, machine_state);
  const isOld = isWallOld || machine_state.stale;
  const word = t(`glossary:states.${state}`);
  // Where the longest age has no room beside the word, every age has a line of its own: nothing moves when data grows old.
  const oldLetters = formats.ageOfState(LONG_AGE_MS).length * OLD_AGE_EM;
  const isTall = rows === 3 && word.length + 1 + Math.max(oldLetters, AGE_LETTERS) > STATE_LETTERS;
  const knownAge = isOld ? formats.ageOfState(machine_state.ageMs) : stateAge;
  const age = knownAge ?? (isTall ? "\u00a0" : null);
  const size = nameSize(machine.name, { rows, hasBell: alarms > 0 });
  // Name, plant and two lines of state may be more than the row has room for.
  const crowded =
    isTall &&
    hasPlace &&
    (size.isBroken ? "lg:landscape:wall-crowded-long" : "lg:landscape:wall-crowded");
  // Beside its state a long name keeps the room of its two lines; the state's age goes below the word then.
  const isSqueezed = rows === 2 && size.isLong;
  const msf = numberOf(msf_hr);
  const { value, timeMs } = machine_state;
  const endMs = Math.max(props.nowMs, timeMs ?? 0);
  const spans = useMemo(
    () => (states === null ? null : spansUntil(states, { value, timeMs }, endMs)),
    [states, value, timeMs, endMs],
  );
  return (
    <li className="flex min-h-0 overflow-hidden rounded-card border border-line bg-card lg:[container-type:size]">
      <span
        aria-hidden="true"
        className={cx("w-[max(0.75rem,min(1.5vw,2.7vh))] shrink-0", BARS[state], isOld && "stale")}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-[1vh] px-[max(0.75rem,1.6vw)] py-[0.9vh]">
        <div
          className={cx(
            "grid min-h-0 flex-1 content-center items-center gap-x-[1.6vw]",
            rows === 1 ? "gap-y-[3.6vh]" : "gap-y-[1.2vh]",
            // A screen that stands upright has the room below the name, not beside it.
            rows === 3 && "lg:landscape:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]",
          )}
        >
          <div
            className={cx(
              "min-w-0",
              rows === 1 && "grid gap-[1.2vh]",
              rows === 2 && "lg:flex lg:items-center lg:justify-between lg:gap-[2vw]",
            )}
          >
            <div className={cx("min-w-0", isSqueezed && "lg:min-w-[45%]")}>
              <h2 className={cx("flex items-center gap-[max(0.5rem,1vw)]", crowded)}>
                <span
                  className={cx(
                    "min-w-0 pb-[0.08em] leading-[1.1] font-semibold tracking-tight text-balance break-words",
                    size.className,
                  )}
                  style={size.style}
                >
                  {machine.name}
                </span>
                {alarms > 0 && (
                  <span
                    className={cx(
                      "inline-flex shrink-0 items-center gap-[max(0.25rem,0.4vw)] wall-name-long font-semibold text-alarm",
                      isWallOld && "stale",
                    )}
                  >
                    <BellRing className="size-[1em]" aria-hidden="true" />
                    <span aria-hidden="true">{alarms}</span>
                    <span className="sr-only">{t("need.alarms", { count: alarms })}</span>
                  </span>
                )}
              </h2>
              {hasPlace && (
                <p className="truncate wall-label leading-[1.15] text-ink-soft">
                  {machine.facility?.name ?? t("machine.noFacility")}
                </p>
              )}
            </div>
            <p
              className={cx(
                "flex flex-wrap items-center gap-x-[max(0.375rem,0.8vw)] wall-state leading-[1.05] font-semibold whitespace-nowrap",
                crowded,
                isSqueezed ? "lg:justify-end" : "shrink-0",
                isOld ? "text-ink-faint" : WORDS[state],
              )}
              data-state={state}
            >
              <StateGlyph state={state} className="size-[1em] shrink-0" />
              <span className="proportional-nums">{word}</span>
              {/* How old it is takes the place of how long it lasts: a wall does not jump when data grows old. */}
              {age !== null && (
                <span
                  key={isOld ? "old" : "now"}
                  className={cx(
                    isOld ? "text-[0.75em] text-alarm" : "font-medium text-ink-soft",
                    isTall && "lg:landscape:basis-full",
                    // The smaller letters' line is as high.
                    isTall && isOld && "lg:landscape:leading-[1.4]",
                  )}
                >
                  {age}
                </span>
              )}
            </p>
          </div>
          <dl
            className={cx(
              // Wide enough for four digits of MSF, five of sheets and the longest label, in both languages; for what is wider
              // still the others give way.
              "grid grid-cols-2 gap-x-[1.2vw] gap-y-3 lg:grid-cols-[minmax(max-content,20fr)_minmax(max-content,30fr)_minmax(max-content,23fr)_minmax(max-content,26fr)]",
              isOld && "stale",
            )}
          >
            <Figure
              label={t("slideshow.speed")}
              unit={t("glossary:units.rpm")}
              value={formats.figure(numberOf(machine_speed), NARROW)}
              isOld={machine_speed.stale}
            />
            <Figure
              label={t("slideshow.sheets")}
              value={formats.figure(numberOf(sheets_per_hour), { most: 6, kept: 2 })}
              isOld={sheets_per_hour.stale}
            />
            <Figure
              label={t("slideshow.msf")}
              value={formats.figure(msf, {
                ...NARROW,
                decimals: msf !== null && msf > 0 && msf < 10 ? 1 : 0,
              })}
              isOld={msf_hr.stale}
            />
            <Figure
              label={t("slideshow.uptime")}
              value={formats.figure(numberOf(uptime), NARROW)}
              isOld={uptime.stale}
              {...(numberOf(uptime) !== null && { after: t("glossary:units.percent") })}
            />
          </dl>
        </div>
        <div className={cx("flex items-center gap-[1vw]", isOld && "stale")}>
          <div className="h-[max(0.5rem,2vh)] min-w-0 flex-1">
            {spans === null ? (
              <UnreadStrip className="h-full" />
            ) : (
              <StateStrip spans={spans} className="block h-full w-full" />
            )}
          </div>
          <span className="wall-label leading-none whitespace-nowrap text-ink-faint">
            {t("need.window", { hours: STRIP_HOURS })}
          </span>
        </div>
      </div>
    </li>
  );
}

/** Letters that a line of the state holds, in a row's first column. */
const STATE_LETTERS = 26;
/** As long in words as an age gets: "59 min old" beside a state, written smaller, and "7 h 59 min" of one that lasts. */
const LONG_AGE_MS = 59 * 60_000;
const OLD_AGE_EM = 0.75;
const AGE_LETTERS = 10;
type FigureProps = {
  label: string;
  value: string;
  unit?: string;
  after?: string;
  /** It alone has not come for long, whatever the machine's state. */
  isOld: boolean;
};

function Figure({ label, value, unit, after, isOld }: FigureProps) {
  const { isPercentClose } = useFormats();
  return (
    <div className="min-w-0">
      <dt className="truncate wall-label text-ink-soft">
        {label}
        {unit !== undefined && <span className="text-ink-faint"> {unit}</span>}
      </dt>
      <dd className={cx("whitespace-nowrap", isOld && "stale")}>
        <span className="wall-figure">{value}</span>
        {after !== undefined && (
          <span className={cx("wall-label text-ink-faint", !isPercentClose && "ml-[0.3vw]")}>
            {after}
          </span>
        )}
      </dd>
    </div>
  );
}
