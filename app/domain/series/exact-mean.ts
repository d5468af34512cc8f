import { DecimalSum, type SumParts } from "./decimal-sum.ts";
import { ExactSum } from "./exact-sum.ts";

/** From here on values are summed 2^-100 times as large, lest two of them pass the largest double. */
const HUGE = 2 ** 960;
const HUGE_SCALE = 2 ** 100;

/** The mean of finite numbers, the same in any order, never outside of their envelope. */
export class ExactMean {
  count = 0;
  min = Infinity;
  max = -Infinity;
  readonly #sum = new DecimalSum();
  #huge: ExactSum | null = null;

  add(value: number): void {
    this.count++;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (value < HUGE && value > -HUGE) this.#sum.add(value);
    else (this.#huge ??= new ExactSum()).add(value / HUGE_SCALE);
  }

  /** values[from], up to values[to - 1]. */
  addAll(values: ArrayLike<number>, from: number, to: number): void {
    for (let at = from; at < to; at++) this.add(values[at] as number);
  }

  /** Takes the numbers that another mean has seen, by its count, sum() and envelope. */
  addSum(count: number, parts: SumParts, min: number, max: number): void {
    this.count += count;
    if (min < this.min) this.min = min;
    if (max > this.max) this.max = max;
    this.#sum.addParts(parts);
  }

  /** NaN when the values were too large for it. */
  sum(): SumParts {
    return this.#huge ? { sum: Number.NaN, sumLow: 0, rest: 0, restLow: 0 } : this.#sum.parts();
  }

  /** null without values. */
  mean(): number | null {
    if (this.count === 0) return null;
    const huge = this.#huge?.value() ?? 0;
    const mean =
      huge === 0
        ? this.#sum.over(this.count)
        : ((huge + this.#sum.over(1) / HUGE_SCALE) / this.count) * HUGE_SCALE;
    // Whether it was -0 depends on the order.
    return Math.min(this.max, Math.max(this.min, mean)) + 0;
  }
}
