/**
 * Which sealed hours hold derived values that are behind, because of late samples or of hours in memory before them, as far
 * as a question meets them. Pure but for `hasSizes`.
 *
 * How far back a derived value rests on samples is bounded for all but two: time_online counts from when the machine was
 * last off, msf_hr takes the last sheet_size. Behind a change these two are known again after an hour that was sealed in
 * order and has such a sample of its own.
 */
import { hourOf } from "#app/domain/series/batch-window.ts";
import {
  isDerived,
  MAX_HOLD_MS,
  UPTIME_WINDOW_MS,
  type DerivedMetric,
} from "#app/domain/series/derive.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf } from "#app/domain/extremes.ts";
import { STATE_OFF } from "#app/domain/metrics/states.ts";

/** How long ago a sample may be on which a value rests, the last sheet_size and the last time off left aside. */
const REACH_MS: Record<DerivedMetric, number> = {
  machine_running: 0,
  machine_feeding: 0,
  machine_running_feeding: 0,
  signal_4bar: 0,
  time_online: 0,
  sheets_per_hour: MAX_HOLD_MS,
  msf_hr: MAX_HOLD_MS,
  uptime: UPTIME_WINDOW_MS + MAX_HOLD_MS,
};

type Question = {
  keys: readonly string[];
  /** The first hour of which samples are answered. */
  firstMs: number;
  endMs: number;
  /** The oldest hour with such a change. */
  oldestMs: number;
  /** Whether the sealed hour has a sheet_size of its own; false when that is not known at once. */
  hasSizes: (hourMs: number) => boolean;
  max: number;
};

/** Ascending; null when they are more than `max`. */
export function hoursToMake(memory: MachineMemory, question: Question): number[] | null {
  const { firstMs, endMs, oldestMs, hasSizes, max } = question;
  const asked = question.keys.filter(isDerived);
  const reachMs = maxOf(asked.map((metric) => REACH_MS[metric]));
  const fromMs = hourOf(firstMs - reachMs);
  const lasting = new Lasting(asked, hasSizes);
  const made = new Set<number>();
  /** When the newest change before was. */
  let [changedMs, lastMs] = [-Infinity, -Infinity];
  for (const sealed of memory.sealed.from(lasting.isAsked ? oldestMs : fromMs)) {
    const { hourMs } = sealed.segment;
    if (hourMs >= endMs) break;
    const isChanged = sealed.rederive || memory.hours.has(hourMs);
    const openMs = memory.hours.before(hourMs);
    if (isChanged || openMs > lastMs) {
      changedMs = isChanged ? hourMs : openMs;
      lasting.lose();
    }
    if (lasting.isLost) lasting.add(hourMs, max);
    if (hourMs >= fromMs && hourMs < changedMs + HOUR_MS + reachMs) made.add(hourMs);
    // What is answered rests on nothing before this one.
    else if (hourMs <= firstMs) made.clear();
    if (hourMs >= firstMs && !lasting.giveTo(made)) return null;
    if (!isChanged) lasting.note(sealed);
    if (made.size > max) return null;
    lastMs = hourMs;
  }
  // Hours in memory that rest on the last ones.
  const isRestedOn = memory.hours.after(Math.max(lastMs, firstMs - 1)) < endMs;
  if (isRestedOn && !lasting.giveTo(made)) return null;
  return made.size > max ? null : [...made].sort((a, b) => a - b);
}

/** What has no bound in time: since when it is not known, and which hours lie between. */
class Lasting {
  readonly #asked: { sizes: boolean; online: boolean };
  readonly #hasSizes: (hourMs: number) => boolean;
  #lost = { sizes: false, online: false };
  /** Sealed hours since all was known; null when they are too many. */
  #hours: number[] | null = [];
  /** The first one since the newest change, and the first that has states. */
  #first: SealedHour | null = null;
  #firstOn: SealedHour | null = null;

  constructor(asked: readonly DerivedMetric[], hasSizes: (hourMs: number) => boolean) {
    this.#asked = { sizes: asked.includes("msf_hr"), online: asked.includes("time_online") };
    this.#hasSizes = hasSizes;
  }

  get isAsked(): boolean {
    return this.#asked.sizes || this.#asked.online;
  }

  get isLost(): boolean {
    return this.#lost.sizes || this.#lost.online;
  }

  lose(): void {
    this.#lost = { ...this.#asked };
    this.#first = this.#firstOn = null;
  }

  add(hourMs: number, max: number): void {
    if (this.#hours && this.#hours.length >= max) this.#hours = null;
    this.#hours?.push(hourMs);
  }

  /** What is to be made so that it is known; false when that is too much. */
  giveTo(made: Set<number>): boolean {
    if (!this.isLost) return true;
    if (this.#hours === null) return false;
    for (const hourMs of this.#hours) made.add(hourMs);
    return true;
  }

  /** An hour that stands as it was sealed, and so do those since the newest change. */
  note(sealed: SealedHour): void {
    if (!this.isLost) return;
    const { carry, segment } = sealed;
    this.#first ??= sealed;
    if (this.#first.carry.sheetSize !== carry.sheetSize || this.#hasOwnSizes(segment.hourMs))
      this.#lost.sizes = false;
    if (carry.state && carry.state.timeMs >= segment.hourMs) {
      this.#firstOn ??= sealed;
      if (
        carry.state.code === STATE_OFF ||
        this.#firstOn.carry.onlineSinceMs !== carry.onlineSinceMs
      )
        this.#lost.online = false;
    }
    if (!this.isLost) this.#hours = [];
  }

  #hasOwnSizes(hourMs: number): boolean {
    return this.#lost.sizes && this.#hasSizes(hourMs);
  }
}
