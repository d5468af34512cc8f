/**
 * Samples to the points of an answer (CONTRACT §4). Bucket i of n covers
 * [start + i·w, start + (i+1)·w) with w = (end - start) / n, which need not be a whole number of
 * milliseconds; every sample falls into exactly one. Its value is the mean by time of what held in it (held.ts); count
 * and envelope are those of its samples. Parts may be added in any order; hour by hour no part has samples between
 * those of another.
 */
import { isCategorical } from "#app/domain/metrics/registry.ts";
import { firstAtOrAfter } from "./clip.ts";
import { holdOf, type HeldMean } from "./held.ts";
import { Edges, HeldBuckets, type BucketGrid } from "./held-buckets.ts";
import { rowAt, rowCount, withoutIntegral, type RollupColumn } from "./rollup.ts";
import type { Column, Sample, SampleValue, SeriesPoint } from "./types.ts";

type Bucket = {
  count: number;
  numbers: number;
  min: number;
  max: number;
  lastMs: number;
  last: SampleValue;
};

export type BucketOptions = {
  /** Buckets begin where a unit of that length does, and take whole units; 0: where they should. */
  snapMs?: number;
  /**
   * A point per bucket, even where there are fewer samples than buckets, with the time in which something held. A bucket is
   * then at least a millisecond long: samples have no finer time.
   */
  always?: boolean;
  /** Nothing holds beyond this time. Unix milliseconds. */
  untilMs?: number;
  /** Rows of units before this time that know no integral are taken as they are: their samples are gone. */
  samplesFromMs?: number;
};

export class BucketAccumulator {
  readonly #metric: string;
  readonly #grid: BucketGrid;
  readonly #edges: Edges;
  readonly #held: HeldBuckets;
  readonly #answersLast: boolean;
  readonly #isSnapped: boolean;
  readonly #isSteps: boolean;
  readonly #samplesFromMs: number;
  readonly #buckets: (Bucket | undefined)[] = [];
  /** The samples themselves, until there are more than buckets. */
  #samples: Sample[] | null;
  #rolledUp = 0;
  #inexact = false;

  constructor(
    metric: string,
    grid: BucketGrid,
    {
      snapMs = 0,
      always = false,
      untilMs = grid.endMs,
      samplesFromMs = Infinity,
    }: BucketOptions = {},
  ) {
    if (!(grid.endMs > grid.startMs) || !(Number.isInteger(grid.buckets) && grid.buckets > 0)) {
      throw new RangeError(
        `no grid: ${grid.buckets} buckets over [${grid.startMs}, ${grid.endMs})`,
      );
    }
    if (always && grid.endMs - grid.startMs < grid.buckets)
      throw new RangeError(`${grid.buckets} steps do not fit into ${grid.endMs - grid.startMs} ms`);
    this.#metric = metric;
    this.#grid = grid;
    this.#edges = new Edges(grid, snapMs);
    this.#held = new HeldBuckets(grid, this.#edges, untilMs);
    this.#isSnapped = snapMs > 0;
    this.#isSteps = always;
    this.#samples = always ? null : [];
    this.#samplesFromMs = samplesFromMs;
    this.#answersLast = isCategorical(metric);
  }

  get isEmpty(): boolean {
    return this.samples === 0;
  }

  /** Of the range. */
  get samples(): number {
    let count = 0;
    for (const bucket of this.#buckets) count += bucket?.count ?? 0;
    return count;
  }

  /** Roll-ups cannot tell: they stand for so few samples that these themselves are the answer, or know no integral. */
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
    const holdMs = holdOf(this.#metric, column.texts ? "text" : "number");
    for (let index = 0; index < rowCount(column); index++) {
      const row = rowAt(column, index);
      const { unitMs, count, min, max, first, last } = row;
      if (first.timeMs >= endMs || last.timeMs + holdMs <= startMs) continue;
      if (count <= 2) {
        this.#addFew(count === 2 ? [first, last] : [last], holdMs);
        continue;
      }
      const isInside = last.timeMs >= startMs;
      const isNumber = typeof last.value === "number";
      if (isNumber && row.heldMs < 0 && unitMs >= this.#samplesFromMs) this.#inexact = true;
      if (isNumber && isInside && Number.isNaN(row.area.sum)) this.#inexact = true;
      const held = row.heldMs < 0 ? withoutIntegral(row) : row;
      this.#held.addRow(
        { ...held, firstMs: first.timeMs, lastMs: last.timeMs, last: held.last.value },
        holdMs,
      );
      if (!isInside) continue;
      this.#rolledUp += count;
      const bucket = this.#bucketAt(Math.max(unitMs, startMs), last.value);
      note(bucket, count, isNumber ? count : 0, last);
      if (isNumber) widen(bucket, min, max);
    }
  }

  /** Takes what of the column lies in the grid, and the sample that holds into it. */
  add({ kind, times, values }: Column): void {
    const { startMs, endMs } = this.#grid;
    const to = firstAtOrAfter(times, endMs);
    const from = firstAtOrAfter(times, startMs);
    const holds = Math.max(0, from - 1);
    this.#held.addSamples(
      times.subarray(holds, to),
      kind === "number" ? values.subarray(holds, to) : values.slice(holds, to),
      holdOf(this.#metric, kind),
    );
    for (let at = from, next = 0; at < to; at = next) {
      const timeMs = times[at] as number;
      const untilMs = this.#edges.at(this.#edges.indexOf(timeMs) + 1);
      for (next = at + 1; next < to && (times[next] as number) < untilMs; next++);
      for (let each = at; this.#samples && each < next; each++)
        this.#keep(times[each] as number, values[each] as SampleValue);
      const bucket = this.#bucketAt(timeMs, values[at] as SampleValue);
      const last = { timeMs: times[next - 1] as number, value: values[next - 1] as SampleValue };
      note(bucket, next - at, kind === "number" ? next - at : 0, last);
      if (kind !== "number") continue;
      let { min, max } = bucket;
      for (let each = at; each < next; each++) {
        const value = values[each] as number;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      widen(bucket, min, max);
    }
  }

  #addFew(samples: readonly Sample[], holdMs: number): void {
    const inside = samples.filter(({ timeMs }) => timeMs < this.#grid.endMs);
    this.#held.addSamples(
      Float64Array.from(inside, ({ timeMs }) => timeMs),
      inside.map(({ value }) => value),
      holdMs,
    );
    for (const sample of inside) {
      const { timeMs, value } = sample;
      if (timeMs < this.#grid.startMs) continue;
      this.#keep(timeMs, value);
      const bucket = this.#bucketAt(timeMs, value);
      const isNumber = typeof value === "number";
      note(bucket, 1, isNumber ? 1 : 0, sample);
      if (isNumber) widen(bucket, value, value);
    }
  }

  #bucketAt(timeMs: number, last: SampleValue): Bucket {
    return (this.#buckets[this.#edges.indexOf(timeMs)] ??= {
      count: 0,
      numbers: 0,
      min: Infinity,
      max: -Infinity,
      lastMs: -Infinity,
      last,
    });
  }

  #keep(timeMs: number, value: SampleValue): void {
    this.#samples?.push({ timeMs, value });
    if (this.#samples && this.#samples.length > this.#grid.buckets) this.#samples = null;
  }

  /** The samples, when there are no more of them than buckets; else a point per bucket. Ascending. Nothing may be added after. */
  points(): SeriesPoint[] {
    if (this.#samples && this.answersSamples)
      return this.#samples.sort((a, b) => a.timeMs - b.timeMs).map(samplePoint);
    this.#held.finish();
    return Array.from({ length: this.#grid.buckets }, (_, index) => {
      const answer = this.#answerOf(index);
      const made = point(this.#edges.at(index), answer);
      if (this.#isSteps) made.heldMs = this.#held.mean(index)?.heldMs ?? 0;
      return this.#isSnapped ? { ...made, endMs: this.#edges.at(index + 1) } : made;
    });
  }

  /** As `points`, of steps (`always`): what each is worth, and nothing beside it. Nothing may be added after. */
  values(): (SampleValue | null)[] {
    this.#held.finish();
    return Array.from({ length: this.#grid.buckets }, (_, index) => this.#valueOf(index));
  }

  #valueOf(index: number): SampleValue | null {
    const bucket = this.#buckets[index];
    const mean = this.#held.mean(index)?.mean() ?? null;
    if (bucket) return this.#answersLast || bucket.numbers < bucket.count ? bucket.last : mean;
    const value = this.#held.valueHeld(index) ?? null;
    return this.#answersLast || typeof value === "string" ? value : mean;
  }

  /** Whether `points` answers the samples themselves. */
  get answersSamples(): boolean {
    return this.#samples !== null && this.#rolledUp === 0;
  }

  /** What held in each bucket, whatever `points` answers. Nothing may be added after. */
  held(): (HeldMean | undefined)[] {
    this.#held.finish();
    return Array.from({ length: this.#grid.buckets }, (_, index) => this.#held.mean(index));
  }

  #answerOf(index: number): Answer {
    const bucket = this.#buckets[index];
    const value = this.#valueOf(index);
    if (!bucket) return { value, min: null, max: null, count: 0 };
    const { count, numbers, min, max } = bucket;
    return numbers === 0 ? { value, min: null, max: null, count } : { value, min, max, count };
  }
}

function note(bucket: Bucket, count: number, numbers: number, last: Sample): void {
  bucket.count += count;
  bucket.numbers += numbers;
  if (last.timeMs < bucket.lastMs) return;
  bucket.lastMs = last.timeMs;
  bucket.last = last.value;
}

function widen(bucket: Bucket, min: number, max: number): void {
  if (min < bucket.min) bucket.min = min;
  if (max > bucket.max) bucket.max = max;
}

type Answer = Pick<SeriesPoint, "value" | "min" | "max" | "count">;

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

/** The points of columns that are all in memory; the columns hold disjoint stretches of the metric. */
export function toBuckets(
  metric: string,
  columns: readonly Column[],
  grid: BucketGrid,
  options?: BucketOptions,
): SeriesPoint[] {
  const accumulator = new BucketAccumulator(metric, grid, options);
  for (const column of columns) accumulator.add(column);
  return accumulator.points();
}
