/** Calendar days (`YYYY-MM-DD`) of a zone: what a person at the plant means by a date. */
import { DAY_MS } from "#app/domain/durations.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Wall clock of the zone at that moment to the second, as if it were UTC. */
export function wallClock(timeMs: number, timezone: string): number {
  let formatter = formatters.get(timezone);
  if (formatter === undefined) {
    const part = "numeric" as const;
    formatter = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: timezone, hourCycle: "h23", year: part, month: part, day: part },
      ...{ hour: part, minute: part, second: part },
    });
    formatters.set(timezone, formatter);
  }
  const found: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(timeMs)) found[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A day that the calendar has: no February 30. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(Date.parse(text)).toJSON()?.slice(0, 10) === text;

export const dayOf = (timeMs: number, timezone: string): string =>
  new Date(wallClock(timeMs, timezone)).toISOString().slice(0, 10);

export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/**
 * The moment when the zone's wall clock, as if it were UTC, showed this; of a time that came twice, one of both; of one that
 * clocks left out, as much later as they went forward.
 */
export function momentOfWallClock(wallMs: number, timezone: string): number {
  const first = wallMs - (wallClock(wallMs, timezone) - wallMs);
  const second = first + wallMs - wallClock(first, timezone);
  return wallClock(second, timezone) === wallMs ? second : Math.max(first, second);
}

/** The moment when clocks of the zone showed so many hours of the day; at noon no zone changes its clocks. */
export const momentOf = (day: string, hour: number, timezone: string): number =>
  momentOfWallClock(Date.parse(day) + hour * 3_600_000, timezone);
export const noonOf = (day: string, timezone: string): number => momentOf(day, 12, timezone);

/** `YYYY-MM-DDTHH:mm` of the zone's clock, as a browser's field for a date and time holds it. */
export const localTimeOf = (timeMs: number, timezone: string): string =>
  new Date(wallClock(timeMs, timezone)).toISOString().slice(0, 16);

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/;

/** The moment that such a text names in the zone; null when it names none. */
export function momentOfLocal(text: string, timezone: string): number | null {
  const [, day = "", hour, minute] = LOCAL_TIME.exec(text) ?? [];
  return isDay(day) ? momentOf(day, Number(hour) + Number(minute) / 60, timezone) : null;
}
