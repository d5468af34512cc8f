import type { StateChange } from "#app/domain/series/state-changes.ts";
import { STATE_HOLD_MS, toStateCode } from "./states.ts";

/** When the newest state that a machine told began. */
export type StateSince = {
  code: number;
  sinceMs: number;
  /** It held already when what was read begins. */
  isOlder: boolean;
  /** Nothing was heard right before it: it may have begun earlier. */
  isUnheard: boolean;
  /** Of a change that was heard live: when another state was told last. It began between that and `sinceMs`. */
  afterMs?: number;
};

/** From the changes of a range that begins at startMs, ascending; null when no state is known in it. */
export function stateSince(changes: readonly StateChange[], startMs: number): StateSince | null {
  const at = changes.findLastIndex(({ isSilent }) => !isSilent);
  const last = changes[at];
  if (last === undefined) return null;
  const isOlder = last.timeMs <= startMs;
  const before = changes[at - 1];
  const isUnheard = !isOlder && (before === undefined || before.isSilent === true);
  return { code: last.code, sinceMs: last.timeMs, isOlder, isUnheard };
}

type State = {
  value: number | string | null;
  turn?: { from: { value: number | string; timeMs: number }; timeMs: number };
};

/** By the first live sample of the state of now, after the last one of another; null where it tells no beginning. */
export function sinceOfTurn({ value, turn }: State): StateSince | null {
  if (value === null || turn === undefined) return null;
  const { from, timeMs } = turn;
  const code = toStateCode(value);
  if (code === toStateCode(from.value)) return null;
  const isUnheard = timeMs - from.timeMs > STATE_HOLD_MS;
  return { code, sinceMs: timeMs, isOlder: false, isUnheard, afterMs: from.timeMs };
}

/**
 * Of what is held and what was read anew: a change that came live since the reading stays, and so does a beginning that is
 * known exactly. Of one that nobody heard, and of one that fell between two live samples, the reading may know more: what came
 * late, and what a page missed while it was cut off.
 */
export function betterSince(held: StateSince | undefined, read: StateSince | null) {
  if (held === undefined || read === null) return held ?? read;
  if (held.code !== read.code) return held.sinceMs > read.sinceMs ? held : read;
  if (read.isOlder && !held.isOlder && held.sinceMs <= read.sinceMs) return held;
  const isOfBefore = held.sinceMs > read.sinceMs && read.sinceMs <= (held.afterMs ?? Infinity);
  return isOfBefore && !held.isUnheard ? held : read;
}
