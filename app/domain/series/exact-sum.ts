/**
 * A sum of doubles without error until it is read, then rounded once (Shewchuk's partials, as in
 * Python's fsum). So it does not matter in which order or in how many parts the values came.
 */
export class ExactSum {
  /** Non-overlapping, ascending in magnitude; their true sum is the sum. */
  readonly #partials: number[] = [];

  add(value: number): void {
    const partials = this.#partials;
    let high = value;
    let kept = 0;
    for (let i = 0; i < partials.length; i++) {
      const partial = partials[i] as number;
      const sum = high + partial;
      const low = Math.abs(high) < Math.abs(partial) ? high - (sum - partial) : partial - (sum - high);
      if (low !== 0) partials[kept++] = low;
      high = sum;
    }
    partials.length = kept;
    partials.push(high);
  }

  /** The sum in two doubles: the nearest, and what is left of it. */
  split(): [number, number] {
    const high = this.value();
    const rest = new ExactSum();
    for (const partial of this.#partials) rest.add(partial);
    rest.add(-high);
    return [high, rest.value()];
  }

  /** The double nearest to the true sum. */
  value(): number {
    const partials = this.#partials;
    let next = partials.length - 1;
    let high = partials[next] ?? 0;
    let low = 0;
    while (low === 0 && next > 0) {
      const partial = partials[--next] as number;
      const sum = high + partial;
      low = partial - (sum - high);
      high = sum;
    }
    // Half-way cases round by what lies below, which the last addition did not see.
    const below = partials[next - 1] ?? 0;
    if (next > 0 && low * below > 0 && high + low * 2 - high === low * 2) return high + low * 2;
    return high;
  }
}

/** From here on values are summed 2^-100 times as large, lest two of them pass the largest double. */
const HUGE = 2 ** 960;
const HUGE_SCALE = 2 ** 100;

/** The mean of finite numbers, the same in any order, never outside of their envelope. */
export class ExactMean {
  count = 0;
  min = Infinity;
  max = -Infinity;
  readonly #sum = new ExactSum();
  #huge: ExactSum | null = null;

  add(value: number): void {
    this.count++;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (Math.abs(value) < HUGE) this.#sum.add(value);
    else (this.#huge ??= new ExactSum()).add(value / HUGE_SCALE);
  }

  /** Takes the numbers that another mean has seen, by its count, sum() and envelope. */
  addSum(count: number, [sum, sumLow]: readonly [number, number], min: number, max: number): void {
    this.count += count;
    if (min < this.min) this.min = min;
    if (max > this.max) this.max = max;
    this.#sum.add(sum);
    this.#sum.add(sumLow);
  }

  /** The sum in two doubles; NaN when values were too large for that. */
  sum(): [number, number] {
    return this.#huge ? [Number.NaN, Number.NaN] : this.#sum.split();
  }

  /** null without values. */
  mean(): number | null {
    if (this.count === 0) return null;
    const huge = this.#huge?.value() ?? 0;
    const mean = huge === 0 ? this.#sum.value() / this.count : ((huge + this.#sum.value() / HUGE_SCALE) / this.count) * HUGE_SCALE;
    return Math.min(this.max, Math.max(this.min, mean));
  }
}
