/** Hours (or other times, Unix ms), each once and in the order of time, of which a neighbour is found by halving. */
export class Ascending {
  readonly #times: number[] = [];

  get size(): number {
    return this.#times.length;
  }

  add(time: number): void {
    const index = this.#lowerBound(time);
    if (this.#times[index] !== time) this.#times.splice(index, 0, time);
  }

  delete(time: number): void {
    const index = this.#lowerBound(time);
    if (this.#times[index] === time) this.#times.splice(index, 1);
  }

  clear(): void {
    this.#times.length = 0;
  }

  /** The nearest one before; -Infinity when there is none. */
  before(time: number): number {
    return this.#times[this.#lowerBound(time) - 1] ?? -Infinity;
  }

  /** The nearest one after; Infinity when there is none. */
  after(time: number): number {
    const index = this.#lowerBound(time);
    return this.#times[this.#times[index] === time ? index + 1 : index] ?? Infinity;
  }

  /** Those of [from, to). */
  within(from: number, to: number): number[] {
    return this.#times.slice(this.#lowerBound(from), this.#lowerBound(to));
  }

  /** Those at or after `from`. */
  *from(from: number): Generator<number> {
    for (let index = this.#lowerBound(from); index < this.#times.length; index++)
      yield this.#times[index]!;
  }

  #lowerBound(time: number): number {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#times[middle]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
