import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useIsCut } from "#app/live/index.ts";
import { useOpened } from "#app/live/use-opened.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import type { Fleet, FleetHistory, Grids } from "./fleet-types.ts";
import { FleetStore, type FleetSnapshot } from "./fleet-store.ts";
import type { WallFleet } from "./wall-fleet.ts";
import { toReadings, type Readings } from "./readings.ts";

export const FleetContext = createContext<FleetStore | null>(null);

/** One store for as long as the page is open; new loader data does not restart it. `history`, or that of a `wall`: what came with the page. */
export function useFleetStore(
  fleet: Fleet,
  history: FleetHistory | null = null,
  wall: WallFleet | null = null,
): FleetStore {
  const [store] = useState(() => {
    const made = new FleetStore(
      new Map(fleet.machines.map((machine) => [machine.id, toReadings(machine, fleet.nowMs)])),
      history,
    );
    if (wall !== null) made.loadStates(wall.nowMs, wall.states, wall.since);
    return made;
  });
  useOpened(store.awaitAll);
  useEffect(() => store.keepOnly(new Set(fleet.machines.map(({ id }) => id))), [store, fleet]);
  return store;
}

export function useStore(): FleetStore {
  const store = useContext(FleetContext);
  if (store === null) throw new Error("FleetContext is missing");
  return store;
}

export function useFleetSnapshot(): FleetSnapshot {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
}

/** Whether what is said of the fleet is of before: the page is cut off, or has not heard all of it again. */
export function useIsBefore(): boolean {
  const store = useStore();
  const isAwaited = () => store.snapshot().before !== null;
  const isBefore = useSyncExternalStore(store.subscribe, isAwaited, isAwaited);
  return useIsCut() || isBefore;
}

/** What is drawn of one machine's past; the same object while it does not change. */
export function useMachineGrids(deviceId: number): Grids | null {
  const store = useStore();
  const read = () => store.snapshot().grids.get(deviceId) ?? null;
  return useSyncExternalStore(store.subscribe, read, read);
}

/** When the machine's state began; null where nobody knows. */
export function useStateSince(deviceId: number): StateSince | null {
  const store = useStore();
  const read = () => store.snapshot().since.get(deviceId) ?? null;
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Tells the store what a card shows. */
export function useReport(deviceId: number, readings: Readings): void {
  const store = useStore();
  useEffect(() => store.report(deviceId, readings), [store, deviceId, readings]);
}
