/** Where the times of a batch lie. */
import { HOUR_MS } from "#app/domain/durations.ts";
import { firstAtOrAfter } from "./clip.ts";
import type { Columns, SampleValue } from "./types.ts";

/** Times outside are refused: too_old before, future from `endMs` on. Samples after `liveMs` are no newest value yet. */
export type Window = { startMs: number; liveMs: number; endMs: number };

export const hourOf = (timeMs: number): number =>
  timeMs - (((timeMs % HOUR_MS) + HOUR_MS) % HOUR_MS);

/** The one hour that times, ascending and inside the window, lie in; null when they are not all that. */
export function plainHour(times: Float64Array, window: Window): number | null {
  const first = times[0];
  const last = times[times.length - 1];
  if (first === undefined || last === undefined || first < window.startMs || last >= window.endMs)
    return null;
  for (let row = 1; row < times.length; row++)
    if (!((times[row] as number) > (times[row - 1] as number))) return null;
  const hourMs = hourOf(first);
  return last < hourMs + HOUR_MS ? hourMs : null;
}

export function valueIn(
  column: Columns[string] | undefined,
  timeMs: number,
): SampleValue | undefined {
  if (!column) return undefined;
  const index = firstAtOrAfter(column.times, timeMs);
  return column.times[index] === timeMs ? column.values[index] : undefined;
}
