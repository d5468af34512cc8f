/**
 * Ranges of time as people choose them and addresses hold them: a preset that ends now (`24h`), or two moments
 * (`2026-11-20T06:00:00.000Z..2026-11-21T06:00:00.000Z`). Pure; times are Unix milliseconds, a range holds its start and
 * not its end.
 */
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { isDay, momentOf } from "./local-days.ts";

export const RANGE_PRESETS = ["2h", "4h", "24h", "7d", "30d", "3m", "1y"] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];
export type DateRange = RangePreset | { startMs: number; endMs: number };

/** Of charts and the anomaly explorer, and of reports and analytics (spec 001 §9). */
export const SHORT_PRESETS = ["2h", "4h", "24h", "7d"] as const satisfies readonly RangePreset[];
export const REPORT_PRESETS = [
  "24h",
  "7d",
  "30d",
  "3m",
  "1y",
] as const satisfies readonly RangePreset[];

/** Milliseconds. */
export const RANGE_LENGTHS: Record<RangePreset, number> = {
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "3m": 91 * DAY_MS,
  "1y": 365 * DAY_MS,
};

export const isRangePreset = (text: string): text is RangePreset =>
  (RANGE_PRESETS as readonly string[]).includes(text);

/** The moments that a range names now. */
export const resolveRange = (range: DateRange, nowMs: number): { startMs: number; endMs: number } =>
  typeof range === "string"
    ? { startMs: nowMs - RANGE_LENGTHS[range], endMs: nowMs }
    : { startMs: range.startMs, endMs: Math.min(range.endMs, nowMs) };

export const toRangeText = (range: DateRange): string =>
  typeof range === "string"
    ? range
    : `${new Date(range.startMs).toISOString()}..${new Date(range.endMs).toISOString()}`;

/** What an address says; null when it names no range, or one that does not end after it starts. */
export function parseRangeText(text: string): DateRange | null {
  if (isRangePreset(text)) return text;
  const [from = "", to = "", more] = text.length > 80 ? [] : text.split("..");
  if (more !== undefined || !MOMENT.test(from) || !MOMENT.test(to)) return null;
  const [startMs, endMs] = [Date.parse(from), Date.parse(to)];
  return startMs < endMs ? { startMs, endMs } : null;
}
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

const DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/;

/** A date as somebody types it, month first in English and day first in Spanish, to `YYYY-MM-DD`; null when it is none. */
export function parseTypedDay(locale: Locale, text: string): string | null {
  const [, first, second, year] = DATE.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined || year === undefined) return null;
  const [month, day] = locale === "es" ? [second, first] : [first, second];
  const whole = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(whole) ? whole : null;
}

/** A date by its form, whether or not the calendar has it. */
export const looksLikeDay = (text: string): boolean => DATE.test(text.trim());

export function typedDayOf(locale: Locale, day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const [m, d] = [String(Number(month)), String(Number(date))];
  return locale === "es" ? `${d}/${m}/${year}` : `${m}/${d}/${year}`;
}

const TIME = /^(\d{1,2})(?:[:.](\d{2}))?(?:([ap])\.?(?:m\.?)?)?$/;

/** A time as somebody types it ("6 PM", "6:05 pm", "18:05"), to minutes of the day; null when it is none. */
export function parseTypedTime(text: string): number | null {
  const [, hourText, minuteText = "0", half] =
    TIME.exec(text.replace(/\s/g, "").toLowerCase()) ?? [];
  if (hourText === undefined) return null;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === "p" ? 12 : 0);
  }
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** The moment when clocks of the zone showed so many minutes of that day. */
export const momentOfDay = (day: string, minutes: number, timezone: string): number =>
  momentOf(day, minutes / 60, timezone);

/** Weeks of a month (`YYYY-MM`), days as `YYYY-MM-DD`; days of other months fill the first and the last. */
export function weeksOf(month: string, firstWeekday: 0 | 1): string[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const lead = (first.getUTCDay() - firstWeekday + 7) % 7;
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const weeks = Math.ceil((lead + last) / 7);
  const dayAt = (index: number) =>
    new Date(first.getTime() + (index - lead) * DAY_MS).toISOString().slice(0, 10);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayAt(week * 7 + day)),
  );
}

export function addMonths(month: string, by: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
}

export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
