/**
 * operating_productivity, which is no column of its own: sheets_per_hour over the machine's target, unless
 * the sampler sends the metric itself. The target is what somebody set, else the 95th percentile of the
 * sheets per hour while the machine makes sheets, over the last 30 days (CONTRACT §4). Each sealed hour keeps
 * its rates in steps of 50. While a machine is young, what it learned is looked at again
 * every two seconds: its first minutes may be a crawl, and what comes next hundreds of times as fast.
 */
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { PRODUCTIVITY, SHEETS_PER_HOUR } from "#app/domain/series/productivity.ts";
import { columnOf, type Column, type Columns, type Sample } from "#app/domain/series/types.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";

export const RATE_STEP = 50;
export const TARGET_DAYS = 30;
const PERCENTILE = 0.95;
/** What was learned of fewer minutes with sheets is too little to call a good pace. */
export const LEAST_PACE_MINUTES = 60;
/** From here on a minute more changes the target little. */
const SETTLED_MINUTES = 600;
const CACHE_MS = 60_000;
const YOUNG_CACHE_MS = 2_000;

export type Rates = Record<string, number>;

/** Samples per rate, rounded to RATE_STEP; standstill is left out. */
export const countRates = (columns: Columns): Rates =>
  countRatesOf(columnOf(columns, SHEETS_PER_HOUR));

function countRatesOf(column: Column | undefined): Rates {
  const rates: Rates = {};
  if (column?.kind !== "number") return rates;
  for (const value of column.values) {
    const step = Math.round(value / RATE_STEP) * RATE_STEP;
    if (step > 0) rates[step] = (rates[step] ?? 0) + 1;
  }
  return rates;
}

/** What an hour tells of a machine's pace: its rates, and from when to when it was heard. */
export type Pace = { rates: Rates; firstMs: number; lastMs: number };

/** `value`: sheets per hour, null while the machine never made any; `minutes`: of how many, at most, it was learned. */
export function targetOf(hours: Iterable<Pace>): { value: number | null; minutes: number } {
  const all = new Map<number, number>();
  let total = 0;
  let minutes = 0;
  for (const { rates, firstMs, lastMs } of hours) {
    let samples = 0;
    for (const [rate, count] of Object.entries(rates)) {
      all.set(Number(rate), (all.get(Number(rate)) ?? 0) + count);
      samples += count;
    }
    total += samples;
    // A few samples far apart are not the time between them.
    minutes += Math.min((lastMs - firstMs) / MINUTE_MS, samples);
  }
  let seen = 0;
  for (const [rate, count] of [...all].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * PERCENTILE) return { value: rate, minutes };
  }
  return { value: null, minutes };
}

function paceOf(column: Column | undefined): Pace {
  const times = column?.times ?? [];
  return {
    rates: countRatesOf(column),
    firstMs: times[0] ?? 0,
    lastMs: times[times.length - 1] ?? 0,
  };
}

export class Productivity {
  readonly #memory: MachineMemory;
  #cached = { value: null as number | null, minutes: 0, untilMs: 0 };

  constructor(memory: MachineMemory) {
    this.#memory = memory;
  }

  /** Sheets per hour at full productivity; `set` is the machine's own setting. */
  target(set: number | null, nowMs: number): number | null {
    return set || this.#learned(nowMs).value;
  }

  /** Whether the target is of so few minutes with sheets that nobody should call it a good pace. */
  isYoung(set: number | null, nowMs: number): boolean {
    if (set) return false;
    const { value, minutes } = this.#learned(nowMs);
    return value !== null && minutes < LEAST_PACE_MINUTES;
  }

  #learned(nowMs: number): { value: number | null; minutes: number } {
    if (this.#cached.untilMs <= nowMs) {
      const sinceMs = nowMs - TARGET_DAYS * DAY_MS;
      const sealed = [...this.#memory.sealed.from(sinceMs)].map(
        ({ rates, segment: { firstMs, lastMs } }) => ({ rates, firstMs, lastMs }),
      );
      const held = [...this.#memory.hours.from(sinceMs)].map((hour) =>
        paceOf(hour.column(SHEETS_PER_HOUR)?.slice()),
      );
      const { value, minutes } = targetOf([...sealed, ...held]);
      this.#cached = {
        value,
        minutes,
        untilMs: nowMs + (minutes < SETTLED_MINUTES ? YOUNG_CACHE_MS : CACHE_MS),
      };
    }
    return this.#cached;
  }

  /** The newest value up to `untilMs`; null while it is unknown. */
  latest(set: number | null, nowMs: number, untilMs: number): Sample | null {
    const own = this.#memory.newest(PRODUCTIVITY, untilMs);
    if (own || this.#memory.metrics.kinds.has(PRODUCTIVITY)) return own;
    const rate = this.#memory.newest(SHEETS_PER_HOUR, untilMs);
    const target = rate && typeof rate.value === "number" ? this.target(set, nowMs) : null;
    return rate && target ? { timeMs: rate.timeMs, value: (rate.value as number) / target } : null;
  }
}
