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
      const low =
        Math.abs(high) < Math.abs(partial) ? high - (sum - partial) : partial - (sum - high);
      if (low !== 0) partials[kept++] = low;
      high = sum;
    }
    partials.length = kept;
    partials.push(high);
  }

  /** Adds the value, below 2^990, `times` times, a whole number below 2^24. */
  addTimes(value: number, times: number): void {
    // Two halves of at most 27 binary digits each (Veltkamp), so that both products are exact.
    const shifted = value * (2 ** 27 + 1);
    const high = shifted - (shifted - value);
    this.add(high * times);
    this.add((value - high) * times);
  }

  /** Doubles that add up to the sum exactly. */
  parts(): readonly number[] {
    return this.#partials;
  }

  /** The sum in two doubles: the nearest, and what is left of it. null when two do not hold it. */
  split(): [number, number] | null {
    const rest = new ExactSum();
    for (const partial of this.#partials) rest.add(partial);
    const high = this.value();
    rest.add(-high);
    const low = rest.value();
    rest.add(-low);
    return rest.value() === 0 ? [high, low] : null;
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
