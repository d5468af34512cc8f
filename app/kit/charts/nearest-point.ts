import { indexAt } from "./reduce-line.ts";
import type { ChartPoint, ChartSeries, ChartView } from "./types.ts";

/** The series' point that a crosshair at `timeMs` reads: for steps and spans the one that holds there, for lines the nearest within what is joined. */
export function pointAt(
  { points, shape, joinMs }: Pick<ChartSeries, "points" | "shape" | "joinMs">,
  timeMs: number,
): ChartPoint | null {
  const after = indexAt(points, timeMs + (shape === "line" ? 0 : 1));
  const [before, next] = [points[after - 1], points[after]];
  if (shape !== "line") return before && timeMs - before.timeMs <= joinMs ? before : null;
  const near = [before, next]
    .filter((point) => point !== undefined)
    .sort((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs))[0];
  return near && Math.abs(near.timeMs - timeMs) <= joinMs ? near : null;
}

/** Times of all series within [startMs, endMs), each once, ascending: where the keyboard's crosshair stops. */
export function stopsOf(
  series: readonly ChartSeries[],
  { startMs, endMs }: { startMs: number; endMs: number },
): number[] {
  const times = new Set<number>();
  for (const { points } of series)
    for (let index = indexAt(points, startMs); index < points.length; index++) {
      const { timeMs } = points[index]!;
      if (timeMs >= endMs) break;
      times.add(timeMs);
    }
  return [...times].sort((a, b) => a - b);
}

/** Where the step ends that begins at `timeMs`; null of a sample. */
export function stepEndAt(
  series: readonly Pick<ChartSeries, "points">[],
  timeMs: number,
): number | "now" | null {
  for (const { points } of series) {
    const point = points[indexAt(points, timeMs)];
    if (point?.timeMs === timeMs && point.ends !== undefined) return point.ends;
  }
  return null;
}

/** At the crosshair, or the newest of what is shown that was measured. */
export function readPoint(
  series: ChartSeries,
  atMs: number | null,
  { startMs, endMs }: ChartView,
): ChartPoint | null {
  if (atMs !== null) return pointAt(series, atMs);
  const isShown = ({ timeMs, value }: ChartPoint) => value !== null && timeMs < endMs;
  const newest = series.points.findLast(isShown) ?? null;
  // What was measured before holds for a while.
  return newest !== null && newest.timeMs + series.joinMs >= startMs ? newest : null;
}

/**
 * Whether a mean lies outside of its own samples' range: it counts by time, and what the last sample before left holds
 * until the first of its own.
 */
export function isBeyond(point: ChartPoint | null): boolean {
  if (point === null || typeof point.value !== "number") return false;
  const { value, min, max } = point;
  // Sums of floats end a little beside what was summed.
  const room = 1e-9 * Math.max(1, Math.abs(value));
  return min !== null && max !== null && (value < min - room || value > max + room);
}
