import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { isUnread, type Readings } from "./readings.ts";
import type { FleetMachine } from "./fleet-types.ts";
import { spansUntil } from "./state-spans.ts";
import { useStateAge } from "./use-state-age.ts";
import { WallBell } from "./wall-bell.tsx";
import { WallOverdue } from "./wall-overdue.tsx";
import { WallFigures } from "./wall-figures.tsx";
import { nameSize, type WallRows } from "./wall-name.ts";
import { WallPlace } from "./wall-place.tsx";
import { WallState } from "./wall-state.tsx";
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
  unknown: "hatched [--idle-wash:var(--strip-unknown)]",
};

/** One of three: its figures beside its name. A screen that stands upright has the room below it. */
const WHOLE_ROW =
  "lg:landscape:grid lg:landscape:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:landscape:grid-rows-[minmax(0,1fr)_auto] lg:landscape:items-center lg:landscape:gap-x-[1.6vw]";

type WallRowProps = {
  machine: FleetMachine;
  readings: Readings;
  /** That are raised at it. */
  alarms: number;
  /** Of these, by somebody. */
  acknowledged: number;
  /** Services. */
  overdue: number;
  /** One that waits for somebody is critical or high. */
  isUrgent: boolean;
  /** Of the last eight hours; null where they could not be read. */
  states: StateChange[] | null;
  /** When they were read. */
  nowMs: number;
  /** The wall shows machines of several plants. */
  hasPlace: boolean;
  /** How many have the wall: one or two that are all have more room. */
  rows: WallRows;
  /** It has half of a row, where its figures have no room. */
  isSharing: boolean;
  /** The wall says that all it shows is old, long before each value is by its own interval. */
  isWallOld: boolean;
  /** Nobody knows whether its alarms are on still: as long as Helios answers, they are. */
  isCut: boolean;
  /** They were not read again yet. */
  areAlarmsOld: boolean;
};

/** One machine on the wall: its state as a bar of the row's height, in words and since when, four figures that are read from five metres, and its last eight hours. */
export function WallRow(props: WallRowProps) {
  const { machine, readings, alarms, acknowledged, overdue, isUrgent, states } = props;
  const { hasPlace, rows, isSharing, isWallOld, isCut, areAlarmsOld } = props;
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const { machine_state } = readings;
  const state = toMachineState(machine_state.value);
  const stateAge = useStateAge(machine.id, machine_state);
  const isOld = isWallOld || machine_state.stale;
  const word = t(`glossary:states.${state}`);
  const { ageMs } = machine_state;
  const dataAge =
    ageMs === null ? formats.age(null) : t("slideshow.ageOfState", { age: formats.age(ageMs) });
  const isNotRead = isUnread(machine.reachable, readings);
  const knownAge = isNotRead ? t("slideshow.notRead") : isOld ? dataAge : stateAge;
  const size = nameSize(machine.name, { rows, marks: Number(alarms > 0) + Number(overdue > 0) });
  const isWhole = rows === 3 && !isSharing;
  const place = (
    <WallPlace
      {...{ machine, readings, hasPlace, isSharing, isOld, isCut }}
      isTight={size.isBroken}
      className={cx(
        rows === 3 && "lg:mt-[0.5vh] lg:portrait:mt-[0.3vh]",
        rows === 2 && "order-last lg:landscape:order-none",
      )}
    />
  );
  // Beside its state a long name keeps the room of its two lines; the state's age goes below the word then.
  const isSqueezed = rows === 2 && size.isLong;
  const { value, timeMs } = machine_state;
  const endMs = Math.max(props.nowMs, timeMs ?? 0);
  const spans = useMemo(
    () => (states === null ? null : spansUntil(states, { value, timeMs }, endMs)),
    [states, value, timeMs, endMs],
  );
  const comesSoftly = useComesLater();
  return (
    <li
      className={cx(
        comesSoftly && "motion-safe:wall-in",
        "flex min-h-0 overflow-hidden rounded-card border border-line bg-card lg:[container-type:size]",
        !isSharing && "lg:landscape:col-span-full",
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "w-[max(0.75rem,min(1.5vw,2.7vh))] shrink-0 lg:portrait:w-[2.7vw]",
          BARS[state],
          // As the strip, whose colours the key has.
          isOld && "faded",
        )}
      />
      <div
        className={cx(
          "flex min-w-0 flex-1 flex-col gap-[min(1vh,1vw)] px-[max(0.75rem,1.6vw)] py-[min(0.9vh,0.9vw)] max-lg:gap-2 max-lg:py-2",
          isWhole && WHOLE_ROW,
          rows === 3 && "lg:portrait:wall-upright",
        )}
      >
        <div
          className={cx(
            "grid min-h-0 flex-1 content-center items-center gap-x-[1.6vw]",
            rows === 1 ? "gap-y-[3.6vh]" : "gap-y-[1.2vh]",
            isWhole && "lg:landscape:contents",
          )}
        >
          <div
            className={cx(
              "min-w-0",
              isWhole && "lg:landscape:row-span-2",
              rows === 1 && "grid gap-[1.2vh]",
              rows === 2 &&
                "flex flex-col lg:landscape:flex-row lg:landscape:items-center lg:landscape:justify-between lg:landscape:gap-[2vw]",
              // Where alarms leave the row less height than its lines need, what is written largest gets smaller.
              isWhole && "lg:landscape:wall-crowded",
            )}
          >
            <div
              className={cx(
                "min-w-0",
                rows === 2 && "contents lg:landscape:block",
                isSqueezed && "lg:landscape:min-w-[45%]",
              )}
            >
              <h2 className="flex items-center gap-[calc(var(--wall-scale,1)*max(0.5rem,1vw))]">
                <span
                  className={cx(
                    "min-w-0 pb-[0.08em] leading-[1.1] font-semibold tracking-tight text-balance break-words",
                    size.className,
                  )}
                >
                  {machine.name}
                </span>
                {alarms > 0 && (
                  <WallBell {...{ alarms, acknowledged, isUrgent }} isOld={areAlarmsOld} />
                )}
                {overdue > 0 && <WallOverdue overdue={overdue} isOld={isCut} />}
              </h2>
              {rows === 2 && place}
            </div>
            <WallState
              {...{ state, word, isOld, age: knownAge }}
              isTrailing={rows === 3}
              className={cx(
                isSqueezed ? "lg:landscape:justify-end" : "shrink-0",
                rows !== 1 && "max-lg:mt-1 lg:portrait:mt-[0.3vh]",
              )}
            />
            {rows !== 2 && place}
          </div>
          {!isSharing && (
            <WallFigures
              deviceId={machine.id}
              readings={readings}
              isOld={isOld}
              isOfMany={rows === 3}
            />
          )}
        </div>
        <div
          className={cx(
            "h-[max(0.5rem,min(2vh,2vw))] shrink-0",
            isWhole && "lg:landscape:col-start-2",
            // Up to then it is true still.
            isOld && "faded",
          )}
        >
          {spans === null ? (
            <UnreadStrip className="h-full" />
          ) : (
            <StateStrip spans={spans} className="block h-full w-full" />
          )}
        </div>
      </div>
    </li>
  );
}

/**
 * Whether the row was added after the page had come alive: such a row comes with an animation, one that the page came with is
 * simply there. A busy screen may be slow to begin an animation, and shows its first step until then.
 */
function useComesLater(): boolean {
  const isAlive = useHydrated();
  return useState(isAlive)[0];
}
