/** Columns of doubles instead of lists of objects: a report makes them for millions of values, and each would be garbage. */
import type { SampleValue } from "./types.ts";

/** A value for each index: a number as it lies in memory, texts beside them where there are any. */
export class ValueColumn {
  #numbers: Float64Array;
  #texts: Map<number, string> | null = null;

  constructor(length: number) {
    this.#numbers = new Float64Array(length).fill(Number.NaN);
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

  grow(length: number): void {
    this.#numbers = grown(this.#numbers, length);
  }
}

/** Stretches of samples that come in any order: of each its first sample's time, its last one's, that one's value and how long it holds at most. */
export class Stretches {
  readonly #expected: number;
  #firstMs: Float64Array = new Float64Array(0);
  #lastMs: Float64Array = new Float64Array(0);
  #holdMs: Float64Array = new Float64Array(0);
  readonly #last = new ValueColumn(0);
  #count = 0;

  /** As a rule there are no more of them than `expected`. */
  constructor(expected: number) {
    this.#expected = expected;
  }

  add(firstMs: number, lastMs: number, last: SampleValue, holdMs: number): void {
    if (this.#count === this.#firstMs.length) this.#grow();
    const at = this.#count++;
    this.#firstMs[at] = firstMs;
    this.#lastMs[at] = lastMs;
    this.#holdMs[at] = holdMs;
    this.#last.set(at, last);
  }

  #grow(): void {
    const length = Math.max(16, this.#count === 0 ? this.#expected : this.#count * 2);
    this.#firstMs = grown(this.#firstMs, length);
    this.#lastMs = grown(this.#lastMs, length);
    this.#holdMs = grown(this.#holdMs, length);
    this.#last.grow(length);
  }

  get count(): number {
    return this.#count;
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

/** The same with room for more, NaN in it. */
function grown(numbers: Float64Array, length: number): Float64Array {
  const more = new Float64Array(length).fill(Number.NaN, numbers.length);
  more.set(numbers);
  return more;
}
