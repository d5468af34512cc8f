import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { wallClock } from "./local-days.ts";

/** Zones change their clocks at quarters of an hour of UTC, and nowhere else; none changes them twice within a day. */
const QUARTER_MS = 15 * MINUTE_MS;

/** How far clocks of a zone are from UTC. It remembers what it answered last: rows ascend, and asking is dear. */
export class ZoneOffset {
  readonly #timezone: string;
  /** What is remembered holds for [from, to), Unix milliseconds. */
  #fromMs = NaN;
  #toMs = NaN;
  ms = 0;
  /** `+01:00` */
  text = "";

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** `ms` and `text` are those of that moment; whether they are others than before. */
  turnTo(timeMs: number): boolean {
    if (timeMs >= this.#fromMs && timeMs < this.#toMs) return false;
    const dayMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
    const ms = this.#at(dayMs);
    const isSteady = ms === this.#at(dayMs + DAY_MS - QUARTER_MS);
    this.#fromMs = isSteady ? dayMs : Math.floor(timeMs / QUARTER_MS) * QUARTER_MS;
    this.#toMs = this.#fromMs + (isSteady ? DAY_MS : QUARTER_MS);
    this.ms = isSteady ? ms : this.#at(this.#fromMs);
    this.text = offsetText(this.ms);
    return true;
  }

  #at(timeMs: number): number {
    return wallClock(timeMs, this.#timezone) - timeMs;
  }
}

/** ISO 8601 with the offset of the zone at that moment, to the second, or to the millisecond where there is one. */
export function zonedIso(timezone: string): (timeMs: number) => string {
  const offset = new ZoneOffset(timezone);
  return (timeMs) => {
    offset.turnTo(timeMs);
    const local = new Date(timeMs + offset.ms).toISOString();
    return local.slice(0, timeMs % 1000 === 0 ? 19 : 23) + offset.text;
  };
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${offsetMs < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
