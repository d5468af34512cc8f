/**
 * Dates as people type them, in the habit of their language, to the text that forms hold: `YYYY-MM-DD`, with a time
 * `YYYY-MM-DDTHH:mm`. Pure; of no zone.
 */
import type { Locale } from "#app/domain/preferences.ts";
import { looksLikeDay, parseTypedDay, parseTypedTime, typedDayOf } from "./date-ranges.ts";
import { isDay } from "./local-days.ts";

const MINUTES_AN_HOUR = 60;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_AND_TIME = /^([^\s,T]+)(?:\s*,\s*|\s+|T)(\S.*)$/;

/** null when it is no date, has a time that is not wanted, or lacks one that is. */
export function parseTypedDate(locale: Locale, text: string, hasTime: boolean): string | null {
  const whole = text.trim();
  if (!hasTime) return isDay(whole) ? whole : parseTypedDay(locale, whole);
  const [, dayText = "", timeText = ""] = DAY_AND_TIME.exec(whole) ?? [];
  const day = isDay(dayText) ? dayText : parseTypedDay(locale, dayText);
  const minutes = parseTypedTime(timeText);
  return day === null || minutes === null ? null : `${day}T${clockOf(minutes)}`;
}

/** What is wrong with what was typed: a day that the calendar lacks, a time that no clock shows, or all of it. */
export function oddPartOf(locale: Locale, text: string, hasTime: boolean): "day" | "time" | "all" {
  const whole = text.trim();
  const [, day = whole, time] = DAY_AND_TIME.exec(whole) ?? [];
  const isDayLike = looksLikeDay(day) || ISO_DAY.test(day);
  if (!isDayLike || (time !== undefined && !hasTime)) return "all";
  if (parseTypedDate(locale, day, false) === null) return "day";
  return time === undefined ? "all" : "time";
}

/** `1/20/2026 6:05 PM` in English, `20/1/2026 18:05` in Spanish; without a time where the value has none. */
export function typedDateOf(locale: Locale, value: string): string {
  const [day = "", time] = value.split("T");
  return time === undefined
    ? typedDayOf(locale, day)
    : `${typedDayOf(locale, day)} ${typedTimeOf(locale, minutesOf(time))}`;
}

/** Minutes of the day as they are typed: `6:05 PM` in English, `18:05` in Spanish. */
export function typedTimeOf(locale: Locale, minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / MINUTES_AN_HOUR), pad(minutes % MINUTES_AN_HOUR)];
  if (locale === "es") return `${hour}:${minute}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** Minutes of the day of `HH:mm`. */
export function minutesOf(time: string): number {
  const [hour, minute] = time.split(":");
  return Number(hour) * MINUTES_AN_HOUR + Number(minute);
}

/** `HH:mm` of minutes of the day. */
export const clockOf = (minutes: number): string =>
  `${pad(Math.floor(minutes / MINUTES_AN_HOUR))}:${pad(minutes % MINUTES_AN_HOUR)}`;

const pad = (part: number): string => String(part).padStart(2, "0");
