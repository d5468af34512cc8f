import { MINUTE_MS } from "#app/domain/durations.ts";

/**
 * A time of an alarm that is further ahead than this was written by a clock that was set back since; it would count until
 * the clock is there again. Samples may be so far ahead, and clocks of two computers differ by less.
 */
export const AHEAD_MS = 5 * MINUTE_MS;
