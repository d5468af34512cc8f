/**
 * Samples to the points of an answer (CONTRACT §4). Bucket i of n covers
 * [start + i·w, start + (i+1)·w) with w = (end - start) / n, which need not be a whole number of
 * milliseconds; every sample falls into exactly one. Its value is the mean by time of what held in it (held.ts); count
 * and envelope are those of its samples. Parts may be added in any order; hour by hour no part has samples between
 * those of another.
 */
import { isCategorical } from "#app/domain/metrics/registry.ts";
import { BucketTable } from "./bucket-table.ts";
import { firstAtOrAfter } from "./clip.ts";
import type { Room } from "./doubles.ts";
import { holdOf, type HeldMean } from "./held.ts";
import { Edges, type BucketGrid } from "./bucket-edges.ts";
import { HeldBuckets } from "./held-buckets.ts";
import {
  FEW_SAMPLES,
  ROW,
  ROW_FIELDS,
  rowAt,
  rowCount,
  withoutIntegral,
  type RollupColumn,
} from "./rollup.ts";
import type { StepValues } from "./step-values.ts";
import type { Column, Sample, SampleValue, SeriesPoint } from "./types.ts";

export type BucketOptions = {
  /** Buckets begin where a unit of that length does, and take whole units; 0: where they should. */
  snapMs?: number;
  /**
   * A point per bucket, even where there are fewer samples than buckets, with the time in which something held. A bucket is
   * then at least a millisecond long: samples have no finer time.
   */
  always?: boolean;
  /** Asked for `values` alone: envelopes are not kept. */
  isPlain?: boolean;
  /** Nothing holds beyond this time. Unix milliseconds. */
  untilMs?: number;
  /** Rows of units before this time that know no integral are taken as they are: their samples are gone. */
  samplesFromMs?: number;
  /** Where its columns come from, new ones unless told. */
  room?: Room | undefined;
  /** Of the grid and `snapMs`, where several share them. */
  edges?: Edges;
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
  readonly #table: BucketTable;
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
      isPlain = false,
      untilMs = grid.endMs,
      samplesFromMs = Infinity,
      room,
      edges,
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
    this.#edges = edges ?? new Edges(grid, snapMs, room);
    this.#table = new BucketTable(grid.buckets, !isPlain, room);
    this.#held = new HeldBuckets(grid, this.#edges, untilMs, room);
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
    for (const each of this.#table.counts) count += each;
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
    const { rows } = column;
    for (let index = 0; index < rowCount(column); index++) {
      const at = index * ROW_FIELDS;
      const firstMs = rows[at + ROW.firstMs] as number;
      const lastMs = rows[at + ROW.lastMs] as number;
      if (firstMs >= endMs || lastMs + holdMs <= startMs) continue;
      // Where samples are as far apart as rows, all are such: no object is made of them.
      const samples = rows[at + ROW.count] as number;
      if (samples <= FEW_SAMPLES) {
        if (samples === 2) this.#addFew(column, at + ROW.firstMs, at + ROW.first, holdMs);
        this.#addFew(column, at + ROW.lastMs, at + ROW.last, holdMs);
        continue;
      }
      // A row of a release that kept sums has no time in which it held.
      if (!column.texts && (rows[at + ROW.heldMs] as number) >= 0) {
        const isInside = lastMs >= startMs;
        if (isInside && Number.isNaN(rows[at + ROW.area])) this.#inexact = true;
        this.#held.addRowAt(rows, at, holdMs);
        if (!isInside) continue;
        this.#rolledUp += samples;
        const unitMs = rows[at + ROW.unitMs] as number;
        this.#table.noteRow(this.#edges.indexOf(unitMs > startMs ? unitMs : startMs), rows, at);
        continue;
      }
      const row = rowAt(column, index);
      const { unitMs, count, min, max, first, last } = row;
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
      const bucket = this.#edges.indexOf(Math.max(unitMs, startMs));
      this.#table.note(bucket, count, last.timeMs, last.value);
      if (isNumber) this.#table.widen(bucket, min, max);
    }
  }

  /** Takes what of the column lies in the grid, and the sample that holds into it. */
  add({ kind, times, values }: Column, ends?: Float64Array): void {
    const { startMs, endMs } = this.#grid;
    const to = firstAtOrAfter(times, endMs);
    const from = firstAtOrAfter(times, startMs);
    const holds = Math.max(0, from - 1);
    this.#held.addSamples(
      times.subarray(holds, to),
      kind === "number" ? values.subarray(holds, to) : values.slice(holds, to),
      holdOf(this.#metric, kind),
      ends,
    );
    const edges = this.#edges.all();
    let bucket = from < to ? this.#edges.indexOf(times[from] as number) : 0;
    for (let at = from, next = 0; at < to; at = next) {
      while ((edges[bucket + 1] as number) <= (times[at] as number)) bucket++;
      const untilMs = edges[bucket + 1] as number;
      for (next = at + 1; next < to && (times[next] as number) < untilMs; next++);
      for (let each = at; this.#samples && each < next; each++)
        this.#keep(times[each] as number, values[each] as SampleValue);
      if (kind === "number") this.#table.noteNumbers(bucket, times, values, at, next);
      else
        this.#table.note(bucket, next - at, times[next - 1] as number, values[next - 1] as string);
    }
  }

  /** What holds of the column's kind ends at these samples of the other one. */
  addEnds(times: Float64Array): void {
    this.#held.addEnds(times);
  }

  /** As `addEnds`, of rows. */
  addEndRows(rollups: RollupColumn): void {
    this.#held.addEndRows(rollups);
  }

  /** A sample of a row that stands for one or two, told by where it stands: as numbers of a call each may be an object. */
  #addFew({ rows, texts }: RollupColumn, timeAt: number, valueAt: number, holdMs: number): void {
    const { startMs, endMs } = this.#grid;
    const timeMs = rows[timeAt] as number;
    if (timeMs >= endMs) return;
    if (texts) this.#held.addSample(timeMs, texts[rows[valueAt] as number] as string, holdMs);
    else this.#held.addNumber(rows, timeAt, valueAt, holdMs);
    if (timeMs < startMs) return;
    const bucket = this.#edges.indexOf(timeMs);
    if (this.#samples)
      this.#keep(
        timeMs,
        texts ? (texts[rows[valueAt] as number] as string) : (rows[valueAt] as number),
      );
    if (texts) this.#table.note(bucket, 1, timeMs, texts[rows[valueAt] as number] as string);
    else this.#table.noteNumber(bucket, rows, timeAt, valueAt);
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
      if (this.#isSteps) made.heldMs = this.#held.heldMs(index);
      return this.#isSnapped ? { ...made, endMs: this.#edges.at(index + 1) } : made;
    });
  }

  /** As `points`, of steps (`always`): what each is worth, and nothing beside it. Nothing may be added after. */
  values(): StepValues {
    const { buckets } = this.#grid;
    this.#held.finish();
    if (this.#table.hasTexts || this.#held.hasTexts)
      return Array.from({ length: buckets }, (_, index) => this.#valueOf(index));
    const values = new Float64Array(buckets);
    if (this.#answersLast)
      for (let index = 0; index < buckets; index++)
        values[index] = (this.#valueOf(index) ?? Number.NaN) as number;
    else this.#held.writeMeans(values);
    return values;
  }

  #valueOf(index: number): SampleValue | null {
    const { counts, numbers } = this.#table;
    const count = counts[index] as number;
    const value = (count > 0 ? this.#table.last(index) : this.#held.valueHeld(index)) ?? null;
    const isLast =
      this.#answersLast ||
      (count > 0 ? (numbers[index] as number) < count : typeof value === "string");
    return isLast ? value : this.#held.meanValue(index);
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
    const { counts, numbers, mins, maxes } = this.#table;
    const [value, count] = [this.#valueOf(index), counts[index] as number];
    if (numbers[index] === 0) return { value, min: null, max: null, count };
    return { value, min: mins[index] as number, max: maxes[index] as number, count };
  }
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
