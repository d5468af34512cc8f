/** The hours of a machine that lie in segments, in the order of time: a year has 8,760, and each batch asks for a neighbour. */
import type { Carry } from "./derive.ts";
import type { Segment } from "./types.ts";

export type SealedHour = {
  segment: Segment;
  /** What the hour after must know. */
  carry: Carry;
  /** Log rows up to this one are in the segment. */
  sealedSeq: number;
  sealedAtMs: number;
  /** Metrics of the segment that were computed, not sent. */
  derived: string[];
  /** An earlier hour changed: derived values must be computed again. */
  rederive: boolean;
  /** Sheets per hour: value rounded to 50 → samples, for the machine's target. */
  rates: Record<string, number>;
};

export class SealedHours {
  readonly #hours = new Map<number, SealedHour>();
  /** Ascending. */
  readonly #order: number[] = [];
  readonly #late = new Set<number>();

  get size(): number {
    return this.#order.length;
  }

  get(hourMs: number): SealedHour | undefined {
    return this.#hours.get(hourMs);
  }

  has(hourMs: number): boolean {
    return this.#hours.has(hourMs);
  }

  set(hourMs: number, hour: SealedHour): void {
    if (!this.#hours.has(hourMs)) this.#order.splice(this.#lowerBound(hourMs), 0, hourMs);
    this.#hours.set(hourMs, hour);
    if (hour.rederive) this.#late.add(hourMs);
    else this.#late.delete(hourMs);
  }

  /** The hour's derived values rest on something that changed. */
  markLate(hourMs: number): void {
    const hour = this.#hours.get(hourMs);
    if (!hour) return;
    hour.rederive = true;
    this.#late.add(hourMs);
  }

  /** The oldest hour whose derived values are behind; Infinity when none is. */
  oldestLate(): number {
    let oldest = Infinity;
    for (const hourMs of this.#late) if (hourMs < oldest) oldest = hourMs;
    return oldest;
  }

  /** Hours whose derived values are behind. */
  late(): Iterable<number> {
    return this.#late;
  }

  delete(hourMs: number): void {
    if (!this.#hours.delete(hourMs)) return;
    this.#order.splice(this.#lowerBound(hourMs), 1);
    this.#late.delete(hourMs);
  }

  /** Sealed hours of [fromMs, toMs), ascending. */
  within(fromMs: number, toMs: number): SealedHour[] {
    return this.#order
      .slice(this.#lowerBound(fromMs), this.#lowerBound(toMs))
      .map((hourMs) => this.#hours.get(hourMs) as SealedHour);
  }

  /** The nearest sealed hour before; -Infinity when there is none. */
  before(hourMs: number): number {
    return this.#order[this.#lowerBound(hourMs) - 1] ?? -Infinity;
  }

  /** The nearest sealed hour after; Infinity when there is none. */
  after(hourMs: number): number {
    return this.#order[this.#lowerBound(hourMs + 1)] ?? Infinity;
  }

  /** Sealed hours from one that starts at or after `startMs` on, ascending. */
  *from(startMs: number): Generator<SealedHour> {
    for (let index = this.#lowerBound(startMs); index < this.#order.length; index++) {
      yield this.#hours.get(this.#order[index] as number) as SealedHour;
    }
  }

  #lowerBound(hourMs: number): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#order[middle] as number) < hourMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
