/** The constants of UTS detection: the same for every tag. docs/detection.md tells how each was chosen. */
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export type Span = { ms: number; least: number; most: number };
/** How many samples a span has at this step. */
export const rowsOf = ({ ms, least, most }: Span, stepMs: number): number =>
  Math.min(most, Math.max(least, ms / stepMs));

export const FLAG_SCORE = 5;
/** An anomaly is over when the score is below this. */
export const OVER_SCORE = 2;
/** Weight of the deviations besides the rarest. */
export const ASIDE = 0.2;
/** What the tag has shown before, however rarely, counts at most so much. */
export const SEEN_BEFORE = 2;
/** Each flag of the near past asks for so much more. */
export const PER_RECENT_FLAG = 0.2;
export const RECENT_ROWS = 8_000;
/** In its first two days a tag has shown neither each hour of the day nor a second one of each. */
export const [YOUNG_MS, YOUNG_EXTRA] = [2 * DAY_MS, 3];

// Each in time, but not below and not above a number of samples.
export const WARM_UP = { ms: DAY_MS, least: 120, most: 1_200 };
export const REST = { ms: 6 * HOUR_MS, least: 40, most: 200 };
export const SLOW = { ms: 42 * HOUR_MS, least: 150, most: 5_000 };
export const LONG = { ms: 2 * HOUR_MS, least: 12, most: 400 };
export const MEMORY = { ms: 27 * DAY_MS, least: 8_000, most: 1_000_000 };
/** The past is taken to be at least so long, so that chance needs more than a short one to be told from a fault. */
export const LEAST_PAST = { ms: 7 * DAY_MS, least: 600, most: 2_000 };

/** Samples over which each deviation is smoothed. */
export const [SHORT_ROWS, HOUR_ROWS, MOVE_ROWS, RARE_ROWS, RARE_LONG_ROWS] = [8, 10, 20, 10, 40];
export const FAST_RATE = 0.5;
/** Of an hour's level, each hour of the day, of the week. */
export const [HOUR_RATE, WEEK_RATE] = [0.6, 1];
/** Evidence starts where as much is to be expected once in a hundred times the past. */
export const EVIDENCE_FLOOR = 2;
export const RARITY_EVERY_MS = 59_000;
export const LIMIT = 1e15;
