/**
 * operating_productivity, which is no column of its own: sheets_per_hour over the machine's target, unless
 * the sampler sends the metric itself. The target is what somebody set, else the 95th percentile of the
 * sheets per hour while the machine makes sheets, over the last 30 days (CONTRACT §4). Each sealed hour keeps
 * its rates in steps of 50.
 */
import type { MachineMemory } from "../../../app/domain/series/machine-memory.ts";
import { PRODUCTIVITY, SHEETS_PER_HOUR } from "../../../app/domain/series/productivity.ts";
import { columnOf, DAY_MS, type Column, type Columns, type Sample } from "../../../app/domain/series/types.ts";

export const RATE_STEP = 50;
export const TARGET_DAYS = 30;
const PERCENTILE = 0.95;
const CACHE_MS = 60_000;

export type Rates = Record<string, number>;

/** Samples per rate, rounded to RATE_STEP; standstill is left out. */
export const countRates = (columns: Columns): Rates => countRatesOf(columnOf(columns, SHEETS_PER_HOUR));

function countRatesOf(column: Column | undefined): Rates {
  const rates: Rates = {};
  if (column?.kind !== "number") return rates;
  for (const value of column.values) {
    const step = Math.round(value / RATE_STEP) * RATE_STEP;
    if (step > 0) rates[step] = (rates[step] ?? 0) + 1;
  }
  return rates;
}

/** Sheets per hour; null while the machine never made any. */
export function targetOf(hours: Iterable<Rates>): number | null {
  const all = new Map<number, number>();
  let total = 0;
  for (const rates of hours) {
    for (const [rate, count] of Object.entries(rates)) {
      all.set(Number(rate), (all.get(Number(rate)) ?? 0) + count);
      total += count;
    }
  }
  let seen = 0;
  for (const [rate, count] of [...all].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * PERCENTILE) return rate;
  }
  return null;
}

export class Productivity {
  readonly #memory: MachineMemory;
  #cached: { value: number | null; untilMs: number } = { value: null, untilMs: 0 };

  constructor(memory: MachineMemory) {
    this.#memory = memory;
  }

  /** Sheets per hour at full productivity; `set` is the machine's own setting. */
  target(set: number | null, nowMs: number): number | null {
    if (set) return set;
    if (this.#cached.untilMs <= nowMs) {
      const sinceMs = nowMs - TARGET_DAYS * DAY_MS;
      const sealed = [...this.#memory.sealed.from(sinceMs)].map((hour) => hour.rates);
      const held = [...this.#memory.hours.values()].map((hour) => countRatesOf(hour.column(SHEETS_PER_HOUR)?.slice()));
      this.#cached = { value: targetOf([...sealed, ...held]), untilMs: nowMs + CACHE_MS };
    }
    return this.#cached.value;
  }

  /** The newest value; null while it cannot be told. */
  latest(set: number | null, nowMs: number): Sample | null {
    const own = this.#memory.latest.get(PRODUCTIVITY);
    if (own || this.#memory.kinds.has(PRODUCTIVITY)) return own ?? null;
    const rate = this.#memory.latest.get(SHEETS_PER_HOUR);
    const target = rate && typeof rate.value === "number" ? this.target(set, nowMs) : null;
    return rate && target ? { timeMs: rate.timeMs, value: (rate.value as number) / target } : null;
  }
}
