import { clipColumn } from "./clip.ts";
import { ExactMean } from "./exact-sum.ts";
import type { RollupColumn } from "./rollup.ts";
import type { Column } from "./types.ts";

/** The mean of the numbers of [startMs, endMs), added in any order and split. Texts have none. */
export class MeanAccumulator {
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #numbers = new ExactMean();
  #samples = 0;
  /** Roll-ups cannot tell: they stand for values too large to add up. */
  needsSamples = false;

  constructor({ startMs, endMs }: { startMs: number; endMs: number }) {
    this.#startMs = startMs;
    this.#endMs = endMs;
  }

  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  add(column: Column): void {
    const { kind, times, values } = clipColumn(column, this.#startMs, this.#endMs);
    this.#samples += times.length;
    if (kind === "number") for (const value of values) this.#numbers.add(value);
  }

  /** Takes whole hours inside the range. */
  addRollups({ rows }: RollupColumn): void {
    for (const { count, sum, sumLow, min, max } of rows) {
      this.#samples += count;
      this.needsSamples ||= Number.isNaN(sum);
      this.#numbers.addSum(count, [sum, sumLow], min, max);
    }
  }

  /** null without numbers. */
  mean(): number | null {
    return this.#numbers.mean();
  }
}
