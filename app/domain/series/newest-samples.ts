/**
 * The newest sample of each column, by its key. One that lies ahead of the live time is stored and waits for its turn:
 * until then the newest one before it answers.
 */
import type { HourBuffer } from "./hour-buffer.ts";
import type { OpenHours } from "./open-hours.ts";
import type { Sample } from "./types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

export class NewestSamples {
  /** Of all; it may lie ahead. */
  readonly latest = new Map<string, Sample>();
  /** When the newest sample lies ahead: the newest that does not, where no hour in memory holds it. */
  readonly settled = new Map<string, Sample>();
  /** Up to when samples may be live, by the last batch. */
  liveMs = Infinity;
  readonly #hours: OpenHours;

  constructor(hours: OpenHours) {
    this.#hours = hours;
  }

  note(key: string, sample: Sample): void {
    const known = this.latest.get(key);
    if (known && sample.timeMs < known.timeMs) {
      const settled = this.settled.get(key);
      const isSettled = !this.#isAhead(sample) && this.#isAhead(known);
      if (isSettled && (!settled || this.#isAhead(settled) || sample.timeMs >= settled.timeMs))
        this.settled.set(key, sample);
      return;
    }
    if (!this.#isAhead(sample)) this.settled.delete(key);
    else if (known && !this.#isAhead(known)) this.settled.set(key, known);
    this.latest.set(key, sample);
  }

  #isAhead(sample: Sample): boolean {
    return sample.timeMs > this.liveMs;
  }

  /** The other kind's sample has that time now: what is left in the hour is the newest. */
  forget(key: string, timeMs: number, hour: HourBuffer): void {
    if (this.settled.get(key)?.timeMs === timeMs) this.settled.delete(key);
    if (this.latest.get(key)?.timeMs !== timeMs) return;
    const left = hour.raw.get(key);
    const index = (left?.lowerBound(timeMs) ?? 0) - 1;
    if (left && index >= 0)
      this.latest.set(key, { timeMs: left.timeAt(index), value: left.valueAt(index) });
    else this.latest.delete(key);
  }

  /** The newest one up to the time. */
  upTo(key: string, untilMs: number): Sample | null {
    const latest = this.latest.get(key) ?? null;
    if (latest === null || latest.timeMs <= untilMs) return latest;
    const settled = this.settled.get(key);
    const known = settled && settled.timeMs <= untilMs ? settled : null;
    const oldestMs = (known?.timeMs ?? -Infinity) - HOUR_MS;
    let hourMs = this.#hours.before(untilMs + 1);
    for (; hourMs > oldestMs; hourMs = this.#hours.before(hourMs)) {
      const column = this.#hours.get(hourMs)?.column(key);
      const index = (column?.lowerBound(untilMs + 1) ?? 0) - 1;
      if (column && index >= 0)
        return newer(known, { timeMs: column.timeAt(index), value: column.valueAt(index) });
    }
    return known;
  }

  /** Those after the time, in no order. */
  after(key: string, untilMs: number): Sample[] {
    if ((this.latest.get(key)?.timeMs ?? -Infinity) <= untilMs) return [];
    const found: Sample[] = [];
    for (const hour of this.#hours.from(untilMs - HOUR_MS)) {
      const column = hour.column(key);
      for (let at = column?.lowerBound(untilMs + 1) ?? 0; column && at < column.length; at++)
        found.push({ timeMs: column.timeAt(at), value: column.valueAt(at) });
    }
    return found;
  }
}

export const newer = (a: Sample | null, b: Sample | null): Sample | null =>
  a === null || (b !== null && b.timeMs > a.timeMs) ? b : a;
