/** Times of millions of rows: told by where they stand, as numbers are, and written as bytes (text-bytes.ts). */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import type { TextBytes } from "./text-bytes.ts";
import { ZoneOffset } from "./zoned-iso.ts";

const COLON = 0x3a;
const POINT = 0x2e;
const encoder = new TextEncoder();

/** Clocks of the zones of rows. */
export class ZonedTimes {
  readonly #clocks = new Map<string, ZoneClock>();

  /** What clocks of the zone show then, as if it were UTC, Unix milliseconds. */
  localAt(times: Float64Array, at: number, timezone: string): number {
    return this.#of(timezone).localAt(times, at);
  }

  /** As `zonedIso`. */
  write(into: TextBytes, times: Float64Array, at: number, timezone: string): void {
    this.#of(timezone).write(into, times, at);
  }

  #of(timezone: string): ZoneClock {
    let clock = this.#clocks.get(timezone);
    if (clock === undefined) this.#clocks.set(timezone, (clock = new ZoneClock(timezone)));
    return clock;
  }
}

class ZoneClock {
  readonly #zone: ZoneOffset;
  #offset = new Uint8Array(0);
  /** Since 1970, by the zone's clock, and as text with the T behind it. */
  #day = NaN;
  #date = new Uint8Array(0);

  constructor(timezone: string) {
    this.#zone = new ZoneOffset(timezone);
  }

  localAt(times: Float64Array, at: number): number {
    const timeMs = times[at] as number;
    if (this.#zone.turnTo(timeMs)) this.#offset = encoder.encode(this.#zone.text);
    return Math.trunc(timeMs + this.#zone.ms);
  }

  write(into: TextBytes, times: Float64Array, at: number): void {
    const localMs = this.localAt(times, at);
    const day = Math.floor(localMs / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      const midnight = new Date(day * DAY_MS).toISOString();
      this.#date = encoder.encode(midnight.slice(0, midnight.indexOf("T") + 1));
    }
    const ms = (localMs - day * DAY_MS) | 0;
    into.piece(this.#date);
    into.digits((ms / HOUR_MS) | 0, 2);
    into.letter(COLON);
    into.digits(((ms % HOUR_MS) / MINUTE_MS) | 0, 2);
    into.letter(COLON);
    into.digits(((ms % MINUTE_MS) / SECOND_MS) | 0, 2);
    if ((times[at] as number) % SECOND_MS !== 0) {
      into.letter(POINT);
      into.digits(ms % SECOND_MS, 3);
    }
    into.piece(this.#offset);
  }
}
