/** Which hours and columns a question to a recorder is about. */
import { hourOf } from "#app/domain/series/batch-window.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { LEAD_MS } from "#app/domain/series/plan-range.ts";
import type { SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import { keysOf } from "#app/domain/series/types.ts";
import { STATE } from "./snapshot-states.ts";

/** Of both kinds: a metric may become the other one while an answer is prepared. */
export const keysAsked = ({ metrics, states }: SnapshotRequest): readonly string[] => [
  ...new Set([...metrics.flatMap((metric) => keysOf(metric, "both")), ...(states ? [STATE] : [])]),
];

/** The first hour that may hold into the range. */
export const firstHour = ({ startMs }: SnapshotRequest): number => hourOf(startMs - LEAD_MS);

/**
 * The hours in memory that the answer is made of, ascending: those of the range, and of those before it the nearest that
 * tells a state.
 */
export function hoursOf({ hours }: MachineMemory, request: SnapshotRequest): number[] {
  const first = firstHour(request);
  const ofRange = hours.within(first, request.endMs);
  if (request.states !== true) return ofRange;
  let before = hours.before(first);
  while (before > -Infinity && !hours.get(before)?.raw.has(STATE)) before = hours.before(before);
  return before > -Infinity ? [before, ...ofRange] : ofRange;
}

/** Of hours further back, the state that holds on. */
export const wantedOf = (
  request: SnapshotRequest,
  keys: readonly string[],
  hourMs: number,
): readonly string[] => (hourMs >= firstHour(request) ? keys : [STATE]);
