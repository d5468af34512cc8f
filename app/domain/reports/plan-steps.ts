/** A report's rows: which stretches of equal steps a range is made of, and in how many questions they are read. */
import { granularityOf, type Granularity } from "#app/domain/series/granularity.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { wallClock } from "#app/domain/formats/local-days.ts";
import { MAX_REPORT_VALUES } from "./timeframe.ts";

export const STEP_MS: Record<Granularity, number> = {
  second: 1000,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/** `buckets` equal steps over [startMs, endMs). */
export type Stretch = { startMs: number; endMs: number; buckets: number };
export type StepRange = {
  startMs: number;
  endMs: number;
  granularity: Granularity;
  timezone: string;
};

/**
 * Stretches that cover [startMs, endMs) without overlap, in order. Steps begin where the zone's clock shows a whole
 * minute, hour or day; the first and the last are cut to the range, and a day on which clocks change is as long as it is.
 * No stretch has more than `most` steps; those of seconds and minutes end with a day (UTC) where they can: samples lie by the
 * day, and those of one that is cut are read twice.
 */
export function* planSteps(
  { startMs, endMs, granularity, timezone }: StepRange,
  most: number,
): Generator<Stretch> {
  const stepMs = STEP_MS[granularity];
  for (let fromMs = startMs; fromMs < endMs;) {
    const firstMs = nextStart(fromMs, stepMs, timezone);
    if (firstMs - fromMs !== stepMs) {
      const toMs = Math.min(firstMs, endMs);
      yield { startMs: fromMs, endMs: toMs, buckets: 1 };
      fromMs = toMs;
      continue;
    }
    let buckets = 1;
    let toMs = firstMs;
    const dayEndMs = floor(fromMs + most * stepMs, DAY_MS);
    const untilMs = stepMs <= MINUTE_MS && dayEndMs > fromMs ? Math.min(dayEndMs, endMs) : endMs;
    while (buckets < most && toMs + stepMs <= untilMs) {
      if (nextStart(toMs, stepMs, timezone) - toMs !== stepMs) break;
      toMs += stepMs;
      buckets++;
    }
    if (toMs > endMs) {
      yield { startMs: fromMs, endMs, buckets: 1 };
      return;
    }
    yield { startMs: fromMs, endMs: toMs, buckets };
    fromMs = toMs;
  }
}

/** How many steps a range has at most: one more at each end and at each change of clocks. */
export const countSteps = ({ startMs, endMs, granularity }: Omit<StepRange, "timezone">): number =>
  Math.ceil((endMs - startMs) / STEP_MS[granularity]) + 1;

/** Whether a report has more values than one may have, for the form and for the call alike. Steps fit the range where none are chosen. */
export const isReportTooLarge = (
  {
    startMs,
    endMs,
    granularity = granularityOf(endMs - startMs),
  }: Omit<StepRange, "granularity" | "timezone"> & { granularity?: Granularity | undefined },
  metrics: number,
): boolean => countSteps({ startMs, endMs, granularity }) * metrics > MAX_REPORT_VALUES;

/** The next moment after this one at which the zone's clock shows a whole step. Seconds and minutes are whole in every zone. */
function nextStart(timeMs: number, stepMs: number, timezone: string): number {
  if (stepMs <= MINUTE_MS) return floor(timeMs, stepMs) + stepMs;
  const offsetMs = wallClock(timeMs, timezone) - floor(timeMs, 1000);
  const guess = floor(timeMs + offsetMs, stepMs) + stepMs - offsetMs;
  const offsetThenMs = wallClock(guess, timezone) - floor(guess, 1000);
  if (offsetThenMs === offsetMs) return guess;
  // Clocks change before it. A day ends where they show midnight; an hour, where it does by the old offset.
  if (stepMs < DAY_MS) return guess;
  const midnight = guess + offsetMs - offsetThenMs;
  // Where they go from midnight to one, they show no midnight: the day begins as they change.
  return wallClock(midnight, timezone) % DAY_MS === 0 ? midnight : guess;
}

const floor = (timeMs: number, unitMs: number): number => Math.floor(timeMs / unitMs) * unitMs;
