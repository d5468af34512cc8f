import { HOUR_MS } from "#app/domain/durations.ts";

/** What a machine's overview draws of its past, side by side: one window for the lines, the chart and the states. */
export const PAST_MS = 8 * HOUR_MS;
export const PAST_METRICS = ["sheets_per_hour", "machine_speed", "msf_hr"] as const;
export type PastMetric = (typeof PAST_METRICS)[number];
