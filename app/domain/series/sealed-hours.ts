/** The hours of a machine that lie in segments, in the order of time: a year has 8,760, and each batch asks for a neighbour. */
import { Ascending } from "./ascending.ts";
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
  readonly #order = new Ascending();
  readonly #late = new Ascending();

  get size(): number {
    return this.#order.size;
  }

  get(hourMs: number): SealedHour | undefined {
    return this.#hours.get(hourMs);
  }

  has(hourMs: number): boolean {
    return this.#hours.has(hourMs);
  }

  set(hourMs: number, hour: SealedHour): void {
    this.#order.add(hourMs);
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

  /** Hours whose derived values are behind, ascending. */
  late(): Iterable<number> {
    return this.#late.from(-Infinity);
  }

  delete(hourMs: number): void {
    if (!this.#hours.delete(hourMs)) return;
    this.#order.delete(hourMs);
    this.#late.delete(hourMs);
  }

  /** Sealed hours of [fromMs, toMs), ascending. */
  within(fromMs: number, toMs: number): SealedHour[] {
    return this.#order.within(fromMs, toMs).map((hourMs) => this.#hours.get(hourMs) as SealedHour);
  }

  /** The nearest sealed hour before; -Infinity when there is none. */
  before(hourMs: number): number {
    return this.#order.before(hourMs);
  }

  /** The nearest sealed hour after; Infinity when there is none. */
  after(hourMs: number): number {
    return this.#order.after(hourMs);
  }

  /** Sealed hours from one that starts at or after `startMs` on, ascending. */
  *from(startMs: number): Generator<SealedHour> {
    for (const hourMs of this.#order.from(startMs)) yield this.#hours.get(hourMs) as SealedHour;
  }
}
