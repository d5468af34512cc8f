import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import {
  isConnected,
  LiveProvider,
  useConnection,
  useMetrics,
  useNewestAge,
  useReloadForNewBuild,
} from "#app/live/index.ts";
import type { Readings } from "./fleet-store.ts";
import { CARD_METRICS, type Fleet, type FleetMachine } from "./fleet-types.ts";
import { MACHINES_PER_SLIDE, isOnWall, slidesOf } from "./slideshow.ts";
import { FleetContext, useFleetSnapshot, useFleetStore, useReport } from "./use-fleet.ts";
import { useShow } from "./use-show.ts";
import { WallAlarmBar } from "./wall-alarm-bar.tsx";
import { WallBar } from "./wall-bar.tsx";
import { WallRow } from "./wall-row.tsx";
import "./texts.ts";

/** New machines, and another choice of facilities, come this often. */
const REFRESH_MS = 120_000;

type SlideshowProps = {
  fleet: Fleet;
  /** Asked for every two minutes: hands a newer fleet in when it has one. */
  onRefresh: () => void;
  /** Runs on a paired screen: nobody is signed in, and there is no dashboard to go back to. */
  isDisplay?: boolean;
  /** What lives beside the slides, within reach of the connection. */
  children?: ReactNode;
};

/** The fleet on a wall: dark, three machines at a time, one slide after the other. */
export function Slideshow({ fleet, onRefresh, isDisplay = false, children }: SlideshowProps) {
  return (
    <LiveProvider nowMs={fleet.nowMs} as={isDisplay ? "display" : "user"}>
      <Wall fleet={fleet} onRefresh={onRefresh} isDisplay={isDisplay} />
      {children}
    </LiveProvider>
  );
}

function Wall({
  fleet,
  onRefresh,
  isDisplay,
}: {
  fleet: Fleet;
  onRefresh: () => void;
  isDisplay: boolean;
}) {
  const store = useFleetStore(fleet);
  useEffect(() => {
    const timer = setInterval(onRefresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [onRefresh]);
  return (
    <FleetContext.Provider value={store}>
      {fleet.machines.map((machine) => (
        <Watch key={machine.id} machine={machine} />
      ))}
      <Slides fleet={fleet} isDisplay={isDisplay} />
    </FleetContext.Provider>
  );
}

/** Every machine is watched, seen or not: who comes on is on the next slide. */
function Watch({ machine }: { machine: FleetMachine }) {
  const readings: Readings = useMetrics(machine.id, CARD_METRICS, machine.initial);
  useReport(machine.id, readings);
  return null;
}

function Slides({ fleet, isDisplay }: { fleet: Fleet; isDisplay: boolean }) {
  const { t } = useTranslation();
  const { readings } = useFleetSnapshot();
  const connection = useConnection();
  const on = fleet.machines.filter(({ id }) => {
    const state = readings.get(id)?.machine_state;
    return state !== undefined && isOnWall(state, isConnected(connection));
  });
  const { show, moveBy, moveTo } = useShow(slidesOf(on.length));
  const roster = useRoster(on, show.sinceMs);
  useReloadForNewBuild(connection === "live" && show.touchedAtMs === null);
  useArrowKeys(moveBy);
  const slides = slidesOf(roster.length);
  const slide = Math.min(show.slide, Math.max(0, slides - 1));
  const seen = roster.slice(slide * MACHINES_PER_SLIDE, (slide + 1) * MACHINES_PER_SLIDE);
  const ages = seen.flatMap(({ id }) => {
    const state = readings.get(id)?.machine_state;
    return state?.stale ? (state.ageMs ?? 0) : [];
  });
  // Long before a value is late by its own interval: nothing at all comes.
  const pageAgeMs = useNewestAge() ?? 0;
  const newestAgeMs = seen.length === 0 ? 0 : pageAgeMs;
  const isOld = connection === "lost" || newestAgeMs > 0 || ages.length > 0;
  return (
    <main
      data-slide={slide + 1}
      data-old={isOld || undefined}
      className={cx(
        "theme-dark relative flex min-h-dvh flex-col lg:fixed lg:inset-0 lg:z-30 gap-[1.4vh] bg-page p-[1.2vw] text-ink",
        isOld && "wall-old",
      )}
    >
      <WallBar
        fleet={fleet}
        machines={seen}
        oldAgeMs={isOld ? Math.max(newestAgeMs, ...ages) : null}
        slide={slide}
        slides={slides}
        onMove={moveTo}
        isDisplay={isDisplay}
      />
      <WallAlarmBar fleet={fleet} isDisplay={isDisplay} />
      {seen.length === 0 ? (
        <div className="grid flex-1 place-content-center text-center">
          <p className="wall-figure">{t("slideshow.noneTitle")}</p>
          <p className="mt-4 wall-label text-ink-soft">{t("slideshow.noneText")}</p>
        </div>
      ) : (
        <ul
          key={slide}
          className="wall-in grid min-h-0 flex-1 gap-[1.4vh] lg:grid-rows-3"
          aria-live="off"
        >
          {seen.flatMap((machine) => {
            const held = readings.get(machine.id);
            return held ? <WallRow key={machine.id} machine={machine} readings={held} /> : [];
          })}
        </ul>
      )}
    </main>
  );
}

/** Who stands on the slides. While one is seen nobody moves: the list is made anew when the show moves, or when it was empty. */
function useRoster(on: FleetMachine[], sinceMs: number): FleetMachine[] {
  const [held, setHeld] = useState({ machines: on, sinceMs });
  if (held.sinceMs === sinceMs && (held.machines.length > 0 || on.length === 0))
    return held.machines;
  setHeld({ machines: on, sinceMs });
  return on;
}

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
