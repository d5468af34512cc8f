/** How far away a day is, in days of the plant's calendar: 0 today, 12 in twelve days, -9 nine days ago. */
import { DAY_MS } from "#app/domain/durations.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";

export const daysUntil = (atMs: number, nowMs: number, timezone: string): number =>
  Math.round((Date.parse(dayOf(atMs, timezone)) - Date.parse(dayOf(nowMs, timezone))) / DAY_MS);
