/**
 * What held in each bucket of a grid, out of stretches of samples and rows that come in any order. Between two stretches
 * the last sample of the one holds on until the first of the next, so these seams are made when all are there.
 */
import { floorTo, ceilTo } from "./levels.ts";
import { HeldMean } from "./held.ts";
import type { RollupRow } from "./rollup.ts";
import type { SampleValue } from "./types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

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

/** Buckets that begin where a unit of `snapMs` does, where that is not 0; the first begins with the range. */
export class Edges {
  readonly #grid: BucketGrid;
  readonly #snapMs: number;

  constructor(grid: BucketGrid, snapMs: number) {
    this.#grid = grid;
    this.#snapMs = snapMs;
  }

  /** Where the bucket begins; for the number of buckets, where the range ends. */
  at(index: number): number {
    if (index >= this.#grid.buckets) return this.#grid.endMs;
    const startMs = bucketStartMs(this.#grid, index);
    return this.#snapMs === 0 || index === 0 ? startMs : ceilTo(startMs, this.#snapMs);
  }

  /** The bucket of a time in the range. */
  indexOf(timeMs: number): number {
    if (this.#snapMs === 0) return bucketIndex(this.#grid, timeMs);
    const unitMs = floorTo(timeMs, this.#snapMs);
    return bucketIndex(this.#grid, Math.max(this.#grid.startMs, unitMs));
  }
}

/** A sample and the stretch that it ends. */
type Stretch = { firstMs: number; lastMs: number; last: SampleValue };

export class HeldBuckets {
  readonly #grid: BucketGrid;
  readonly #edges: Edges;
  readonly #untilMs: number;
  readonly #means: (HeldMean | undefined)[] = [];
  /** What held in a bucket; of one without samples that is a single value. */
  readonly #values: (SampleValue | undefined)[] = [];
  #stretches: (Stretch & { holdMs: number })[] = [];

  /** Nothing holds beyond `untilMs`. */
  constructor(grid: BucketGrid, edges: Edges, untilMs = grid.endMs) {
    this.#grid = grid;
    this.#untilMs = Math.min(untilMs, grid.endMs);
    this.#edges = edges;
  }

  /** The integral of a bucket; ask after `finish`. */
  mean(index: number): HeldMean | undefined {
    return this.#means[index];
  }

  /** What held in a bucket without samples; ask after `finish`. */
  valueHeld(index: number): SampleValue | undefined {
    return this.#values[index];
  }

  /**
   * Takes samples of a stretch of time in which, hour by hour, no other part has any; what lies before the range only
   * holds into it. Times ascend and are before the end of the range.
   */
  addSamples(times: Float64Array, values: ArrayLike<SampleValue>, holdMs: number): void {
    for (let from = 0, to = 0; from < times.length; from = to) {
      const firstMs = times[from] as number;
      const hourEndMs = floorTo(firstMs, HOUR_MS) + HOUR_MS;
      for (to = from + 1; to < times.length && (times[to] as number) < hourEndMs; to++);
      this.#addRun(times, values, from, to, holdMs);
      const [lastMs, last] = [times[to - 1] as number, values[to - 1] as SampleValue];
      this.#stretches.push({ firstMs, lastMs, last, holdMs });
    }
  }

  /** values[from] to values[to - 1], each until the next; the last one's hold is a seam. */
  #addRun(
    times: Float64Array,
    values: ArrayLike<SampleValue>,
    from: number,
    to: number,
    holdMs: number,
  ): void {
    let endMs = -Infinity;
    let mean: HeldMean | undefined;
    for (let at = from; at < to - 1; at++) {
      const timeMs = times[at] as number;
      const ms = (times[at + 1] as number) - timeMs;
      const untilMs = timeMs + (ms < holdMs ? ms : holdMs);
      if (timeMs >= endMs && timeMs >= this.#grid.startMs) {
        const index = this.#edges.indexOf(timeMs);
        mean = typeof values[at] === "number" ? this.#meanAt(index) : undefined;
        endMs = Math.min(this.#untilMs, this.#edges.at(index + 1));
      }
      const value = values[at] as SampleValue;
      if (mean && untilMs <= endMs && typeof value === "number") mean.add(value, untilMs - timeMs);
      else this.#hold(value, timeMs, untilMs);
    }
  }

  /** Takes a row that counts to the bucket it begins in, or only holds into the range. */
  addRow({ unitMs, firstMs, lastMs, last, ...row }: HeldRow, holdMs: number): void {
    if (lastMs >= this.#grid.startMs && row.heldMs > 0) {
      const index = this.#edges.indexOf(Math.max(unitMs, this.#grid.startMs));
      this.#meanAt(index).addArea(row.heldMs, row.area, row.min, row.max);
    }
    this.#stretches.push({ firstMs, lastMs, last, holdMs });
  }

  /** Adds what holds from stretch to stretch. Nothing may be added after. */
  finish(): this {
    const stretches = this.#stretches;
    this.#stretches = [];
    const doesAscend = stretches.every(
      ({ firstMs }, i) => i === 0 || (stretches[i - 1] as Stretch).firstMs <= firstMs,
    );
    if (!doesAscend) stretches.sort((a, b) => a.firstMs - b.firstMs);
    stretches.forEach(({ lastMs, last, holdMs }, i) => {
      const nextMs = stretches[i + 1]?.firstMs ?? Infinity;
      this.#hold(last, lastMs, Math.min(nextMs, lastMs + holdMs));
    });
    return this;
  }

  #meanAt(index: number): HeldMean {
    return (this.#means[index] ??= new HeldMean());
  }

  #hold(value: SampleValue, fromMs: number, toMs: number): void {
    const untilMs = Math.min(toMs, this.#untilMs);
    let timeMs = Math.max(fromMs, this.#grid.startMs);
    if (timeMs >= untilMs) return;
    for (let index = this.#edges.indexOf(timeMs); timeMs < untilMs; index++) {
      const endMs = Math.min(untilMs, this.#edges.at(index + 1));
      if (typeof value === "number") this.#meanAt(index).add(value, endMs - timeMs);
      this.#values[index] = value;
      timeMs = endMs;
    }
  }
}

type HeldRow = Pick<RollupRow, "unitMs" | "area" | "heldMs" | "min" | "max"> & Stretch;
