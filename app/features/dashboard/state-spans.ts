import { toStateSpans, type StateSpan } from "#app/domain/metrics/state-strip.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { Reading } from "./fleet-store.ts";
import { STRIP_MS } from "./fleet-types.ts";

/** The strip that ends at endMs (Unix ms): the states that were read, and the one of now where it came after them. */
export function spansUntil(
  changes: readonly StateChange[],
  { value, timeMs }: Pick<Reading, "value" | "timeMs">,
  endMs: number,
): StateSpan[] {
  const code = value === null ? null : toStateCode(value);
  const last = changes.at(-1);
  const isLater =
    code !== null && timeMs !== null && timeMs > (last?.timeMs ?? 0) && code !== last?.code;
  return toStateSpans(isLater ? [...changes, { timeMs, code }] : changes, endMs - STRIP_MS, endMs);
}
