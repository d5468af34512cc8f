/** The points of a chart: ascending in time, none twice, none older than the window. Pure. */
import type { SampleValue } from "#app/domain/series/types.ts";

/** `value` null: a gap, nothing was measured. */
export type SeriesPoint = { timeMs: number; value: SampleValue | null };

/** Adds points to ascending ones; of two with the same time the added one stays. Answers the same array when nothing changed. */
export function mergePoints(
  points: readonly SeriesPoint[],
  added: readonly SeriesPoint[],
): readonly SeriesPoint[] {
  if (added.length === 0) return points;
  const sorted = added.toSorted((a, b) => a.timeMs - b.timeMs);
  const last = points.at(-1);
  if (last === undefined || sorted[0]!.timeMs > last.timeMs) return [...points, ...dedupe(sorted)];
  const byTime = new Map(points.map((point) => [point.timeMs, point]));
  for (const point of sorted) byTime.set(point.timeMs, point);
  return [...byTime.values()].toSorted((a, b) => a.timeMs - b.timeMs);
}

const dedupe = (sorted: SeriesPoint[]): SeriesPoint[] =>
  sorted.filter((point, index) => sorted[index + 1]?.timeMs !== point.timeMs);

export function prunePoints(
  points: readonly SeriesPoint[],
  fromMs: number,
): readonly SeriesPoint[] {
  const first = points.findIndex((point) => point.timeMs >= fromMs);
  if (first === 0) return points;
  return first < 0 ? [] : points.slice(first);
}
