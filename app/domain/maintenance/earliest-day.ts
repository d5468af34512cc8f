import { dayOf } from "#app/domain/formats/local-days.ts";

/** Nobody notes work that was done before; a year of two digits, or a slip of the finger, is. */
export const EARLIEST_YEARS = 10;

/** The first day of the plant, as `2026-11-23`, on which work may have been done last. */
export const earliestDay = (nowMs: number, timezone: string): string => {
  const [year = "", ...rest] = dayOf(nowMs, timezone).split("-");
  return [String(Number(year) - EARLIEST_YEARS), ...rest].join("-").replace("-02-29", "-02-28");
};
