import { MINUTE_MS } from "#app/domain/durations.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { intlTag } from "./numbers.ts";

/**
 * Times are shown in the facility's zone. They are put together from numeric parts, because the
 * literals of Intl (spaces before PM, commas) differ between engines and would break hydration.
 */
type Parts = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsOf(timeMs: number, timezone: string): Parts {
  let formatter = formatters.get(timezone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
    });
    formatters.set(timezone, formatter);
  }
  const found: Record<string, string> = {};
  for (const part of formatter.formatToParts(timeMs)) found[part.type] = part.value;
  return found as Parts;
}

/** 6:05 PM in English, 18:05 in Spanish. */
export function formatTime(locale: Locale, timeMs: number, timezone: string): string {
  const { hour, minute } = partsOf(timeMs, timezone);
  const hours = Number(hour) % 24;
  const minutes = minute.padStart(2, "0");
  if (locale === "es") return `${hours}:${minutes}`;
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

/**
 * 10:02–10:17 PM in English, 22:02–22:17 in Spanish; AM or PM once where both ends share it, and one time where both lie in
 * the same minute.
 */
export function formatTimeRange(
  locale: Locale,
  startMs: number,
  endMs: number,
  timezone: string,
): string {
  const [start, end] = [startMs, endMs].map((at) => formatTime(locale, at, timezone)) as [
    string,
    string,
  ];
  if (start === end && endMs - startMs < MINUTE_MS) return start;
  const half = start.slice(-3);
  if (locale === "es") return `${start}–${end}`;
  return end.endsWith(half) ? `${start.slice(0, -3)}–${end}` : `${start} – ${end}`;
}

/** M/D/YY in English, D/M/YY in Spanish. */
export function formatDate(locale: Locale, timeMs: number, timezone: string): string {
  const { year, month, day } = partsOf(timeMs, timezone);
  const [first, second] = locale === "es" ? [day, month] : [month, day];
  return `${first}/${second}/${year.slice(-2)}`;
}

/** M/D/YY h:mm A in English, D/M/YY H:mm in Spanish. */
export function formatDateTime(locale: Locale, timeMs: number, timezone: string): string {
  return `${formatDate(locale, timeMs, timezone)} ${formatTime(locale, timeMs, timezone)}`;
}

const zoneLabels = new Map<string, Intl.DateTimeFormat>();

/** The zone's short label at that moment, e.g. "EST" or "GMT-6". */
export function formatZone(locale: Locale, timeMs: number, timezone: string): string {
  const key = `${locale}:${timezone}`;
  const formatter =
    zoneLabels.get(key) ??
    new Intl.DateTimeFormat(intlTag(locale), { timeZone: timezone, timeZoneName: "short" });
  zoneLabels.set(key, formatter);
  const parts = formatter.formatToParts(timeMs);
  const label = parts.find((part) => part.type === "timeZoneName")?.value ?? timezone;
  // A line must not end within "GMT-6".
  return label.replace("-", "\u2011");
}

export type Age = { unit: "seconds" | "minutes" | "hours" | "days"; n: number };

/** The age of a reading in the largest unit of which it has two: "1 min" would stand for twice as much. */
export function toAge(ageMs: number): Age {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 120) return { unit: "seconds", n: seconds };
  if (seconds < 2 * 3600) return { unit: "minutes", n: Math.floor(seconds / 60) };
  if (seconds < 2 * 86_400) return { unit: "hours", n: Math.floor(seconds / 3600) };
  return { unit: "days", n: Math.floor(seconds / 86_400) };
}

type Duration = { hours: number; minutes: number; seconds: number };
type DurationUnit = "hours" | "wholeHours" | "minutes" | "minutesSeconds" | "seconds";

/** What of so many seconds is told: hours and minutes, rounded down; no minutes where there are none. */
export function toDuration(seconds: number): Duration & { unit: DurationUnit } {
  const minutes = Math.floor(seconds / 60);
  return {
    unit: minutes < 60 ? "minutes" : minutes % 60 === 0 ? "wholeHours" : "hours",
    ...{ hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: 0 },
  };
}

const EXACT_BELOW_S = 600;

/** The same, but the nearest second of what is shorter than ten minutes. */
export function toExactDuration(seconds: number): Duration & { unit: DurationUnit } {
  const whole = Math.round(seconds);
  if (whole >= EXACT_BELOW_S) return toDuration(whole);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const unit = minutes === 0 ? "seconds" : rest === 0 ? "minutes" : "minutesSeconds";
  return { unit, hours: 0, minutes, seconds: rest };
}

/** A length that somebody has set (seconds), exactly, in the largest unit of which it is a whole number. */
export function toPeriod(seconds: number): { n: number; unit: "s" | "min" | "h" } {
  if (seconds === 0 || seconds % 60 !== 0) return { n: seconds, unit: "s" };
  return seconds % 3600 === 0 ? { n: seconds / 3600, unit: "h" } : { n: seconds / 60, unit: "min" };
}
