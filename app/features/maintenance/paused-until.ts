import { momentOf } from "#app/domain/formats/local-days.ts";
import { THRESHOLD_MS } from "#app/domain/maintenance/status.ts";

/** When work that is put off to a day of the plant stops being snoozed, Unix milliseconds. */
export const pausedUntil = (day: string, timezone: string): number =>
  momentOf(day, 0, timezone) + THRESHOLD_MS;
