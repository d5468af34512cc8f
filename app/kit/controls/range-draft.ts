/** A range of time as somebody types it, in the reader's habit and on the plant's clock. */
import {
  looksLikeDay,
  momentOfDay,
  parseTypedDay,
  parseTypedTime,
  resolveRange,
  typedDayOf,
  type DateRange,
} from "#app/domain/formats/date-ranges.ts";
import { dayAfter, dayOf } from "#app/domain/formats/local-days.ts";
import type { Locale } from "#app/domain/preferences.ts";

/** As typed, so that nothing is lost while it is wrong. */
export type Draft = { startDay: string; startTime: string; endDay: string; endTime: string };
export type DraftPart = keyof Draft;
/** The last minute of a day stands for its end, so that two whole days are two whole days. */
const LAST_MINUTE = 23 * 60 + 59;

/** A day's last minute where no time of the end is typed yet, in the reader's habit. */
export const lastMinuteText = (locale: Locale, { endTime }: Draft): string =>
  endTime === "" || parseTypedTime(endTime) === null
    ? locale === "es"
      ? "23:59"
      : "11:59 PM"
    : endTime;

/** The range as it is typed; a range that ends with a day shows that day's last minute. */
export function draftOf(
  locale: Locale,
  value: DateRange | null,
  timeZone: string,
  nowMs: number,
  time: (timeMs: number, timeZone: string) => string,
): Draft {
  const { startMs, endMs } = resolveRange(value ?? "24h", nowMs);
  const isDayEnd = endMs < nowMs && endMs === momentOfDay(dayOf(endMs, timeZone), 0, timeZone);
  const shownEndMs = isDayEnd ? endMs - 60_000 : endMs;
  return {
    startDay: typedDayOf(locale, dayOf(startMs, timeZone)),
    startTime: time(startMs, timeZone),
    endDay: typedDayOf(locale, dayOf(shownEndMs, timeZone)),
    endTime: time(shownEndMs, timeZone),
  };
}

type RangeProblem = "noDay" | "noSuchDay" | "noTime" | "future" | "order";

/** The range that was typed, and what is wrong with each part of it. */
export function readDraft(
  locale: Locale,
  draft: Draft,
  timeZone: string,
  nowMs: number,
): { range: DateRange | null; problems: Partial<Record<DraftPart, RangeProblem>> } {
  const problems: Partial<Record<DraftPart, RangeProblem>> = {};
  const momentOf = (dayPart: "startDay" | "endDay", timePart: "startTime" | "endTime") => {
    const day = parseTypedDay(locale, draft[dayPart]);
    const minutes = parseTypedTime(draft[timePart]);
    if (day === null) problems[dayPart] = looksLikeDay(draft[dayPart]) ? "noSuchDay" : "noDay";
    if (minutes === null) problems[timePart] = "noTime";
    if (day === null || minutes === null) return null;
    const isDayEnd = timePart === "endTime" && minutes === LAST_MINUTE;
    const at = isDayEnd
      ? momentOfDay(dayAfter(day), 0, timeZone)
      : momentOfDay(day, minutes, timeZone);
    // Today's end is now.
    if (isDayEnd && day === dayOf(nowMs, timeZone)) return nowMs;
    if (at > nowMs) problems[day > dayOf(nowMs, timeZone) ? dayPart : timePart] = "future";
    return at;
  };
  const startMs = momentOf("startDay", "startTime");
  const endMs = momentOf("endDay", "endTime");
  if (startMs !== null && endMs !== null && endMs <= startMs && Object.keys(problems).length === 0)
    problems.endDay = "order";
  const isWhole = startMs !== null && endMs !== null && Object.keys(problems).length === 0;
  return { range: isWhole ? { startMs, endMs } : null, problems };
}
