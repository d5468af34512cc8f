/**
 * A line as its pixels show it: where several points fall on one pixel, their first, lowest, highest and last, so that no
 * spike is lost and ten thousand points cost no more than a screen's width of them.
 */
import type { ChartPoint } from "./types.ts";

export type Column = {
  x: number;
  /** Of the line: the values, in the order of time, that a pen goes through. */
  first: number;
  low: number;
  high: number;
  last: number;
  /** Of the samples behind. */
  min: number;
  max: number;
  lower: number | null;
  upper: number | null;
};

/** The first point at or after `timeMs`. */
export function indexAt(points: readonly { timeMs: number }[], timeMs: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.timeMs < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Runs without a gap, each as columns from left to right; with a point beyond either edge, so that lines go on. */
export function reduceLine(
  points: readonly ChartPoint[],
  view: { startMs: number; endMs: number },
  { width, joinMs }: { width: number; joinMs: number },
): Column[][] {
  const from = Math.max(0, indexAt(points, view.startMs) - 1);
  const to = Math.min(points.length, indexAt(points, view.endMs) + 1);
  const perMs = width / (view.endMs - view.startMs);
  const isDense = to - from > width * 2;
  const runs: Column[][] = [];
  let run: Column[] | null = null;
  let column: Column | null = null;
  let pixel = Number.NaN;
  let beforeMs = 0;
  for (let index = from; index < to; index++) {
    const { timeMs, value, min, max, lower, upper } = points[index]!;
    if (typeof value !== "number") {
      run = null;
      continue;
    }
    if (run === null || timeMs - beforeMs > joinMs) {
      run = [];
      runs.push(run);
      column = null;
    }
    beforeMs = timeMs;
    const x = (timeMs - view.startMs) * perMs;
    if (isDense && column !== null && Math.floor(x) === pixel) {
      column.last = value;
      if (value < column.low) column.low = value;
      if (value > column.high) column.high = value;
      if ((min ?? value) < column.min) column.min = min ?? value;
      if ((max ?? value) > column.max) column.max = max ?? value;
      if (lower !== null && (column.lower === null || lower < column.lower)) column.lower = lower;
      if (upper !== null && (column.upper === null || upper > column.upper)) column.upper = upper;
      continue;
    }
    pixel = Math.floor(x);
    column = {
      x,
      first: value,
      low: value,
      high: value,
      last: value,
      min: min ?? value,
      max: max ?? value,
      lower,
      upper,
    };
    run.push(column);
  }
  return runs;
}

/** Lowest and highest of the values; null of nothing. */
export function extentOf(runs: readonly Column[][]): [low: number, high: number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const run of runs)
    for (const column of run) {
      low = Math.min(low, column.min, column.low);
      high = Math.max(high, column.max, column.high);
    }
  return low > high ? null : [low, high];
}

/** How far beyond the values an axis goes for what is expected of them, as a share of their range. */
const MOST_BAND = 0.5;

/**
 * The values' extent with that of their expected bands, as far as the values stay readable: a band far wider than they
 * are leaves the plot.
 */
export function withBands(
  [low, high]: readonly [low: number, high: number],
  runs: readonly Column[][],
): [low: number, high: number] {
  const room = high > low ? (high - low) * MOST_BAND : Infinity;
  let [from, to] = [low, high];
  for (const run of runs)
    for (const { lower, upper } of run) {
      from = Math.min(from, Math.max(lower ?? from, low - room));
      to = Math.max(to, Math.min(upper ?? to, high + room));
    }
  return [from, to];
}
