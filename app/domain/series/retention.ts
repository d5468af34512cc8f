/**
 * How long a machine's series is kept, by its service tier: samples, and roll-ups of minutes; those of hours and days
 * stay for ever. Set by SERIES_RETENTION, a JSON object of tier name (or "default") to days.
 */
import { z } from "zod";
import { DAY_MS } from "#app/domain/durations.ts";

/** In milliseconds: samples, and roll-ups of minutes. */
export type Retention = { rawMs: number; minuteMs: number };

const days = z.object({
  rawDays: z.number().min(1).max(36_500),
  minuteDays: z.number().min(1).max(36_500),
});
const settings = z.record(z.string(), days);
export type RetentionSettings = z.infer<typeof settings>;

const DEFAULT = { rawDays: 90, minuteDays: 730 };

/** Throws when the text is no such object: a wrong number here loses data. Empty or left out: the defaults. */
export const parseRetention = (text: string | undefined): RetentionSettings =>
  text ? settings.parse(JSON.parse(text)) : {};

/** Minutes are kept at least as long as the samples they stand for. */
export function retentionOf(all: RetentionSettings, tier: string | null): Retention {
  const own = tier !== null && Object.hasOwn(all, tier) ? all[tier] : undefined;
  const { rawDays, minuteDays } = own ?? all.default ?? DEFAULT;
  return { rawMs: rawDays * DAY_MS, minuteMs: Math.max(rawDays, minuteDays) * DAY_MS };
}
