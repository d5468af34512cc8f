/** Where a time axis is marked, and with what words: whole minutes, hours, days or months of the zone's clock. */
import { momentOfWallClock, wallClock } from "#app/domain/formats/local-days.ts";
import { formatTime } from "#app/domain/formats/times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import type { Locale } from "#app/domain/preferences.ts";

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14].map((days) => days * DAY_MS),
];
const MONTHS = [1, 2, 3, 6, 12, 24, 60];
const MONTH_MS = 30.4 * DAY_MS;
/** A Monday, from which weeks are counted. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const MOST_TICKS = 100;

/** Moments of [startMs, endMs] to be marked, at most as many as `room` says, ascending. */
export function timeTicks(
  { startMs, endMs }: { startMs: number; endMs: number },
  timezone: string,
  room: number,
): number[] {
  const spanMs = endMs - startMs;
  const most = Math.min(MOST_TICKS, Math.max(1, Math.floor(room)));
  if (!(spanMs > 0)) return [];
  // Labels of whole hours and days would repeat on finer steps.
  const finestMs = spanMs > 120 * HOUR_MS ? DAY_MS : spanMs > HOUR_MS ? HOUR_MS : 0;
  const step = STEPS_MS.find((each) => each >= finestMs && spanMs / each <= most);
  const firstWallMs = wallClock(startMs, timezone);
  // Clocks change by halves of an hour or more: finer steps stay whole over a change.
  if (step !== undefined && step < HOUR_MS)
    return steps(
      secondOf(startMs) + Math.ceil(firstWallMs / step) * step - firstWallMs,
      endMs,
      step,
    ).filter((timeMs) => timeMs >= startMs);
  const lastWallMs = wallClock(endMs, timezone) + HOUR_MS;
  const walls: number[] = [];
  if (step !== undefined) {
    const first = Math.floor((firstWallMs - MONDAY_MS) / step) * step + MONDAY_MS;
    walls.push(...steps(first, lastWallMs, step));
  } else {
    const months = MONTHS.find((each) => spanMs / (each * MONTH_MS) <= most) ?? 120;
    const first = new Date(firstWallMs);
    const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
    for (let month = Math.floor(monthOf(first) / months) * months; ; month += months) {
      const wallMs = Date.UTC(Math.floor(month / 12), month % 12, 1);
      if (wallMs > lastWallMs) break;
      walls.push(wallMs);
    }
  }
  const moments = walls.map((wallMs) => momentOfWallClock(wallMs, timezone));
  return moments.filter(
    (timeMs, index) => timeMs >= startMs && timeMs <= endMs && timeMs > (moments[index - 1] ?? 0),
  );
}

/** A wall clock shows whole seconds. */
const secondOf = (timeMs: number): number => Math.floor(timeMs / SECOND_MS) * SECOND_MS;

function steps(from: number, until: number, step: number): number[] {
  const found: number[] = [];
  for (let at = from; at <= until && found.length <= MOST_TICKS + 4; at += step) found.push(at);
  return found;
}

/** Up to 1 h the time, up to 48 h the hour, up to 120 h date and hour, beyond the date; seconds and years where only they differ. */
export function tickText(locale: Locale, timeMs: number, timezone: string, spanMs: number): string {
  const wall = new Date(wallClock(timeMs, timezone));
  const [month, day] = [wall.getUTCMonth() + 1, wall.getUTCDate()];
  const date = locale === "es" ? `${day}/${month}` : `${month}/${day}`;
  const time = formatTime(locale, timeMs, timezone);
  if (spanMs <= 5 * MINUTE_MS) {
    const seconds = String(wall.getUTCSeconds()).padStart(2, "0");
    return locale === "es" ? `${time}:${seconds}` : time.replace(" ", `:${seconds} `);
  }
  if (spanMs <= HOUR_MS) return time;
  const hour = locale === "es" ? time : time.replace(":00", "");
  if (spanMs <= 48 * HOUR_MS) return hour;
  if (spanMs <= 120 * HOUR_MS) return `${date} ${hour}`;
  return spanMs > 300 * DAY_MS ? `${date}/${String(wall.getUTCFullYear()).slice(-2)}` : date;
}
