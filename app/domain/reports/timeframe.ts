/** Which ranges a measures report may have, for the form and for the call alike (spec 002 §2, §5, §9). */
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import {
  parseRangeText,
  RANGE_LENGTHS,
  REPORT_PRESETS,
  resolveRange,
} from "#app/domain/formats/date-ranges.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { MAX_RANGE_MS } from "#app/domain/series/max-range.ts";

/** Until a timeframe is chosen. */
export const DEFAULT_TIMEFRAME = "20m";
export const DEFAULT_SPAN_MS = 20 * MINUTE_MS;
/** The two that need unlimited reports: a range of one's own, and everything since the machine's first sample. */
export const UNLIMITED_TIMEFRAMES = ["custom", "unlimited"] as const;

/** Between choosing and asking; and by how much a clock may be off. */
const SLACK_MS = 5 * MINUTE_MS;
/** Three months and a year are not always the same number of days. */
const LONG_MS = 60 * DAY_MS;
const LONG_SLACK_MS = 2 * DAY_MS;

/** Whether a range is the default or a preset that ends now: what needs no unlimited reports. */
export function isPresetRange(startMs: number, endMs: number, now: number): boolean {
  if (Math.abs(endMs - now) > SLACK_MS) return false;
  const spanMs = endMs - startMs;
  return [DEFAULT_SPAN_MS, ...REPORT_PRESETS.map((preset) => RANGE_LENGTHS[preset])].some(
    (preset) => Math.abs(spanMs - preset) <= (preset > LONG_MS ? LONG_SLACK_MS : SLACK_MS),
  );
}

/**
 * What of a range a report is made of: what is to come has no rows. null when it ends after today by the facility's clock
 * (IANA zone), a few minutes of slack aside, or only begins later than now.
 */
export function reportableRange(
  { startMs, endMs }: { startMs: number; endMs: number },
  now: number,
  timeZone: string,
): { startMs: number; endMs: number } | null {
  const isBeyondToday = endMs > now + SLACK_MS && dayOf(endMs - 1, timeZone) > dayOf(now, timeZone);
  return isBeyondToday || startMs >= now ? null : { startMs, endMs: Math.min(endMs, now) };
}

/** So many tags, unless the tier has unlimited reports. */
export const MAX_REPORT_TAGS = 25;
/** With unlimited reports: as many as one question of series may have. */
export const MAX_UNLIMITED_TAGS = 50;
/** One report a machine in this time, unless the tier has unlimited reports. */
export const REPORT_WAIT_MS = 15 * MINUTE_MS;
/** Times and values of one report: a year of 25 tags a minute are 13 million. */
export const MAX_REPORT_VALUES = 100_000_000;

/** Rounded up, so that it never reads 0 while there is still to wait, and never more than a turn takes, however late a clock is; null when there is no wait. */
export function minutesToWait(reportAvailableAt: number | null, now: number): number | null {
  if (reportAvailableAt === null || reportAvailableAt <= now) return null;
  return Math.ceil(Math.min(reportAvailableAt - now, REPORT_WAIT_MS) / MINUTE_MS);
}

/** Of a form: "20m" the default, a preset's name, "unlimited" for all there is, or `start..end` in ISO 8601; null when it names no range. */
export function parseTimeframe(
  text: string,
  now: number,
): { startMs: number; endMs: number } | null {
  if (text === DEFAULT_TIMEFRAME) return { startMs: now - DEFAULT_SPAN_MS, endMs: now };
  if (text === "unlimited") return { startMs: now - MAX_RANGE_MS, endMs: now };
  const range = parseRangeText(text);
  return range === null ? null : resolveRange(range, now);
}
