import type { StateChange } from "#app/domain/series/state-changes.ts";

/** When the newest state that a machine told began; `isOlder`: it held already when what was read begins. */
export type StateSince = { code: number; sinceMs: number; isOlder: boolean };

/** From the changes of a range that begins at startMs, ascending; null when no state is known in it. */
export function stateSince(changes: readonly StateChange[], startMs: number): StateSince | null {
  const last = changes.findLast(({ isSilent }) => !isSilent);
  return last === undefined
    ? null
    : { code: last.code, sinceMs: last.timeMs, isOlder: last.timeMs <= startMs };
}
