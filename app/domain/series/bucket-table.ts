import { newRoom, type Room } from "./doubles.ts";
import { ROW } from "./rollup.ts";
import type { SampleValue } from "./types.ts";

/** What is known of the samples of each bucket: columns, for an object for each of millions would cost ten times as much. */
export class BucketTable {
  readonly counts: Float64Array;
  /** How many of them are numbers. */
  readonly numbers: Float64Array;
  /** Of the numbers; Infinity and -Infinity without any. Empty where envelopes are not asked for. */
  readonly mins: Float64Array;
  readonly maxes: Float64Array;
  readonly #lastMs: Float64Array;
  readonly #lastNumbers: Float64Array;
  /** By bucket, where its last sample is a text. */
  #lastTexts: (string | undefined)[] | null = null;

  constructor(buckets: number, hasEnvelopes: boolean, room: Room = newRoom) {
    this.counts = room(buckets);
    this.numbers = room(buckets);
    this.mins = room(hasEnvelopes ? buckets : 0).fill(Infinity);
    this.maxes = room(hasEnvelopes ? buckets : 0).fill(-Infinity);
    this.#lastMs = room(buckets).fill(-Infinity);
    this.#lastNumbers = room(buckets);
  }

  get hasTexts(): boolean {
    return this.#lastTexts !== null;
  }

  /** Takes samples, at least one, of which the last one is this. */
  note(index: number, count: number, lastMs: number, last: SampleValue): void {
    this.counts[index] = (this.counts[index] as number) + count;
    const isNumber = typeof last === "number";
    if (isNumber) this.numbers[index] = (this.numbers[index] as number) + count;
    if (lastMs < (this.#lastMs[index] as number)) return;
    this.#lastMs[index] = lastMs;
    if (isNumber) this.#lastNumbers[index] = last;
    if (!isNumber || this.#lastTexts) (this.#lastTexts ??= [])[index] = isNumber ? undefined : last;
  }

  /** The last sample's value, of a bucket that has a sample. */
  last(index: number): SampleValue {
    return this.#lastTexts?.[index] ?? (this.#lastNumbers[index] as number);
  }

  widen(index: number, min: number, max: number): void {
    if (min < (this.mins[index] as number)) this.mins[index] = min;
    if (max > (this.maxes[index] as number)) this.maxes[index] = max;
  }

  /** As `note` and `widen`, of one number and its time that stand in a table. */
  noteNumber(index: number, rows: Float64Array, timeAt: number, valueAt: number): void {
    const timeMs = rows[timeAt] as number;
    const value = rows[valueAt] as number;
    this.counts[index] = (this.counts[index] as number) + 1;
    this.numbers[index] = (this.numbers[index] as number) + 1;
    if (index < this.mins.length) {
      if (value < (this.mins[index] as number)) this.mins[index] = value;
      if (value > (this.maxes[index] as number)) this.maxes[index] = value;
    }
    if (timeMs < (this.#lastMs[index] as number)) return;
    this.#lastMs[index] = timeMs;
    this.#lastNumbers[index] = value;
    if (this.#lastTexts) this.#lastTexts[index] = undefined;
  }

  /** As `note` and `widen`, of the numbers that a row of a table stands for. */
  noteRow(index: number, rows: Float64Array, at: number): void {
    const count = rows[at + ROW.count] as number;
    this.counts[index] = (this.counts[index] as number) + count;
    this.numbers[index] = (this.numbers[index] as number) + count;
    if (index < this.mins.length)
      this.widen(index, rows[at + ROW.min] as number, rows[at + ROW.max] as number);
    if ((rows[at + ROW.lastMs] as number) < (this.#lastMs[index] as number)) return;
    this.#lastMs[index] = rows[at + ROW.lastMs] as number;
    this.#lastNumbers[index] = rows[at + ROW.last] as number;
    if (this.#lastTexts) this.#lastTexts[index] = undefined;
  }

  /** As `note` and `widen`, of the numbers of [from, to): in one loop, for each number that a call takes may be an object. */
  noteNumbers(index: number, times: Float64Array, values: Float64Array, from: number, to: number) {
    this.counts[index] = (this.counts[index] as number) + to - from;
    this.numbers[index] = (this.numbers[index] as number) + to - from;
    if ((times[to - 1] as number) >= (this.#lastMs[index] as number)) {
      this.#lastMs[index] = times[to - 1] as number;
      this.#lastNumbers[index] = values[to - 1] as number;
      if (this.#lastTexts) this.#lastTexts[index] = undefined;
    }
    for (let at = from; at < to && index < this.mins.length; at++) {
      const value = values[at] as number;
      if (value < (this.mins[index] as number)) this.mins[index] = value;
      if (value > (this.maxes[index] as number)) this.maxes[index] = value;
    }
  }
}
