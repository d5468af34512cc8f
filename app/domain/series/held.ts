/**
 * What a sample is worth in a mean (CONTRACT §4): it holds until the next sample of its metric, a state for at
 * most STATE_HOLD_MS, any other number for at most NUMBER_HOLD_MS. A mean is the integral of what held over the time in
 * which something held. Every mean of Helios is made here: buckets, averages, roll-ups, and the steps of a live chart.
 */
import { findMetric } from "#app/domain/metrics/registry.ts";
import { STATE_HOLD_MS } from "#app/domain/metrics/states.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import { NUMBER_HOLD_MS } from "./number-hold.ts";
import { DecimalSum, type SumParts } from "./decimal-sum.ts";
import { ExactSum } from "./exact-sum.ts";
import { isTextKey, metricOf, type Kind } from "./types.ts";

/** How long a sample of the metric, or of the column key, holds at most, in milliseconds. */
export function holdOf(key: string, kind: Kind = isTextKey(key) ? "text" : "number"): number {
  if (kind === "text") return STATE_HOLD_MS;
  const metric = metricOf(key);
  // A flag holds as long as the value that it is about.
  const type = (findMetric(metric) ?? findMetric(ownerOf(metric) ?? ""))?.type;
  return type === "boolean" || type === "encoded" ? STATE_HOLD_MS : NUMBER_HOLD_MS;
}

/** From here on values are summed 2^-100 times as large, lest two of them pass the largest double. */
const HUGE = 2 ** 960;
const HUGE_SCALE = 2 ** 100;

/** The mean of finite numbers by the whole milliseconds that each held: the same in any order and split. */
export class HeldMean {
  heldMs = 0;
  #min = Infinity;
  #max = -Infinity;
  readonly #area = new DecimalSum();
  #huge: ExactSum | null = null;

  /** As new. */
  clear(): this {
    this.heldMs = 0;
    this.#min = Infinity;
    this.#max = -Infinity;
    this.#area.clear();
    this.#huge = null;
    return this;
  }

  /** The value held for so long, more than 0 ms. */
  add(value: number, ms: number): void {
    this.heldMs += ms;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    if (value < HUGE && value > -HUGE) this.#area.add(value, ms);
    else (this.#huge ??= new ExactSum()).addTimes(value / HUGE_SCALE, ms);
  }

  /** Takes what another mean has seen: its heldMs, area(), and an envelope of its values. */
  addArea(heldMs: number, area: SumParts, min: number, max: number): void {
    if (heldMs === 0) return;
    this.heldMs += heldMs;
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
    this.#area.addParts(area);
  }

  /** The integral, in the value's unit times milliseconds. NaN when the values were too large for it. */
  area(): SumParts {
    return this.#huge ? { sum: Number.NaN, sumLow: 0, rest: 0, restLow: 0 } : this.#area.parts();
  }

  /** null when nothing held. */
  mean(): number | null {
    if (this.heldMs === 0) return null;
    const huge = this.#huge?.value() ?? 0;
    const mean =
      huge === 0
        ? this.#area.over(this.heldMs)
        : ((huge + this.#area.over(1) / HUGE_SCALE) / this.heldMs) * HUGE_SCALE;
    // Whether it was -0 depends on the order.
    return Math.min(this.#max, Math.max(this.#min, mean)) + 0;
  }
}
