/** What one metric showed on a day (UTC) while its machine ran, as thresholds remember it. */
import { encodeSummary, summarizeDay } from "#app/domain/detection/threshold.ts";
import { isRunning } from "#app/domain/metrics/states.ts";
import type { Column } from "#app/domain/series/types.ts";
import type { MetricDay } from "./detection-store.ts";

/** A metric that grew so often, and fell at most once in so many times, is a counter: its past bounds nothing. */
const COUNTER_RISES = 100;
const COUNTER_FALLS = 1 / 1_000;
export const isCounter = (rises: number, falls: number): boolean =>
  rises >= COUNTER_RISES && falls <= rises * COUNTER_FALLS;

export function summarize(values: Float64Array): MetricDay {
  let [rises, falls] = [0, 0];
  for (let at = 1; at < values.length; at++) {
    if ((values[at] as number) > (values[at - 1] as number)) rises++;
    else if ((values[at] as number) < (values[at - 1] as number)) falls++;
  }
  return { total: values.length, rises, falls, summary: encodeSummary(summarizeDay(values)) };
}

/** The values of samples at which the machine ran; all of them where it never told a state. */
export function whileRunning(
  { times, values }: Column & { kind: "number" },
  states: Column | null,
  codeBefore: number | null,
): Float64Array {
  const codes = states?.kind === "number" ? states : null;
  if (codes === null && codeBefore === null) return values;
  const kept = new Float64Array(values.length);
  let [length, next, code] = [0, 0, codeBefore];
  for (let at = 0; at < times.length; at++) {
    while (codes && next < codes.times.length && (codes.times[next] as number) <= times[at]!)
      code = codes.values[next++] as number;
    if (code === null || isRunning(code)) kept[length++] = values[at] as number;
  }
  return kept.subarray(0, length);
}
