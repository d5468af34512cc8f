/**
 * Between which days work falls due when the pace varies. Times are Unix milliseconds, values percent of life left.
 */
import { DAY_MS } from "#app/domain/durations.ts";
import { valueAt, type BurnPoint } from "./burn.ts";
import { maxOf, minOf } from "#app/domain/extremes.ts";

const WEEK_MS = 7 * DAY_MS;
const SOONEST_MS = 12 * 3_600_000;
/** Slower than this nobody can say when: the date would be years away. */
const FURTHEST_MS = 3 * 365 * DAY_MS;

export type DateRange = { fromMs: number; untilMs: number };

/**
 * When the life left reaches the cutoff at the pace of the last week, of the week before and of both together, from the
 * earliest to the latest. null: the cutoff is reached, less than two weeks are known, or all say the same day.
 */
export function recommendedRange(
  points: readonly BurnPoint[],
  cutoffValue: number,
): DateRange | null {
  const last = points.at(-1);
  const first = points[0];
  if (!last || !first || last.value <= cutoffValue) return null;
  if (last.timeMs - first.timeMs < 2 * WEEK_MS) return null;
  const middle = valueAt(points, last.timeMs - WEEK_MS);
  const before = valueAt(points, last.timeMs - 2 * WEEK_MS);
  const paces = [middle - last.value, before - middle, (before - last.value) / 2];
  const dates = paces
    .filter((perWeek) => perWeek > 0)
    .map((perWeek) => last.timeMs + ((last.value - cutoffValue) / perWeek) * WEEK_MS)
    .filter((timeMs) => timeMs - last.timeMs <= FURTHEST_MS);
  // A week in which nothing burned says that it may be later, not when.
  if (dates.length < paces.length) return null;
  const [fromMs, untilMs] = [Math.round(minOf(dates)), Math.round(maxOf(dates))];
  return untilMs - fromMs < SOONEST_MS ? null : { fromMs, untilMs };
}
