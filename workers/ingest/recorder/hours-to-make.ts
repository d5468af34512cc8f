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
import { ownerOf } from "#app/domain/detection/companions.ts";
import { STATE_OFF } from "#app/domain/metrics/states.ts";

/**
 * How long ago a sample may be on which a value rests. `Lasting` has what no time bounds: the last sheet_size, of msf_hr,
 * and when the machine was last off, which is all that time_online rests on.
 */
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

/** A flag rests on the state in which its sample was, which holds as long as any; what lasts longer is judged by sealing. */
const reachOf = (key: string): number =>
  maxOf([
    ...(isDerived(key) ? [REACH_MS[key]] : []),
    ...(ownerOf(key) === null ? [] : [MAX_HOLD_MS]),
  ]);

type Question = {
  /** What is derived or judged, of what is asked. */
  keys: readonly string[];
  /** The first hour of which samples are answered. */
  firstMs: number;
  endMs: number;
  /** The oldest hour with such a change. */
  oldestMs: number;
  /** Whether the sealed hour has a sheet_size of its own; null when that is not known at once. */
  hasSizes: (hourMs: number) => boolean | null;
  max: number;
};

/** What of the made hour before holds over the hours between, which are not made. */
export type Across = { readonly sizes: boolean; readonly online: boolean };
export const NOTHING_HOLDS: Across = { sizes: false, online: false };

/** Ascending, each with what holds since the one before it; null when they are more than `max`. */
export function hoursToMake(
  memory: MachineMemory,
  question: Question,
): ReadonlyMap<number, Across> | null {
  const { firstMs, endMs, oldestMs, hasSizes, max } = question;
  const asked = question.keys.filter(isDerived);
  const reachMs = maxOf(question.keys.map(reachOf));
  const fromMs = hourOf(firstMs - reachMs);
  const lasting = new Lasting(asked, hasSizes);
  const made = new Map<number, Across>();
  /** When the newest change before was. */
  let [changedMs, lastMs] = [-Infinity, -Infinity];
  for (const sealed of memory.sealed.from(lasting.isAsked ? oldestMs : fromMs)) {
    const { hourMs } = sealed.segment;
    if (hourMs >= endMs) break;
    const isChanged = sealed.rederive || memory.hours.has(hourMs);
    const openMs = memory.hours.before(hourMs);
    const before = lasting.lost;
    if (isChanged || openMs > lastMs) {
      changedMs = isChanged ? hourMs : openMs;
      // The hours in memory are walked from the sealed one before them.
      if (openMs > lastMs) lasting.needLast();
      lasting.lose();
      lasting.need(hourMs, before);
    }
    if (hourMs >= fromMs && hourMs < changedMs + HOUR_MS + reachMs) made.set(hourMs, before);
    // What is answered rests on nothing before this one.
    else if (hourMs <= firstMs) made.clear();
    if (hourMs >= firstMs && lasting.isLost) {
      lasting.giveTo(made);
      made.set(hourMs, before);
    }
    if (!isChanged) lasting.note(sealed, before);
    lasting.last = [hourMs, before];
    if (made.size > max || lasting.size > max) return null;
    lastMs = hourMs;
  }
  // Hours in memory that rest on the last ones.
  if (memory.hours.after(Math.max(lastMs, firstMs - 1)) < endMs) {
    lasting.needLast();
    lasting.giveTo(made);
  }
  return made.size > max ? null : new Map([...made].sort(([a], [b]) => a - b));
}

/**
 * What has no bound in time: whether it is known, and which hours must be made so that it is. Where it is not, hours that
 * stand as they were sealed hold nothing of their own that ends that, so that it lasts over them: only the first one with
 * states must be made, for the machine may have come on in it, and those of which nobody knows whether they have sizes.
 */
class Lasting {
  readonly #asked: Across;
  readonly #hasSizes: Question["hasSizes"];
  lost: Across = NOTHING_HOLDS;
  /** The newest sealed hour, with what was lost before it. */
  last: [hourMs: number, before: Across] | null = null;
  #needed = new Map<number, Across>();
  /** The first one since the newest change, and the first that has states. */
  #first: SealedHour | null = null;
  #firstOn: SealedHour | null = null;

  constructor(asked: readonly DerivedMetric[], hasSizes: Question["hasSizes"]) {
    this.#asked = { sizes: asked.includes("msf_hr"), online: asked.includes("time_online") };
    this.#hasSizes = hasSizes;
  }

  get isAsked(): boolean {
    return this.#asked.sizes || this.#asked.online;
  }

  get isLost(): boolean {
    return this.lost.sizes || this.lost.online;
  }

  get size(): number {
    return this.#needed.size;
  }

  lose(): void {
    this.lost = this.#asked;
    this.#first = this.#firstOn = null;
  }

  need(hourMs: number, before: Across): void {
    if (this.isLost) this.#needed.set(hourMs, before);
  }

  needLast(): void {
    if (this.last) this.need(...this.last);
  }

  giveTo(made: Map<number, Across>): void {
    for (const [hourMs, before] of this.#needed) made.set(hourMs, before);
  }

  /** An hour that stands as it was sealed, and so do those since the newest change. */
  note(sealed: SealedHour, before: Across): void {
    if (!this.isLost) return;
    const { carry, segment } = sealed;
    let { sizes, online } = this.lost;
    this.#first ??= sealed;
    if (this.#first.carry.sheetSize !== carry.sheetSize) sizes = false;
    const hasSizes = sizes ? this.#hasSizes(segment.hourMs) : false;
    if (hasSizes === null) this.need(segment.hourMs, before);
    else if (hasSizes) sizes = false;
    if (carry.state && carry.state.timeMs >= segment.hourMs) {
      if (!this.#firstOn) this.need(segment.hourMs, before);
      this.#firstOn ??= sealed;
      if (
        carry.state.code === STATE_OFF ||
        this.#firstOn.carry.onlineSinceMs !== carry.onlineSinceMs
      )
        online = false;
    }
    this.lost = { sizes, online };
    if (!this.isLost) this.#needed.clear();
  }
}
