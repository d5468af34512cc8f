/**
 * Times as other systems write them, to Unix milliseconds: ISO 8601 (a space for the T will do), with an offset
 * or local in a named zone, and epochs in s, ms, µs or ns, told apart by their size. What is finer than a
 * millisecond is cut off.
 */
import { IANAZone } from "luxon";
import { MINUTE_MS, DAY_MS } from "#app/domain/durations.ts";

export type TimeFault = "bad_time" | "no_zone" | "no_such_time";
/** `isAmbiguous`: a local time that comes twice, because the clocks go back. */
export type ParsedTime = { timeMs: number; isAmbiguous: boolean } | { fault: TimeFault };

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const EPOCH = /^(-?\d{1,19})(?:\.(\d*))?$/;
const QUARTER_MS = 15 * 60_000;
/** Seconds, ms, µs and ns by their size: each bound is the year 5138 in its unit. `digits` are to cut off for ms. */
const UNITS = [
  { below: 1e11, digits: -3 },
  { below: 1e14, digits: 0 },
  { below: 1e17, digits: 3 },
  { below: Infinity, digits: 6 },
] as const;

export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** `zone` is where times without an offset are local; null: such a time is a fault. */
export class TimeReader {
  readonly #zone: IANAZone | null;
  #quarterMs = NaN;
  #offsets: readonly number[] = [];

  constructor(zone: string | null) {
    this.#zone = zone === null ? null : IANAZone.create(zone);
  }

  /** `previousMs` is the time before it in the file: an ambiguous time is the first of its two, unless that would go back. */
  read(text: string, previousMs: number | null): ParsedTime {
    const trimmed = text.trim();
    const epoch = EPOCH.exec(trimmed);
    if (epoch) return { timeMs: epochMs(epoch[1]!, epoch[2] ?? ""), isAmbiguous: false };
    const iso = ISO.exec(trimmed);
    if (!iso) return { fault: "bad_time" };
    const [year, month, day, hour, minute, second] = iso
      .slice(1, 7)
      .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
    const localMs = Date.UTC(
      year,
      month - 1,
      day,
      hour,
      minute,
      second,
      Number((iso[7] ?? "").slice(0, 3).padEnd(3, "0")),
    );
    // Date.UTC takes the 31st of February for the 3rd of March.
    const isReal =
      new Date(localMs).getUTCDate() === day &&
      month >= 1 &&
      month <= 12 &&
      hour < 24 &&
      minute < 60 &&
      second < 60;
    if (!isReal) return { fault: "bad_time" };
    return iso[8] === undefined
      ? this.readLocal(localMs, previousMs)
      : { timeMs: localMs - offsetMs(iso[8]), isAmbiguous: false };
  }

  /** A wall clock's time, as if it were UTC. */
  readLocal(localMs: number, previousMs: number | null): ParsedTime {
    if (this.#zone === null) return { fault: "no_zone" };
    const offsets = this.#offsetsAt(localMs);
    const [first, second] = [offsets[0], offsets[1]];
    if (first === undefined) return { fault: "no_such_time" };
    if (second === undefined) return { timeMs: localMs - first, isAmbiguous: false };
    const [earlier, later] = [localMs - first, localMs - second];
    const goesBack = previousMs !== null && previousMs > earlier && previousMs <= later;
    return { timeMs: goesBack ? later : earlier, isAmbiguous: true };
  }

  /** The zone's offsets that a local time may have, the one of the earlier moment first. Clocks change at quarters of an hour. */
  #offsetsAt(localMs: number): readonly number[] {
    const quarterMs = Math.floor(localMs / QUARTER_MS) * QUARTER_MS;
    if (quarterMs !== this.#quarterMs) {
      const zone = this.#zone as IANAZone;
      const offsetAt = (utcMs: number): number => Math.round(zone.offset(utcMs) * MINUTE_MS);
      const near = [...new Set([offsetAt(quarterMs - DAY_MS), offsetAt(quarterMs + DAY_MS)])];
      this.#offsets = near
        .filter((offset) => offsetAt(quarterMs - offset) === offset)
        .sort((a, b) => b - a);
      this.#quarterMs = quarterMs;
    }
    return this.#offsets;
  }
}

function offsetMs(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const digits = text.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (text.startsWith("-") ? -minutes : minutes) * MINUTE_MS;
}

/** On the digits: nanoseconds are beyond what a number holds. */
function epochMs(whole: string, fraction: string): number {
  const isNegative = whole.startsWith("-");
  const digits = isNegative ? whole.slice(1) : whole;
  const { digits: shift } = UNITS.find(({ below }) => Number(digits) < below)!;
  const ms =
    shift < 0
      ? `${digits}${fraction.slice(0, -shift).padEnd(-shift, "0")}`
      : digits.slice(0, digits.length - shift);
  const left = `${shift < 0 ? fraction.slice(-shift) : digits.slice(digits.length - shift) + fraction}`;
  const magnitude = Number(ms);
  // Down to the millisecond, before 1970 too.
  return isNegative ? -magnitude - (/[1-9]/.test(left) ? 1 : 0) || 0 : magnitude;
}
