import type { AlarmPriority } from "#app/domain/alarms/types.ts";
import type { Counts } from "./need.ts";

/** An alarm that a wall shows. */
export type WallAlarm = {
  id: number;
  name: string;
  deviceId: number;
  deviceName: string;
  priority: AlarmPriority;
  /** Unix milliseconds. */
  triggeredAt: number | null;
};

export type WallAlarms = {
  alarms: WallAlarm[];
  /** Milliseconds until a shelved one that is on comes back, of whatever priority; null: none is. */
  nextReturnMs: number | null;
  /** How many alarms are on and not shelved, by machine; none: left out. */
  onByMachine: Record<number, number>;
  /** Of these, how many somebody has acknowledged, by machine; none: left out. */
  acknowledgedByMachine: Record<number, number>;
};

/** The counts of the fleet's machines with the alarms that are on now. */
export function countsNow(counts: Counts, onByMachine: WallAlarms["onByMachine"]): Counts {
  const ids = new Set([...Object.keys(counts), ...Object.keys(onByMachine)].map(Number));
  return Object.fromEntries(
    [...ids].map((id) => [id, { overdue: counts[id]?.overdue ?? 0, alarms: onByMachine[id] ?? 0 }]),
  );
}

const keyOf = ({ id, triggeredAt }: WallAlarm): string => `${id} ${triggeredAt ?? 0}`;

/** What is shown now and was not before, the most urgent first: raised again it is new again. */
export function newlyRaised(
  before: readonly WallAlarm[],
  now: readonly WallAlarm[],
): readonly WallAlarm[] {
  const known = new Set(before.map(keyOf));
  return now.filter((alarm) => !known.has(keyOf(alarm)));
}

/**
 * The machines with those first whose alarms the bar above the slides shows first; the others as they come. So of machines
 * with an alarm the one of the most urgent is pinned.
 */
export function inOrderOfAlarms<M extends { id: number }>(
  machines: readonly M[],
  alarms: readonly WallAlarm[],
): M[] {
  const placeOf = new Map(
    alarms.map(({ deviceId }, index) => [deviceId, index] as const).reverse(),
  );
  const rank = ({ id }: M) => placeOf.get(id) ?? alarms.length;
  return [...machines].sort((a, b) => rank(a) - rank(b));
}
