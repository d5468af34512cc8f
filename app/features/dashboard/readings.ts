import type { Turn } from "#app/live/live-store.ts";
import { CARD_METRICS, type CardMetric, type FleetMachine } from "./fleet-types.ts";

/** A value on a card, as app/live hands it out. */
export type Reading = {
  value: number | string | null;
  timeMs: number | null;
  adFlag: boolean | null;
  stale: boolean;
  ageMs: number | null;
  turn?: Turn;
};
export type Readings = Record<CardMetric, Reading>;

const STALE_MS = 15_000;

/** The server's values as readings: what is on the page before the first live message. */
export function toReadings({ initial }: Pick<FleetMachine, "initial">, nowMs: number): Readings {
  const read = (metric: CardMetric): Reading => {
    const sample = initial[metric];
    if (sample === null)
      return { value: null, timeMs: null, adFlag: null, stale: true, ageMs: null };
    const ageMs = Math.max(0, nowMs - sample.timeMs);
    return { ...sample, ageMs, stale: ageMs > STALE_MS };
  };
  return Object.fromEntries(CARD_METRICS.map((metric) => [metric, read(metric)])) as Readings;
}

/** Null of words, and where nothing is known. */
export const numberOf = ({ value }: Reading): number | null =>
  typeof value === "number" ? value : null;

/** It is of now. */
export const isFresh = ({ value, stale }: Reading) => value !== null && !stale;
/** Whether anything of it arrives now: its state, its throughput or its speed, which a sampler may send alone. */
export const sends = (machine: Readings): boolean =>
  isFresh(machine.machine_state) ||
  isFresh(machine.sheets_per_hour) ||
  isFresh(machine.machine_speed);

/** Whether it ever said its state, its throughput or its speed. */
export const hasSpoken = ({ machine_state, sheets_per_hour, machine_speed }: Readings): boolean =>
  [machine_state, sheets_per_hour, machine_speed].some(({ timeMs }) => timeMs !== null);

/** Nothing is known of it, because its recorder did not answer and its channels have told nothing since. */
export const isUnread = (reachable: boolean, machine: Readings): boolean =>
  !reachable && !hasSpoken(machine);
