import { DAY_MS } from "#app/domain/durations.ts";

/** The longest range of one question of series: five years, with their leap days, which is as long as series are kept. */
export const MAX_RANGE_MS = 1830 * DAY_MS;
