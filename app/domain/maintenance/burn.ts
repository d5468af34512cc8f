/**
 * How a maintenance's life burns down. Catalogue work wears by the hours that the machine ran; a custom one has a lifetime
 * in days (spec 001 §9) and burns by the clock. Times are Unix milliseconds, values percent of life left.
 */
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";

export type BurnPoint = { timeMs: number; value: number };
/** Burning is looked at over so long to say when the cutoff will be reached. */
const RATE_WINDOW_MS = 14 * DAY_MS;

export type BurnInput = {
  /** The newest point that is settled; what came later is worked out anew, because late samples may have come. */
  from: BurnPoint;
  /** Hours to nothing. */
  lifeHours: number;
  isByClock: boolean;
  /** Hours in which the machine ran, by the hour's begin; an hour of which nobody heard is left out. Ascending. */
  runHours: readonly { hourMs: number; hours: number }[];
  /** The last whole hour's end. */
  untilMs: number;
};

/** The points after `from`: one at the end of each day (UTC) and one at `untilMs`, never below 0. */
export function burnDown({
  from,
  lifeHours,
  isByClock,
  runHours,
  untilMs,
}: BurnInput): BurnPoint[] {
  const points: BurnPoint[] = [];
  let burned = 0;
  let next = 0;
  for (let endMs = nextDay(from.timeMs); ; endMs = nextDay(endMs)) {
    const timeMs = Math.min(endMs, untilMs);
    if (timeMs <= (points.at(-1)?.timeMs ?? from.timeMs)) return points;
    for (let hour = runHours[next]; hour && hour.hourMs < timeMs; hour = runHours[++next])
      if (hour.hourMs >= from.timeMs - HOUR_MS + 1) burned += hour.hours;
    const used = isByClock ? (timeMs - from.timeMs) / HOUR_MS : burned;
    points.push({ timeMs, value: Math.max(0, from.value - (100 * used) / lifeHours) });
  }
}

const nextDay = (timeMs: number): number => (Math.floor(timeMs / DAY_MS) + 1) * DAY_MS;

/**
 * When the life left reaches the cutoff: where the points cross it, or where they will at the pace of the last two weeks;
 * null when nothing burned in them, so that nobody can say.
 */
export function recommendedFrom(points: readonly BurnPoint[], cutoffValue: number): number | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  if (last.value <= cutoffValue) {
    const at = points.findIndex(({ value }) => value <= cutoffValue);
    const [before, after] = [points[at - 1], points[at]!];
    if (before === undefined) return after.timeMs;
    const share = (before.value - cutoffValue) / (before.value - after.value);
    return Math.round(before.timeMs + share * (after.timeMs - before.timeMs));
  }
  const first = points.find(({ timeMs }) => timeMs >= last.timeMs - RATE_WINDOW_MS)!;
  const perMs = (first.value - last.value) / (last.timeMs - first.timeMs);
  return perMs > 0 ? Math.round(last.timeMs + (last.value - cutoffValue) / perMs) : null;
}
