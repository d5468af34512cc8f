import { stripSpans, type StateSpan } from "#app/domain/metrics/spans.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { Reading } from "./readings.ts";
import { STRIP_MS } from "./fleet-types.ts";

/** A machine's strip that ends at endMs (Unix ms). */
export const spansUntil = (
  changes: readonly StateChange[],
  state: Pick<Reading, "value" | "timeMs">,
  endMs: number,
): StateSpan[] => stripSpans(changes, state, { startMs: endMs - STRIP_MS, endMs });
