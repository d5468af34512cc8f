/**
 * How a maintenance's life burns down. Catalogue work wears by the hours that the machine ran; a custom one has a lifetime
 * in days (spec 001 §9) and burns by the clock. Times are Unix milliseconds, values percent of life left.
 */
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";

export type BurnPoint = { timeMs: number; value: number };
/** How much of an hour the machine ran, 0 to 1, by the hour's begin; an hour of which nobody heard is left out. */
export type RunHour = { hourMs: number; hours: number };
/** Burning is looked at over so long to say when the cutoff will be reached. */
const RATE_WINDOW_MS = 14 * DAY_MS;
/** A machine that ran for a second in two weeks would wear for more years than a date can tell: a hundred stand for never. */
const FURTHEST_MS = 36_525 * DAY_MS;

export type BurnInput = {
  /** Where it begins: the work with all of its life, or the last point before what is recorded. */
  from: BurnPoint;
  /** Hours to nothing. */
  lifeHours: number;
  isByClock: boolean;
  /** Ascending. */
  runHours: readonly RunHour[];
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
      burned += hour.hours * shareAfter(hour.hourMs, from.timeMs);
    const used = isByClock ? (timeMs - from.timeMs) / HOUR_MS : burned;
    points.push({ timeMs, value: Math.max(0, from.value - (100 * used) / lifeHours) });
  }
}

/** Of an hour, the share that lies after a moment. */
const shareAfter = (hourMs: number, atMs: number): number =>
  Math.min(1, Math.max(0, (hourMs + HOUR_MS - atMs) / HOUR_MS));

const nextDay = (timeMs: number): number => (Math.floor(timeMs / DAY_MS) + 1) * DAY_MS;

/** Points younger than this may be the end of a run, which the next one takes away again. */
const SETTLED_MS = 48 * HOUR_MS;

/**
 * Where the line is worked out from, and the points before it, which stay. Samples reach back to the work itself as a rule:
 * then it begins there. Where they do not (they are past retention, or Helios did not know the machine yet) and points
 * tell what burned before, the first settled point after the oldest sample stays what it is.
 */
export function startOfBurn({
  beginMs,
  known,
  runHours,
  untilMs,
  isByClock,
}: {
  /** The work, or when it was added. */
  beginMs: number;
  /** Ascending. */
  known: readonly BurnPoint[];
} & Pick<BurnInput, "runHours" | "untilMs" | "isByClock">): {
  from: BurnPoint;
  kept: BurnPoint[];
} {
  const work = { timeMs: beginMs, value: 100 };
  const heardMs = runHours.find(({ hourMs }) => hourMs + HOUR_MS > beginMs)?.hourMs ?? untilMs;
  const told = known.filter(({ timeMs }) => timeMs >= beginMs && timeMs <= untilMs);
  const isTold = told.some(({ timeMs, value }) => timeMs <= heardMs && value < 100);
  if (isByClock || heardMs <= beginMs || !isTold) return { from: work, kept: [work] };
  const settled = (point: BurnPoint) => point.timeMs <= untilMs - SETTLED_MS;
  const at = told.findIndex((point) => point.timeMs >= heardMs && settled(point));
  const kept = at === -1 ? told.filter(({ timeMs }) => timeMs <= heardMs) : told.slice(0, at + 1);
  return { from: kept.at(-1)!, kept };
}

/**
 * When work falls due, from its line and its life: where it crosses the cutoff or at the pace of the last two weeks; a machine
 * that stood still in them, at its pace since the work; one that stood still all the time, when its life ran by the clock.
 */
export function recommendedDateOf(
  points: readonly BurnPoint[],
  { lifeHours, cutoffValue }: { lifeHours: number; cutoffValue: number },
): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const byPace = recommendedFrom(points, cutoffValue);
  if (byPace !== null) return byPace;
  const perMs = (first.value - last.value) / (last.timeMs - first.timeMs);
  const slowest = 100 / (lifeHours * HOUR_MS);
  return reachedAt(last, cutoffValue, perMs > 0 ? perMs : slowest);
}

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
  const fromMs = Math.max(points[0]!.timeMs, last.timeMs - RATE_WINDOW_MS);
  const perMs = (valueAt(points, fromMs) - last.value) / (last.timeMs - fromMs);
  return perMs > 0 ? reachedAt(last, cutoffValue, perMs) : null;
}

const reachedAt = (last: BurnPoint, cutoffValue: number, perMs: number): number =>
  Math.round(last.timeMs + Math.min(FURTHEST_MS, (last.value - cutoffValue) / perMs));

/** Between two points as if it burned evenly. The time lies within the points. */
export function valueAt(points: readonly BurnPoint[], timeMs: number): number {
  const next = points.findIndex((point) => point.timeMs >= timeMs);
  const [after, before] = [points[next]!, points[next - 1]];
  if (before === undefined || after.timeMs === timeMs) return after.value;
  const share = (timeMs - before.timeMs) / (after.timeMs - before.timeMs);
  return before.value + share * (after.value - before.value);
}
