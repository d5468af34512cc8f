import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { CardMetric, Fleet, FleetMachine } from "./fleet-types.ts";
import { CARD_METRICS } from "./fleet-types.ts";
import { FleetStore, type FleetSnapshot, type Reading, type Readings } from "./fleet-store.ts";

/** The server's values as readings: what is on the page before the first live message. */
export function toReadings({ initial }: FleetMachine, nowMs: number): Readings {
  const read = (metric: CardMetric): Reading => {
    const sample = initial[metric];
    if (sample === null)
      return { value: null, timeMs: null, adFlag: null, stale: true, ageMs: null };
    const ageMs = Math.max(0, nowMs - sample.timeMs);
    return { ...sample, ageMs, stale: ageMs > STALE_MS };
  };
  return Object.fromEntries(CARD_METRICS.map((metric) => [metric, read(metric)])) as Readings;
}

const STALE_MS = 15_000;

export const FleetContext = createContext<FleetStore | null>(null);

/** One store for as long as the page is open; new loader data does not restart it. */
export function useFleetStore(fleet: Fleet): FleetStore {
  const [store] = useState(
    () =>
      new FleetStore(
        new Map(fleet.machines.map((machine) => [machine.id, toReadings(machine, fleet.nowMs)])),
      ),
  );
  useEffect(() => store.keepOnly(new Set(fleet.machines.map(({ id }) => id))), [store, fleet]);
  return store;
}

function useStore(): FleetStore {
  const store = useContext(FleetContext);
  if (store === null) throw new Error("FleetContext is missing");
  return store;
}

export function useFleetSnapshot(): FleetSnapshot {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
}

/** Tells the store what a card shows. */
export function useReport(deviceId: number, readings: Readings): void {
  const store = useStore();
  useEffect(() => store.report(deviceId, readings), [store, deviceId, readings]);
}
