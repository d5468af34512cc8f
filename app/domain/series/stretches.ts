/** Columns of doubles instead of lists of objects: a report makes them for millions of values, and each would be garbage. */
import { newRoom, type Room } from "./doubles.ts";
import { ROW } from "./rollup.ts";
import type { SampleValue } from "./types.ts";

/** A value for each index: a number as it lies in memory, texts beside them where there are any. */
export class ValueColumn {
  readonly #room: Room;
  #numbers: Float64Array;
  #texts: Map<number, string> | null = null;

  constructor(length: number, room: Room = newRoom) {
    this.#room = room;
    this.#numbers = room(length).fill(Number.NaN);
  }

  at(index: number): SampleValue | undefined {
    const number = this.#numbers[index] as number;
    return Number.isNaN(number) ? this.#texts?.get(index) : number;
  }

  set(index: number, value: SampleValue): void {
    if (typeof value === "number") this.#numbers[index] = value;
    else {
      this.#numbers[index] = Number.NaN;
      (this.#texts ??= new Map()).set(index, value);
    }
  }

  /** As they lie; NaN where there is a text or nothing. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  get hasTexts(): boolean {
    return this.#texts !== null;
  }

  grow(length: number): void {
    this.#numbers = grown(this.#numbers, length, this.#room);
  }
}

/** [from, to) of a column. */
type Run = [from: number, to: number];
const MOST_RUNS = 16;

export type NumberStretches = { count: number } & Record<
  "firstMs" | "lastMs" | "holdMs" | "last",
  Float64Array
>;

/** Stretches of samples that come in any order: of each its first sample's time, its last one's, that one's value and how long it holds at most. */
export class Stretches {
  readonly #expected: number;
  readonly #room: Room;
  #firstMs: Float64Array = new Float64Array(0);
  #lastMs: Float64Array = new Float64Array(0);
  #holdMs: Float64Array = new Float64Array(0);
  readonly #last: ValueColumn;
  #count = 0;

  /** As a rule there are no more of them than `expected`. */
  constructor(expected: number, room: Room = newRoom) {
    this.#expected = expected;
    this.#room = room;
    this.#last = new ValueColumn(0, room);
  }

  add(firstMs: number, lastMs: number, last: SampleValue, holdMs: number): void {
    if (this.#count === this.#firstMs.length) this.#grow();
    const at = this.#count++;
    this.#firstMs[at] = firstMs;
    this.#lastMs[at] = lastMs;
    this.#holdMs[at] = holdMs;
    this.#last.set(at, last);
  }

  /** As `add`, of one number and its time that stand in a table: as numbers of a call each may be an object. */
  addNumber(rows: Float64Array, timeAt: number, valueAt: number, holdMs: number): void {
    if (this.#count === this.#firstMs.length) this.#grow();
    const at = this.#count++;
    const timeMs = rows[timeAt] as number;
    this.#firstMs[at] = timeMs;
    this.#lastMs[at] = timeMs;
    this.#holdMs[at] = holdMs;
    this.#last.numbers[at] = rows[valueAt] as number;
  }

  /** As `add`, of a row of numbers of a table. */
  addRowAt(rows: Float64Array, rowAt: number, holdMs: number): void {
    if (this.#count === this.#firstMs.length) this.#grow();
    const at = this.#count++;
    this.#firstMs[at] = rows[rowAt + ROW.firstMs] as number;
    this.#lastMs[at] = rows[rowAt + ROW.lastMs] as number;
    this.#holdMs[at] = holdMs;
    this.#last.numbers[at] = rows[rowAt + ROW.last] as number;
  }

  /** As `add` of each, a number that holds from its own time on. */
  addNumbers(times: Float64Array, values: Float64Array, holdMs: number): void {
    const at = this.#count;
    this.#count += times.length;
    if (this.#count > this.#firstMs.length) this.#grow(this.#count);
    this.#firstMs.set(times, at);
    this.#lastMs.set(times, at);
    this.#holdMs.fill(holdMs, at, this.#count);
    this.#last.numbers.set(values, at);
  }

  /** Moments at which what held before ends; nothing holds from them on. */
  addEnds(times: Float64Array): void {
    const at = this.#count;
    this.#count += times.length;
    if (this.#count > this.#firstMs.length) this.#grow(this.#count);
    this.#firstMs.set(times, at);
    this.#lastMs.set(times, at);
    this.#holdMs.fill(0, at, this.#count);
    this.#last.numbers.fill(Number.NaN, at, this.#count);
  }

  #grow(least = 16): void {
    const known = this.#firstMs.length;
    const length = Math.max(least, known === 0 ? this.#expected : known * 2);
    this.#firstMs = grown(this.#firstMs, length, this.#room);
    this.#lastMs = grown(this.#lastMs, length, this.#room);
    this.#holdMs = grown(this.#holdMs, length, this.#room);
    this.#last.grow(length);
  }

  get count(): number {
    return this.#count;
  }

  /** The columns, ascending by beginnings; `last` has no texts. Null where some are texts, or where they came too mixed. */
  columns(): NumberStretches | null {
    if (this.#last.hasTexts) return null;
    const runs = this.#runs();
    if (runs === null) return null;
    const inOrder = (numbers: Float64Array): Float64Array =>
      runs.length > 1 ? joined(numbers, runs, this.#room) : numbers;
    return {
      count: this.#count,
      firstMs: inOrder(this.#firstMs),
      lastMs: inOrder(this.#lastMs),
      holdMs: inOrder(this.#holdMs),
      last: inOrder(this.#last.numbers),
    };
  }

  /**
   * The runs in which they came, each ascending, one of them after the other in time: files are read side by side, and
   * the later one may be there first. Null where two overlap or they are too many.
   */
  #runs(): Run[] | null {
    const starts = this.#firstMs;
    const runs: Run[] = [];
    let from = 0;
    for (let at = 1; at <= this.#count; at++) {
      if (at < this.#count && (starts[at - 1] as number) <= (starts[at] as number)) continue;
      if (runs.length === MOST_RUNS) return null;
      runs.push([from, at]);
      from = at;
    }
    runs.sort(([a], [b]) => (starts[a] as number) - (starts[b] as number));
    const areApart = runs.every(([begin], index) => {
      const before = runs[index - 1];
      return !before || (starts[before[1] - 1] as number) < (starts[begin] as number);
    });
    return areApart ? runs : null;
  }

  /** The value at the end of the stretch. */
  last(at: number): SampleValue {
    return this.#last.at(at) ?? Number.NaN;
  }

  lastMs(at: number): number {
    return this.#lastMs[at] as number;
  }

  /** How long that value holds: until the next stretch of the order begins, if not less. */
  endMs(at: number, next: number | undefined): number {
    const longest = (this.#lastMs[at] as number) + (this.#holdMs[at] as number);
    return next === undefined ? longest : Math.min(this.#firstMs[next] as number, longest);
  }

  clear(): void {
    this.#count = 0;
  }

  /** By their beginnings; null where they came in that order. */
  order(): Uint32Array | null {
    const starts = this.#firstMs;
    for (let at = 1; at < this.#count; at++)
      if ((starts[at - 1] as number) > (starts[at] as number))
        return Uint32Array.from({ length: this.#count }, (_, index) => index).sort(
          (a, b) => (starts[a] as number) - (starts[b] as number),
        );
    return null;
  }
}

/** The runs of a column one after another. */
function joined(numbers: Float64Array, runs: readonly Run[], room: Room): Float64Array {
  const all = room(numbers.length);
  let at = 0;
  for (const [from, to] of runs) {
    all.set(numbers.subarray(from, to), at);
    at += to - from;
  }
  return all;
}

/** The same with room for more, NaN in it. */
function grown(numbers: Float64Array, length: number, room: Room): Float64Array {
  const more = room(length).fill(Number.NaN, numbers.length);
  more.set(numbers);
  return more;
}
