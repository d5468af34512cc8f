/** The moment that a comment points to, as it stands in its text. */
import { apiTime } from "#app/domain/formats/api-time.ts";
import { isDay, momentOfWallClock } from "#app/domain/formats/local-days.ts";
import { formatDateTime, formatZone } from "#app/domain/formats/times.ts";
import type { Locale } from "#app/domain/preferences.ts";

/** What is longer is no time. */
const POINTER = /(?:^|\s)(#t=(\S{0,40}))/;
/** A sentence may end after it. */
const PUNCTUATION = ".,;:!?)]";
const TIME = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(Z|[+-]\d{2}:\d{2})?$/;

export type CommentTime = {
  /** `#t=2026-11-22T10:15`, as it stands in the text, and where. */
  token: string;
  at: number;
  /** Unix milliseconds; null: what stands there is no time. */
  timeMs: number | null;
};

/**
 * The first `#t=` of a text: `#t=2026-11-22T10:15` on the plant's clock, with seconds or a zone (`Z`, `+01:00`) if wanted.
 * null: there is none.
 */
export function commentTimeIn(text: string, timezone: string): CommentTime | null {
  const found = POINTER.exec(text);
  if (found === null) return null;
  const [whole, all = "", value = ""] = found;
  let end = value.length;
  while (end > 0 && PUNCTUATION.includes(value.charAt(end - 1))) end--;
  const time = value.slice(0, end);
  const token = all.slice(0, all.length - value.length + end);
  return { token, at: found.index + whole.length - all.length, timeMs: toMs(time, timezone) };
}

/** The text with the moment that it points to as people tell it, in the plant's time with its zone: for a mail. */
export function withTimeInWords(text: string, timezone: string, locale: Locale): string {
  const found = commentTimeIn(text, timezone);
  if (found === null || found.timeMs === null) return text;
  const { at, token, timeMs } = found;
  const time = `${formatDateTime(locale, timeMs, timezone)} ${formatZone(locale, timeMs, timezone)}`;
  return `${text.slice(0, at)}${time}${text.slice(at + token.length)}`;
}

/** The text without the moment that it points to, for where that is shown already: as a mark on a chart. */
export function withoutTime(text: string): string {
  const found = commentTimeIn(text, "UTC");
  if (found === null || found.timeMs === null) return text;
  const [before, after] = [text.slice(0, found.at), text.slice(found.at + found.token.length)];
  // The blank before it goes with it.
  return (before.trimEnd() + after).trim() || text;
}

function toMs(time: string, timezone: string): number | null {
  const [, day, zone] = TIME.exec(time) ?? [];
  if (day === undefined || !isDay(day)) return null;
  if (zone === undefined) return momentOfWallClock(Date.parse(`${time}Z`), timezone);
  const { success, data } = apiTime.safeParse(time);
  return success ? data : null;
}
