/**
 * What held in each bucket of a grid, out of stretches of samples and rows that come in any order. Between two stretches
 * the last sample of the one holds on until the first of the next, so these seams are made when all are there.
 */
import type { BucketGrid, Edges } from "./bucket-edges.ts";
import { newRoom, type Room } from "./doubles.ts";
import { floorTo } from "./levels.ts";
import { HeldMean } from "./held.ts";
import { HeldRows } from "./held-rows.ts";
import { ROW, ROW_FIELDS, type RollupColumn, type RollupRow } from "./rollup.ts";
import { Stretches, ValueColumn, type NumberStretches } from "./stretches.ts";
import type { SampleValue } from "./types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

/** HeldMean takes less than 2^24 ms at once. */
const MAX_MS = 10_000_000;
/** So few samples a bucket are a stretch each: columns that are copied, and no call for any of them. */
const FEW = 2;
const NO_TIMES = new Float64Array(0);

/** A sample and the stretch that it ends. */
type Stretch = { firstMs: number; lastMs: number; last: SampleValue };

export class HeldBuckets {
  readonly #grid: BucketGrid;
  readonly #edges: Edges;
  readonly #untilMs: number;
  /** Of buckets in which more than that held. */
  readonly #means: (HeldMean | undefined)[] = [];
  /** Of the others, a row beside their values. */
  readonly #rows: HeldRows;
  /** Of one bucket after another. */
  readonly #mean = new HeldMean();
  /**
   * Of the others, which are most of them where steps are as short as samples are apart: how long their one value held, 0
   * for none, and which it is. An object for each of millions would fill the memory that the engine sets aside.
   */
  readonly #singleMs: Float64Array;
  readonly #single: Float64Array;
  /** As well, of a second value: where samples are not at the edges of buckets, that of the one before holds into each. */
  readonly #secondMs: Float64Array;
  readonly #second: Float64Array;
  /** What held in a bucket; of one without samples that is a single value. */
  readonly #values: ValueColumn;
  #hasTexts = false;
  readonly #stretches: Stretches;

  /** Nothing holds beyond `untilMs`. */
  constructor(grid: BucketGrid, edges: Edges, untilMs = grid.endMs, room: Room = newRoom) {
    this.#grid = grid;
    this.#untilMs = Math.min(untilMs, grid.endMs);
    this.#edges = edges;
    this.#rows = new HeldRows(grid.buckets, room);
    this.#singleMs = room(grid.buckets);
    this.#single = room(grid.buckets);
    this.#secondMs = room(grid.buckets);
    this.#second = room(grid.buckets);
    this.#values = new ValueColumn(grid.buckets, room);
    this.#stretches = new Stretches(grid.buckets, room);
  }

  /** The integral of a bucket; ask after `finish`. */
  mean(index: number): HeldMean | undefined {
    const hasOthers = this.#singleMs[index] !== 0 || this.#rows.has(index);
    return hasOthers ? this.#meanAt(index) : this.#means[index];
  }

  /** For how long something held in a bucket; ask after `finish`. */
  heldMs(index: number): number {
    return (
      (this.#means[index]?.heldMs ?? 0) +
      this.#rows.heldMs(index) +
      (this.#singleMs[index] as number) +
      (this.#secondMs[index] as number)
    );
  }

  /** What `mean(index)` answers for its mean, null when nothing held; ask after `finish`. */
  meanValue(index: number): number | null {
    if (this.#means[index]) return this.#means[index].mean();
    if (this.#secondMs[index] !== 0 || this.#rows.has(index))
      return this.#addTo(this.#mean.clear(), index).mean();
    // As a mean, it is not -0.
    return this.#singleMs[index] === 0 ? null : (this.#single[index] as number) + 0;
  }

  /** `meanValue` of all buckets, NaN for null; ask after `finish`. */
  writeMeans(into: Float64Array): void {
    for (let index = 0; index < into.length; index++)
      if (this.#means[index] || this.#secondMs[index] !== 0 || this.#rows.has(index))
        into[index] = this.meanValue(index) ?? Number.NaN;
      else
        into[index] =
          this.#singleMs[index] === 0 ? Number.NaN : (this.#single[index] as number) + 0;
  }

  /** Whether a text held anywhere; ask after `finish`. */
  get hasTexts(): boolean {
    return this.#hasTexts;
  }

  /** What held in a bucket without samples; ask after `finish`. */
  valueHeld(index: number): SampleValue | undefined {
    return this.#values.at(index);
  }

  /**
   * Takes samples of a stretch of time in which, hour by hour, no other part has any; what lies before the range only
   * holds into it. Times ascend and are before the end of the range. `ends`, ascending: samples of the metric's other kind in
   * that stretch, which are to be told to `addEnds` as well.
   */
  addSamples(
    times: Float64Array,
    values: ArrayLike<SampleValue>,
    holdMs: number,
    ends: Float64Array = NO_TIMES,
  ): void {
    if (values instanceof Float64Array && times.length <= FEW * this.#grid.buckets)
      return this.#stretches.addNumbers(times, values, holdMs);
    for (let from = 0, to = 0, end = 0; from < times.length; from = to) {
      const firstMs = times[from] as number;
      while ((ends[end] as number) < firstMs) end++;
      const untilMs = Math.min(floorTo(firstMs, HOUR_MS) + HOUR_MS, ends[end] ?? Infinity);
      for (to = from + 1; to < times.length && (times[to] as number) < untilMs; to++);
      this.#addRun(times, values, from, to, holdMs);
      const [lastMs, last] = [times[to - 1] as number, values[to - 1] as SampleValue];
      this.#stretches.add(firstMs, lastMs, last, holdMs);
    }
  }

  /** What held before each of these moments ends there. */
  addEnds(times: Float64Array): void {
    this.#stretches.addEnds(times);
  }

  /** As `addEnds`, of rows, of which the first sample and the last are known. */
  addEndRows({ rows }: RollupColumn): void {
    const times = new Float64Array((rows.length / ROW_FIELDS) * 2);
    for (let at = 0, to = 0; at < rows.length; at += ROW_FIELDS) {
      times[to++] = rows[at + ROW.firstMs] as number;
      times[to++] = rows[at + ROW.lastMs] as number;
    }
    this.#stretches.addEnds(times);
  }

  /** As `addSamples`, of one. */
  addSample(timeMs: number, value: SampleValue, holdMs: number): void {
    this.#stretches.add(timeMs, timeMs, value, holdMs);
  }

  /** As `addSample`, of a number in a table. */
  addNumber(rows: Float64Array, timeAt: number, valueAt: number, holdMs: number): void {
    this.#stretches.addNumber(rows, timeAt, valueAt, holdMs);
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
    /** The bucket until `endMs`. */
    let index = -1;
    for (let at = from; at < to - 1; at++) {
      const timeMs = times[at] as number;
      const ms = (times[at + 1] as number) - timeMs;
      const untilMs = timeMs + (ms < holdMs ? ms : holdMs);
      if (timeMs >= endMs && timeMs >= this.#grid.startMs) {
        index = this.#edges.indexOf(timeMs);
        endMs = Math.min(this.#untilMs, this.#edges.at(index + 1));
      }
      const value = values[at] as SampleValue;
      if (index >= 0 && untilMs <= endMs && typeof value === "number")
        this.#add(index, value, untilMs - timeMs);
      else this.#hold(value, timeMs, untilMs);
    }
  }

  /** Takes a row that counts to the bucket it begins in, or only holds into the range. */
  addRow({ unitMs, firstMs, lastMs, last, ...row }: HeldRow, holdMs: number): void {
    if (lastMs >= this.#grid.startMs && row.heldMs > 0) {
      const index = this.#edges.indexOf(Math.max(unitMs, this.#grid.startMs));
      this.#meanAt(index).addArea(row.heldMs, row.area, row.min, row.max);
    }
    this.#stretches.add(firstMs, lastMs, last, holdMs);
  }

  /** As `addRow`, of numbers of a table that begin there. */
  addRowAt(rows: Float64Array, at: number, holdMs: number): void {
    const startMs = this.#grid.startMs;
    const unitMs = rows[at + ROW.unitMs] as number;
    if ((rows[at + ROW.lastMs] as number) >= startMs && (rows[at + ROW.heldMs] as number) > 0) {
      const index = this.#edges.indexOf(unitMs > startMs ? unitMs : startMs);
      const isOther = this.#rows.has(index);
      if (isOther) this.#meanAt(index);
      this.#rows.put(index, rows, at);
      if (isOther || this.#means[index]) this.#meanAt(index);
    }
    this.#stretches.addRowAt(rows, at, holdMs);
  }

  /** Adds what holds from stretch to stretch. Nothing may be added after. */
  finish(): this {
    const { count } = this.#stretches;
    const numbers = this.#stretches.columns();
    if (numbers) {
      this.#holdNumbers(numbers);
      this.#stretches.clear();
      return this;
    }
    const order = this.#stretches.order();
    for (let place = 0; place < count; place++) {
      const at = order?.[place] ?? place;
      const next = place + 1 < count ? (order?.[place + 1] ?? place + 1) : undefined;
      const stretches = this.#stretches;
      this.#hold(stretches.last(at), stretches.lastMs(at), stretches.endMs(at, next));
    }
    this.#stretches.clear();
    return this;
  }

  /** The value held in the bucket for so long, more than 0 ms. */
  #add(index: number, value: number, ms: number): void {
    const mean = this.#means[index];
    if (mean) return mean.add(value, ms);
    const heldMs = this.#singleMs[index] as number;
    if (heldMs === 0) this.#single[index] = value;
    else if (this.#single[index] !== value || heldMs + ms > MAX_MS)
      return this.#addSecond(index, value, ms);
    this.#singleMs[index] = heldMs + ms;
  }

  #addSecond(index: number, value: number, ms: number): void {
    const heldMs = this.#secondMs[index] as number;
    if (heldMs === 0) this.#second[index] = value;
    else if (this.#second[index] !== value || heldMs + ms > MAX_MS)
      return this.#meanAt(index).add(value, ms);
    this.#secondMs[index] = heldMs + ms;
  }

  #meanAt(index: number): HeldMean {
    const mean = (this.#means[index] ??= new HeldMean());
    this.#addTo(mean, index);
    this.#rows.delete(index);
    this.#singleMs[index] = 0;
    this.#secondMs[index] = 0;
    return mean;
  }

  /** Adds what is known of the bucket beside its own mean. */
  #addTo(mean: HeldMean, index: number): HeldMean {
    if (this.#rows.has(index)) this.#rows.addTo(mean, index);
    const heldMs = this.#singleMs[index] as number;
    if (heldMs > 0) mean.add(this.#single[index] as number, heldMs);
    const secondMs = this.#secondMs[index] as number;
    if (secondMs > 0) mean.add(this.#second[index] as number, secondMs);
    return mean;
  }

  /** As `#hold` of each, which ascend: in one loop, for each number that a call takes or answers may be an object. */
  #holdNumbers({ count, firstMs, lastMs, holdMs, last }: NumberStretches): void {
    const { startMs, buckets } = this.#grid;
    const edges = this.#edges.all();
    const values = this.#values.numbers;
    let index = 0;
    for (let at = 0; at < count; at++) {
      const value = last[at] as number;
      const longestMs = (lastMs[at] as number) + (holdMs[at] as number);
      const nextMs = at + 1 < count ? (firstMs[at + 1] as number) : Infinity;
      const untilMs = Math.min(longestMs, nextMs, this.#untilMs);
      let timeMs = Math.max(lastMs[at] as number, startMs);
      if (timeMs >= untilMs) continue;
      while (index > 0 && (edges[index] as number) > timeMs) index--;
      while (index + 1 < buckets && (edges[index + 1] as number) <= timeMs) index++;
      for (; timeMs < untilMs; index++) {
        const endMs = Math.min(untilMs, edges[index + 1] as number);
        const heldMs = this.#singleMs[index] as number;
        if (heldMs === 0 && !this.#means[index]) {
          this.#single[index] = value;
          this.#singleMs[index] = endMs - timeMs;
        } else this.#add(index, value, endMs - timeMs);
        values[index] = value;
        timeMs = endMs;
      }
    }
  }

  #hold(value: SampleValue, fromMs: number, toMs: number): void {
    const untilMs = Math.min(toMs, this.#untilMs);
    let timeMs = Math.max(fromMs, this.#grid.startMs);
    if (timeMs >= untilMs) return;
    for (let index = this.#edges.indexOf(timeMs); timeMs < untilMs; index++) {
      const endMs = Math.min(untilMs, this.#edges.at(index + 1));
      if (typeof value === "number") this.#add(index, value, endMs - timeMs);
      else this.#hasTexts = true;
      this.#values.set(index, value);
      timeMs = endMs;
    }
  }
}

type HeldRow = Pick<RollupRow, "unitMs" | "area" | "heldMs" | "min" | "max"> & Stretch;
