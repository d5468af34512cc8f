import { NUMBER_HOLD_MS } from "./number-hold.ts";
import type { SeriesPoint } from "./types.ts";
import { maxOf, minOf } from "#app/domain/extremes.ts";

/**
 * A window cut into equal steps, as the dashboard draws it: per step mean by time (held.ts), minimum and maximum, null
 * where nothing held. Live samples go on where the server's steps end.
 */
export type GridBucket = {
  mean: number;
  min: number;
  max: number;
  heldMs: number;
  /** How long it was above zero, where that is not all of what held. */
  turnedMs?: number;
  /** Of what is made of several: of how many, where that is fewer than in other steps of the window. */
  part?: { counted: number; all: number };
};
export type Grid = {
  startMs: number;
  stepMs: number;
  buckets: (GridBucket | null)[];
  /** What held is in the steps up to this time; left out where that does not matter. */
  untilMs?: number;
};

/** The window of `steps` steps whose last one holds `nowMs`. */
export function gridWindow(
  nowMs: number,
  stepMs: number,
  steps: number,
): { startMs: number; endMs: number } {
  const endMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  return { startMs: endMs - steps * stepMs, endMs };
}

/** Points of any spacing (buckets or single samples) on the grid. Text and empty buckets are left out. */
export function toGrid(
  points: readonly SeriesPoint[],
  startMs: number,
  stepMs: number,
  steps: number,
  untilMs?: number,
): Grid {
  const buckets: (GridBucket | null)[] = new Array<GridBucket | null>(steps).fill(null);
  for (const point of points) {
    if (typeof point.value !== "number") continue;
    const index = Math.floor((point.timeMs - startMs) / stepMs);
    if (index < 0 || index >= steps) continue;
    const add = {
      mean: point.value,
      min: point.min ?? point.value,
      max: point.max ?? point.value,
      heldMs: point.heldMs ?? 1,
    };
    buckets[index] = merge(buckets[index] ?? null, add);
  }
  return { startMs, stepMs, buckets, ...(untilMs === undefined ? {} : { untilMs }) };
}

/**
 * The grid with one more sample, and with what held until it came: the sample before it, if that is known. It slides when
 * the sample lies beyond its end. A sample before its start changes nothing.
 */
export function withSample(
  grid: Grid,
  sample: { timeMs: number; value: number },
  before: { timeMs: number; value: number } | null = null,
  holdMs = NUMBER_HOLD_MS,
): Grid {
  const { stepMs } = grid;
  const steps = grid.buckets.length;
  const index = Math.floor((sample.timeMs - grid.startMs) / stepMs);
  if (index < 0) return grid;
  const shift = Math.max(0, index - steps + 1);
  const kept = grid.buckets.slice(Math.min(shift, steps));
  const buckets = [...kept, ...new Array<GridBucket | null>(steps - kept.length).fill(null)];
  const startMs = grid.startMs + shift * stepMs;
  if (before) {
    const toMs = Math.min(sample.timeMs, before.timeMs + holdMs);
    let fromMs = Math.max(before.timeMs, grid.untilMs ?? -Infinity, startMs);
    for (let endMs = fromMs; fromMs < toMs; fromMs = endMs) {
      const at = Math.floor((fromMs - startMs) / stepMs);
      endMs = Math.min(toMs, startMs + (at + 1) * stepMs);
      const { min = before.value, max = before.value } = buckets[at] ?? {};
      buckets[at] = merge(buckets[at] ?? null, {
        mean: before.value,
        min,
        max,
        heldMs: endMs - fromMs,
      });
    }
  }
  const { value } = sample;
  const at = index - shift;
  buckets[at] = merge(buckets[at] ?? null, { mean: value, min: value, max: value, heldMs: 0 });
  return { startMs, stepMs, buckets, untilMs: Math.max(sample.timeMs, grid.untilMs ?? -Infinity) };
}

/** Machines added up step by step. A machine without samples in a step adds nothing to it; a step without any is a gap. */
export const sumGrids = (grids: readonly Grid[]): Grid =>
  combine(grids, (held) => held.reduce(plus));

/**
 * Per step the mean of the machines that turned in it, each for as long as it turned, between the slowest and the fastest
 * reading; zero when all stood still.
 */
export const meanOfTurning = (grids: readonly Grid[]): Grid =>
  combine(grids, (held) => {
    const turning = held.filter(({ mean }) => mean > 0);
    if (turning.length === 0) return { mean: 0, min: 0, max: 0, heldMs: longest(held) };
    const turnedMs = turning.reduce((sum, bucket) => sum + turnedOf(bucket), 0);
    return {
      mean:
        turnedMs === 0
          ? turning.reduce((sum, { mean }) => sum + mean, 0) / turning.length
          : turning.reduce((sum, { mean, heldMs }) => sum + mean * heldMs, 0) / turnedMs,
      min: minOf(turning.map(({ min }) => min)),
      max: maxOf(turning.map(({ max }) => max)),
      heldMs: longest(turning),
    };
  });

/** Grids of one step and length, by time: they may have slid apart by live samples. */
function combine(grids: readonly Grid[], fold: (held: GridBucket[]) => GridBucket): Grid {
  const first = grids[0];
  if (first === undefined) return { startMs: 0, stepMs: 1, buckets: [] };
  const endMs = maxOf(grids.map((grid) => grid.startMs + grid.stepMs * grid.buckets.length));
  const startMs = endMs - first.stepMs * first.buckets.length;
  const steps = first.buckets.length;
  const heldAt = first.buckets.map((_, step) =>
    grids.flatMap(
      (grid) => grid.buckets[step + Math.round((startMs - grid.startMs) / grid.stepMs)] ?? [],
    ),
  );
  const all = maxOf(heldAt.map((held) => held.length));
  const buckets = heldAt.map((held, step): GridBucket | null => {
    const counted = held.length;
    // Some have not spoken yet in the step that has just begun: a sum without them would be a fall that never was.
    const isBegun = step === steps - 1 && counted < (heldAt[step - 1]?.length ?? 0);
    if (counted === 0 || isBegun) return null;
    return counted < all ? { ...fold(held), part: { counted, all } } : fold(held);
  });
  const until = grids.flatMap(({ untilMs }) => untilMs ?? []);
  return {
    ...{ startMs, stepMs: first.stepMs, buckets },
    ...(until.length > 0 && { untilMs: maxOf(until) }),
  };
}

const plus = (a: GridBucket, b: GridBucket): GridBucket => ({
  mean: a.mean + b.mean,
  min: a.min + b.min,
  max: a.max + b.max,
  heldMs: Math.max(a.heldMs, b.heldMs),
});

const longest = (held: readonly GridBucket[]): number => maxOf(held.map(({ heldMs }) => heldMs));

const turnedOf = ({ mean, heldMs, turnedMs }: GridBucket): number =>
  turnedMs ?? (mean > 0 ? heldMs : 0);

/** Two parts of one step; what has not held yet counts only as long as nothing has. */
function merge(held: GridBucket | null, add: GridBucket): GridBucket {
  if (held === null) return add;
  const heldMs = held.heldMs + add.heldMs;
  const turnedMs = turnedOf(held) + turnedOf(add);
  const part = [held.part, add.part].reduce((a, b) =>
    a && b && a.counted < b.counted ? a : (b ?? a),
  );
  return {
    mean: heldMs === 0 ? add.mean : (held.mean * held.heldMs + add.mean * add.heldMs) / heldMs,
    min: Math.min(held.min, add.min),
    max: Math.max(held.max, add.max),
    heldMs,
    ...(turnedMs > 0 && turnedMs < heldMs && { turnedMs }),
    ...(part && { part }),
  };
}

/** The same window in steps `times` as long. */
export function coarser({ stepMs, buckets, ...window }: Grid, times: number): Grid {
  const steps = Math.ceil(buckets.length / times);
  const merged = new Array<GridBucket | null>(steps).fill(null);
  buckets.forEach((bucket, index) => {
    if (bucket === null) return;
    const at = Math.floor(index / times);
    merged[at] = merge(merged[at] ?? null, bucket);
  });
  return { ...window, stepMs: stepMs * times, buckets: merged };
}
