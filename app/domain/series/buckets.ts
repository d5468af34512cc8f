/**
 * Samples to the points of an answer (CONTRACT §4). Bucket i of n covers
 * [start + i·w, start + (i+1)·w) with w = (end - start) / n, which need not be a whole number of
 * milliseconds; every sample falls into exactly one. Parts may be added in any order and split.
 */
import { isCategorical } from "#app/domain/metrics/registry.ts";
import { clipColumn } from "./clip.ts";
import { ExactMean } from "./exact-mean.ts";
import { ceilTo, floorTo } from "./levels.ts";
import { rowAt, rowCount, type RollupColumn } from "./rollup.ts";
import type { Column, Sample, SampleValue, SeriesPoint } from "./types.ts";

/** `buckets` equal buckets over [startMs, endMs); whole milliseconds, not empty. */
export type BucketGrid = { startMs: number; endMs: number; buckets: number };

/** The bucket of a time inside the grid. Products stay below 2^53 for centuries of a hundred thousand buckets. */
export function bucketIndex({ startMs, endMs, buckets }: BucketGrid, timeMs: number): number {
  const scaled = (timeMs - startMs) * buckets;
  const range = endMs - startMs;
  return (scaled - (scaled % range)) / range;
}

/** The first whole millisecond of a bucket. */
export function bucketStartMs({ startMs, endMs, buckets }: BucketGrid, index: number): number {
  return startMs + Math.ceil((index * (endMs - startMs)) / buckets);
}

type Bucket = { count: number; numbers: ExactMean; lastMs: number; last: SampleValue };

export class BucketAccumulator {
  readonly #grid: BucketGrid;
  readonly #answersLast: boolean;
  readonly #buckets: (Bucket | undefined)[] = [];
  /** The samples themselves, until there are more than buckets. */
  #samples: Sample[] | null = [];
  #rolledUp = 0;
  #inexact = false;
  readonly #snapMs: number;

  /** With `snapMs` buckets begin where a unit of that length does, and take whole units. */
  constructor(metric: string, grid: BucketGrid, snapMs = 0) {
    if (!(grid.endMs > grid.startMs) || !(Number.isInteger(grid.buckets) && grid.buckets > 0)) {
      throw new RangeError(
        `no grid: ${grid.buckets} buckets over [${grid.startMs}, ${grid.endMs})`,
      );
    }
    this.#grid = grid;
    this.#snapMs = snapMs;
    this.#answersLast = isCategorical(metric);
  }

  get isEmpty(): boolean {
    return this.samples === 0;
  }

  get samples(): number {
    let count = 0;
    for (const bucket of this.#buckets) count += bucket?.count ?? 0;
    return count;
  }

  /** Roll-ups cannot tell: they stand for so few samples that these themselves are the answer, or for too large ones. */
  get needsSamples(): boolean {
    if (this.#inexact) return true;
    return (
      this.#rolledUp > 0 &&
      this.#samples !== null &&
      this.#samples.length + this.#rolledUp <= this.#grid.buckets
    );
  }

  /** Takes rows that lie in one bucket each, or count to the one they begin in. One or two samples are taken as they were. */
  addRollups(column: RollupColumn): void {
    const { startMs, endMs } = this.#grid;
    for (let index = 0; index < rowCount(column); index++) {
      const { unitMs, count, parts, min, max, first, last } = rowAt(column, index);
      if (count <= 2) {
        for (const { timeMs, value } of count === 2 ? [first, last] : [last])
          if (timeMs >= startMs && timeMs < endMs) this.#addSample(timeMs, value);
        continue;
      }
      this.#rolledUp += count;
      const bucket = this.#bucketAt(Math.max(unitMs, startMs), last.value);
      bucket.count += count;
      if (typeof last.value === "number") {
        this.#inexact ||= Number.isNaN(parts.sum);
        bucket.numbers.addSum(count, parts, min, max);
      }
      if (last.timeMs < bucket.lastMs) continue;
      bucket.lastMs = last.timeMs;
      bucket.last = last.value;
    }
  }

  #bucketAt(timeMs: number, first: SampleValue): Bucket {
    return (this.#buckets[bucketIndex(this.#grid, timeMs)] ??= {
      count: 0,
      numbers: new ExactMean(),
      lastMs: -Infinity,
      last: first,
    });
  }

  /** Takes what of the column lies in the grid: a bucket's samples at a time, for they ascend. */
  add(column: Column): void {
    const { startMs, endMs } = this.#grid;
    const clipped = clipColumn(column, startMs, endMs);
    const { times, values } = clipped;
    for (let from = 0, to = 0; from < times.length; from = to) {
      const timeMs = times[from] as number;
      const beginsMs = this.#beginsMs(timeMs);
      const untilMs =
        this.#snapMs === 0
          ? bucketStartMs(this.#grid, bucketIndex(this.#grid, timeMs) + 1)
          : floorTo(timeMs, this.#snapMs) + this.#snapMs;
      for (to = from + 1; to < times.length && (times[to] as number) < untilMs; to++);
      for (let at = from; this.#samples && at < to; at++)
        this.#keep(times[at] as number, values[at] as SampleValue);
      const bucket = this.#bucketAt(beginsMs, values[from] as SampleValue);
      bucket.count += to - from;
      if (clipped.kind === "number") bucket.numbers.addAll(clipped.values, from, to);
      const lastMs = times[to - 1] as number;
      if (lastMs < bucket.lastMs) continue;
      bucket.lastMs = lastMs;
      bucket.last = values[to - 1] as SampleValue;
    }
  }

  #addSample(timeMs: number, value: SampleValue): void {
    this.#keep(timeMs, value);
    const bucket = this.#bucketAt(this.#beginsMs(timeMs), value);
    bucket.count++;
    if (typeof value === "number") bucket.numbers.add(value);
    if (timeMs < bucket.lastMs) return;
    bucket.lastMs = timeMs;
    bucket.last = value;
  }

  /** A time in the bucket that the time counts to. */
  #beginsMs(timeMs: number): number {
    return this.#snapMs === 0
      ? timeMs
      : Math.max(this.#grid.startMs, floorTo(timeMs, this.#snapMs));
  }

  #keep(timeMs: number, value: SampleValue): void {
    this.#samples?.push({ timeMs, value });
    if (this.#samples && this.#samples.length > this.#grid.buckets) this.#samples = null;
  }

  /** The samples, when there are no more of them than buckets; else a point per bucket. Ascending. */
  points(): SeriesPoint[] {
    if (this.#samples && this.#rolledUp === 0)
      return this.#samples.sort((a, b) => a.timeMs - b.timeMs).map(samplePoint);
    return Array.from({ length: this.#grid.buckets }, (_, index) => {
      const bucket = this.#buckets[index];
      const startMs = bucketStartMs(this.#grid, index);
      const beginsMs = this.#snapMs === 0 || index === 0 ? startMs : ceilTo(startMs, this.#snapMs);
      return point(beginsMs, bucket ? this.#toAnswer(bucket) : EMPTY);
    });
  }

  #toAnswer({ count, numbers, last }: Bucket): Answer {
    const value = this.#answersLast || numbers.count < count ? last : numbers.mean();
    if (numbers.count === 0) return { value, min: null, max: null, count };
    return { value, min: numbers.min, max: numbers.max, count };
  }
}

type Answer = Pick<SeriesPoint, "value" | "min" | "max" | "count">;

const EMPTY: Answer = { value: null, min: null, max: null, count: 0 };

function samplePoint({ timeMs, value }: Sample): SeriesPoint {
  const bound = typeof value === "number" ? value : null;
  return point(timeMs, { value, min: bound, max: bound, count: 1 });
}

const point = (timeMs: number, answer: Answer): SeriesPoint => ({
  timeMs,
  ...answer,
  upper: null,
  lower: null,
  adFlag: null,
});

/** The points of columns that are all in memory; the columns hold disjoint samples of the metric. */
export function toBuckets(
  metric: string,
  columns: readonly Column[],
  grid: BucketGrid,
): SeriesPoint[] {
  const accumulator = new BucketAccumulator(metric, grid);
  for (const column of columns) accumulator.add(column);
  return accumulator.points();
}
