import { useCallback, useEffect, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import {
  LiveProvider,
  useConnection,
  useIsCut,
  useMetrics,
  useNewestAge,
  useOutdated,
  useReloadForNewBuild,
} from "#app/live/index.ts";
import { useOpened } from "#app/live/use-opened.ts";
import { isUrgent } from "#app/domain/alarms/is-urgent.ts";
import { totalsOf } from "./fleet-totals.ts";
import type { Readings } from "./readings.ts";
import { CARD_METRICS, type FleetMachine } from "./fleet-types.ts";
import { onlyPlantOf, type WallFleet } from "./wall-fleet.ts";
import { factsOf } from "./need.ts";
import { asHeardLast, oldestAgeMs, slideAgeMs, splitWall, whyNothing } from "./slideshow.ts";
import { FleetContext, useFleetSnapshot, useFleetStore, useReport } from "./use-fleet.ts";
import { useIsFromBeforeCut } from "./use-is-from-before-cut.ts";
import { useLastKnown } from "./use-last-known.ts";
import { useShownWall } from "./use-shown-wall.ts";
import { useIsNarrow } from "./use-is-narrow.ts";
import { useRoster } from "./use-roster.ts";
import { useWallAlarms } from "./use-wall-alarms.ts";
import { useWallClockOffset, WallClockContext } from "./use-wall-clock.ts";
import { WallAlarmBar } from "./wall-alarm-bar.tsx";
import { countsNow, inOrderOfAlarms } from "./wall-alarms.ts";
import { WallBar } from "./wall-bar.tsx";
import { WallKey } from "./wall-key.tsx";
import type { WallRows } from "./wall-name.ts";
import { onlyOneOf } from "./wall-not-shown.ts";
import { growthOf, rowsOf, sharersOf } from "./wall-rounds.ts";
import { WallRow } from "./wall-row.tsx";
import { WALL_END } from "./whole-wall.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

/** Wanted by a fleet that has more machines than a wall shows. */
const WholeWallReader = loadLater(() => import("./whole-wall-reader.tsx"));

/** A page that hears for the first time so long after it was asked for, ms, is read again. */
const LONG_LOAD_MS = 10_000;
/** However much the live channel tells, the wall is read this often. */
const REFRESH_MS = 120_000;

type SlideshowProps = {
  fleet: WallFleet;
  /** Asked for every two minutes, and when machines or plants were changed: hands a newer fleet in when it has one. */
  onRefresh: () => void;
  /** Runs on a paired screen: nobody is signed in, and there is no dashboard to go back to. */
  isDisplay?: boolean;
  /** What lives beside the slides, within reach of the connection. */
  children?: ReactNode;
};

/** The fleet on a wall: dark, three machines at a time, one slide after the other. */
export function Slideshow({ fleet, onRefresh, isDisplay = false, children }: SlideshowProps) {
  const { fleet: shown, onRead } = useShownWall(fleet);
  return (
    <LiveProvider nowMs={fleet.nowMs} as={isDisplay ? "display" : "user"}>
      {fleet.large !== null && (
        <WholeWallReader
          fleet={fleet}
          address={isDisplay ? "/display/fleet?whole" : "/dashboard/whole?wall"}
          onRead={onRead}
        />
      )}
      <Wall fleet={shown} onRefresh={onRefresh} isDisplay={isDisplay} />
      {children}
    </LiveProvider>
  );
}

function Wall({
  fleet,
  onRefresh,
  isDisplay,
}: {
  fleet: WallFleet;
  onRefresh: () => void;
  isDisplay: boolean;
}) {
  const store = useFleetStore(fleet, null, fleet);
  useEffect(() => store.loadStates(fleet.nowMs, fleet.states, fleet.since), [store, fleet]);
  useEffect(() => {
    const timer = setInterval(onRefresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [onRefresh]);
  useOutdated(onRefresh);
  // What happened while nothing was heard is not told again: also that a machine stood for a while.
  useOpened(
    useCallback(
      (before) => {
        if (before !== "connecting" || performance.now() > LONG_LOAD_MS) onRefresh();
      },
      [onRefresh],
    ),
  );
  const offsetMs = useWallClockOffset(fleet.nowMs);
  // A clock that is ahead of Helios', or a page that was long on its way: the next reading tells.
  const isAhead = offsetMs !== null && offsetMs < 0;
  useEffect(() => {
    if (isAhead) onRefresh();
  }, [isAhead, onRefresh]);
  return (
    <FleetContext.Provider value={store}>
      {fleet.machines.map((machine) => (
        <Watch key={machine.id} machine={machine} />
      ))}
      <WallClockContext.Provider value={offsetMs}>
        <Slides fleet={fleet} isDisplay={isDisplay} />
      </WallClockContext.Provider>
    </FleetContext.Provider>
  );
}

/** Subscribes to hidden machines too, so that one that turns on shows on the next slide. */
function Watch({ machine }: { machine: FleetMachine }) {
  const readings: Readings = useMetrics(machine.id, CARD_METRICS, machine.initial);
  useReport(machine.id, readings);
  return null;
}

function Slides({ fleet, isDisplay }: { fleet: WallFleet; isDisplay: boolean }) {
  const { t } = useTranslation();
  const snapshot = useFleetSnapshot();
  const { readings, before } = snapshot;
  const connection = useConnection();
  const wall = useWallAlarms(fleet, isDisplay);
  const counts = useMemo(() => countsNow(fleet.counts, wall.onByMachine), [fleet, wall]);
  const urgent = new Set(wall.alarms.filter(isUrgent).map(({ deviceId }) => deviceId));
  const isCut = useIsCut();
  // Of the alarms nobody knows more until they were read again.
  const areAlarmsOld = useIsFromBeforeCut(wall);
  const known = before === null ? readings : new Map([...readings, ...before.readings]);
  // While nothing is heard, machines grow old one after the other: none of them fell silent for that.
  const told = useLastKnown(
    factsOf(fleet.machines, counts, { ...snapshot, readings: known }),
    isCut || before !== null,
    fleet.machines.map(({ id }) => id).join(),
  );
  const { shown } = splitWall(told);
  const facts = inOrderOfAlarms(asHeardLast(shown), wall.alarms);
  const { slides, list, show, moveBy, moveTo } = useRoster(fleet, facts);
  useReloadForNewBuild(connection === "live" && show.touchedAtMs === null);
  useArrowKeys(moveBy);
  const slide = Math.min(show.slide, Math.max(0, slides.length - 1));
  // A phone shows all machines in one list: nobody waits for a slide in the hand.
  const isList = useIsNarrow() && !isDisplay;
  const seen = isList ? list : (slides[slide] ?? []);
  // Who has just been switched off stands there until the show goes on.
  const onSlides = isList ? list : slides.flat();
  const { leftOut, alsoShown } = splitWall(told, onSlides);
  const rows = rowsOf(isList ? [seen] : slides);
  const sharers = isList ? 0 : sharersOf(seen, slides);
  const growth = isList ? null : growthOf(seen, slides);
  const nothing = whyNothing(fleet);
  const isAwaited = fleet.large?.whole === null && !fleet.large.failed;
  const states = seen.flatMap(({ id }) => readings.get(id)?.machine_state ?? []);
  // Long before a value is late by its own interval: nothing at all comes.
  const newest = useNewestAge();
  const pageAgeMs = typeof newest === "number" ? newest : 0;
  const oldAgeMs = slideAgeMs(states, { isLost: connection === "lost", pageAgeMs });
  const isOld = oldAgeMs !== null;
  // What it counts is of before when nothing young comes, and while machines come back. Of a large fleet it counts what its
  // recorders said.
  const isPast = before !== null || isCut || pageAgeMs > 0;
  const countsPast = isPast && fleet.large === null;
  const isAlive = useHydrated();
  return (
    <main
      data-slide={slide + 1}
      data-old={isOld || undefined}
      className={cx(
        // Upright the width is what letters are measured by, and there is height for larger ones.
        "theme-dark relative flex min-h-dvh flex-col lg:portrait:[--wall-scale:1.9] lg:fixed lg:inset-0 lg:z-30 gap-[1.4vh] bg-page p-[max(0.75rem,1.2vw)] text-ink lg:portrait:px-[2vw]",
        isOld && "wall-old",
        !isAlive && "in-data-still:wall-old",
      )}
    >
      <WallBar
        fleet={fleet}
        counts={counts}
        acknowledged={wall.acknowledgedByMachine}
        areAlarmsOld={areAlarmsOld}
        machines={seen}
        leftOut={leftOut}
        alsoShown={alsoShown}
        onlyOne={onlyOneOf(fleet.machines, [...shown, ...onSlides])}
        hasUrgent={urgent.size > 0}
        oldAgeMs={oldestAgeMs(states, oldAgeMs, countsPast ? totalsOf(snapshot, true).ageMs : null)}
        isOfBefore={countsPast}
        slide={slide}
        slides={slides.length}
        onMove={moveTo}
        isDisplay={isDisplay}
      />
      <WallAlarmBar fleet={fleet} read={wall.alarms} isOld={areAlarmsOld} />
      {seen.length === 0 ? (
        <div className="grid flex-1 place-content-center text-center">
          {/* Whether there is one to show is not known before all were read, and the bar says that they are. */}
          {!isAwaited && (
            <>
              <p className="wall-figure">{t(`slideshow.${nothing}Title`)}</p>
              <p className="mt-4 wall-label text-ink-soft">{t(`slideshow.${nothing}Text`)}</p>
            </>
          )}
        </div>
      ) : (
        <ul
          aria-live="off"
          className={cx(
            "grid min-h-0 flex-1 gap-[1.4vh] max-lg:gap-2",
            !isAlive && "in-data-still:faded",
            growth === "alike" ? "lg:auto-rows-[minmax(0,1fr)]" : ROWS[rows],
            // With the figures of a wall of two.
            growth === "last" &&
              "lg:*:last:row-span-2 lg:*:last:[--wall-scale:1.35] lg:portrait:*:last:[--wall-scale:2.5]",
            // Who shares has no figures, and the strip below its words, which need more height than figures.
            sharers > 0 &&
              "lg:landscape:grid-cols-2 lg:landscape:grid-rows-[minmax(22.4vh,1fr)_minmax(0,1fr)_minmax(0,1fr)] lg:portrait:grid-rows-[3fr_3fr_5fr_5fr]",
          )}
        >
          {seen.flatMap((machine, index) => {
            const held = readings.get(machine.id);
            if (held === undefined) return [];
            return (
              <WallRow
                key={machine.id}
                machine={machine}
                readings={held}
                alarms={counts[machine.id]?.alarms ?? 0}
                acknowledged={wall.acknowledgedByMachine[machine.id] ?? 0}
                overdue={counts[machine.id]?.overdue ?? 0}
                isUrgent={urgent.has(machine.id)}
                states={fleet.states[machine.id] ?? null}
                nowMs={fleet.nowMs}
                hasPlace={onlyPlantOf(fleet) === null}
                rows={growth === "last" && index === seen.length - 1 ? 2 : rows}
                isSharing={index < sharers}
                isWallOld={isOld}
                isCut={isCut}
                areAlarmsOld={areAlarmsOld}
              />
            );
          })}
        </ul>
      )}
      {seen.length > 0 && <WallKey isOld={isOld} />}
      <i id={WALL_END} hidden />
    </main>
  );
}

/** One or two machines that are all have the whole wall, and figures of its size. */
const ROWS: Record<WallRows, string> = {
  1: "lg:grid-rows-1 [--wall-scale:1.7] lg:portrait:[--wall-scale:2.6]",
  2: "lg:grid-rows-2 [--wall-scale:1.35] lg:portrait:[--wall-scale:2.5]",
  3: "lg:grid-rows-3",
};

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};

function useArrowKeys(moveBy: (step: number) => void): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step !== undefined) moveBy(step);
    };
    window.addEventListener("keydown", move);
    return () => window.removeEventListener("keydown", move);
  }, [moveBy]);
}
