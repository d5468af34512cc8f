import type { FleetHistory } from "./fleet-types.ts";
import { STRIP_MS } from "./fleet-types.ts";

/** Since when the page knows each machine's state, within the strip's window. */
export type KnownSince = ReadonlyMap<number, number>;

/** A start that is later than this after the window's own is a missing past. */
const SLACK_MS = 5 * 60_000;

export function knownSince({ machines }: FleetHistory): KnownSince {
  return new Map(
    Object.entries(machines).flatMap(
      ([
        id,
        {
          states: [first],
        },
      ]) => (first === undefined ? [] : [[Number(id), first.timeMs]]),
    ),
  );
}

/** Machines whose window does not reach back all the way: new ones, or ones whose past is still being written. */
export function incompleteMachines({ windowEndMs }: FleetHistory, since: KnownSince): number[] {
  return [...since]
    .filter(([, timeMs]) => timeMs > windowEndMs - STRIP_MS + SLACK_MS)
    .map(([id]) => id);
}

/** Machines that knew less of their past at the last read: their history is arriving. A new machine's is not. */
export function arrivingMachines(
  before: KnownSince,
  now: KnownSince,
  incomplete: readonly number[],
): number[] {
  return incomplete.filter((id) => (now.get(id) ?? Infinity) < (before.get(id) ?? -Infinity));
}
