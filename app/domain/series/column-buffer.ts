/**
 * The samples of one metric in memory: ascending in time, one per millisecond, the last write wins.
 * Appending in order is O(1); a late sample is inserted by moving its followers.
 */
import { clipColumn } from "./clip.ts";
import type { Column, SampleValue } from "./types.ts";

export type PutResult = "new" | "changed" | "same";

const INITIAL_CAPACITY = 64;

export class ColumnBuffer {
  readonly kind: "number" | "text";
  #times = new Float64Array(INITIAL_CAPACITY);
  #numbers: Float64Array;
  #texts: string[] = [];
  #length = 0;

  constructor(kind: "number" | "text") {
    this.kind = kind;
    this.#numbers = new Float64Array(kind === "number" ? INITIAL_CAPACITY : 0);
  }

  static from(column: Column): ColumnBuffer {
    const buffer = new ColumnBuffer(column.kind);
    buffer.#length = column.times.length;
    buffer.#times = column.times.slice();
    if (column.kind === "number") buffer.#numbers = column.values.slice();
    else buffer.#texts = column.values.slice();
    return buffer;
  }

  get length(): number {
    return this.#length;
  }

  /** NaN when empty. */
  get lastMs(): number {
    return this.#length === 0 ? Number.NaN : (this.#times[this.#length - 1] as number);
  }

  timeAt(index: number): number {
    return this.#times[index] as number;
  }

  valueAt(index: number): SampleValue {
    return this.kind === "number"
      ? (this.#numbers[index] as number)
      : (this.#texts[index] as string);
  }

  /** The samples of a column of numbers as they lie in memory: until the next change of it. */
  views(): { times: Float64Array; numbers: Float64Array } {
    return {
      times: this.#times.subarray(0, this.#length),
      numbers: this.#numbers.subarray(0, this.#length),
    };
  }

  put(timeMs: number, value: SampleValue): PutResult {
    const end = this.#length;
    if (end === 0 || timeMs > (this.#times[end - 1] as number)) {
      this.#insert(end, timeMs, value);
      return "new";
    }
    const index = this.lowerBound(timeMs);
    if (this.#times[index] === timeMs) {
      if (this.valueAt(index) === value) return "same";
      this.#set(index, value);
      return "changed";
    }
    this.#insert(index, timeMs, value);
    return "new";
  }

  has(timeMs: number): boolean {
    const index = this.lowerBound(timeMs);
    return index < this.#length && this.#times[index] === timeMs;
  }

  /** Takes the sample of the time away; false when there is none. */
  remove(timeMs: number): boolean {
    const index = this.lowerBound(timeMs);
    if (index === this.#length || this.#times[index] !== timeMs) return false;
    this.#times.copyWithin(index, index + 1, this.#length);
    if (this.kind === "number") this.#numbers.copyWithin(index, index + 1, this.#length);
    else this.#texts.splice(index, 1);
    this.#length--;
    return true;
  }

  /** Appends numbers whose times ascend and are newer than the last; nulls are no samples. Answers how many it took. */
  append(times: Float64Array, valueAt: (row: number) => number | null): number {
    const before = this.#length;
    while (this.#times.length < before + times.length) this.#grow();
    let end = before;
    for (let row = 0; row < times.length; row++) {
      const value = valueAt(row);
      if (value === null) continue;
      this.#times[end] = times[row] as number;
      this.#numbers[end++] = value;
    }
    this.#length = end;
    return end - before;
  }

  /** Takes the samples of [startMs, endMs) of a column of the same kind; all newer than what is held. */
  appendRange(column: Column, startMs: number, endMs: number): void {
    const { times, values } = clipColumn(column, startMs, endMs);
    if (this.kind === "number") this.append(times, (row) => values[row] as number);
    else
      for (let row = 0; row < times.length; row++)
        this.put(times[row] as number, values[row] as string);
  }

  /** Index of the first sample at or after the time; length when there is none. */
  lowerBound(timeMs: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] as number) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A copy of the samples in [startMs, endMs). */
  slice(startMs = -Infinity, endMs = Infinity): Column {
    const from = startMs === -Infinity ? 0 : this.lowerBound(startMs);
    const to = endMs === Infinity ? this.#length : this.lowerBound(endMs);
    const times = this.#times.slice(from, to);
    return this.kind === "number"
      ? { kind: "number", times, values: this.#numbers.slice(from, to) }
      : { kind: "text", times, values: this.#texts.slice(from, to) };
  }

  #set(index: number, value: SampleValue): void {
    if (this.kind === "number") this.#numbers[index] = value as number;
    else this.#texts[index] = value as string;
  }

  #insert(index: number, timeMs: number, value: SampleValue): void {
    if (this.#length === this.#times.length) this.#grow();
    this.#times.copyWithin(index + 1, index, this.#length);
    this.#times[index] = timeMs;
    if (this.kind === "number") {
      this.#numbers.copyWithin(index + 1, index, this.#length);
      this.#numbers[index] = value as number;
    } else if (index === this.#length) this.#texts.push(value as string);
    else this.#texts.splice(index, 0, value as string);
    this.#length++;
  }

  #grow(): void {
    const capacity = Math.max(INITIAL_CAPACITY, this.#times.length * 2);
    const times = new Float64Array(capacity);
    times.set(this.#times);
    this.#times = times;
    if (this.kind === "number") {
      const numbers = new Float64Array(capacity);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
  }
}
