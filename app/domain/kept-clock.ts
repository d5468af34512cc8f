/**
 * A time by which things are deleted or refused. It goes on with a clock, never past it, and does not follow a jump: a start
 * with a clock years ahead must not delete history. After a jump it stands still until the clock has agreed with itself for
 * an hour; what it lags behind by then it never makes good, so things are kept longer. All times are Unix milliseconds.
 */
import { HOUR_MS, MINUTE_MS } from "./durations.ts";

/** `agreesSinceMs`: since when the clock has not jumped. `lookedAtMs`: what the clock said then. */
export type KeptClock = { timeMs: number; agreesSinceMs: number; lookedAtMs: number };

/** A longer step than this is a jump; and so is one back that is longer than the other. */
export const CLOCK_STEP_MS = 30 * HOUR_MS;
const CLOCK_BACK_MS = 10 * MINUTE_MS;
/** After a jump the clock must agree with itself this long. */
const CLOCK_AGREES_MS = HOUR_MS;

/** The first look; `believedMs`: what else says how late it is, if anything does. */
export function beginClock(nowMs: number, believedMs = Infinity): KeptClock {
  const isBelieved = nowMs - believedMs <= CLOCK_STEP_MS;
  return {
    timeMs: Math.min(nowMs, believedMs),
    agreesSinceMs: isBelieved ? 0 : nowMs,
    lookedAtMs: nowMs,
  };
}

export function lookAtClock(
  { timeMs, agreesSinceMs, lookedAtMs }: KeptClock,
  nowMs: number,
): KeptClock & { hasJumped: boolean } {
  const stepMs = nowMs - lookedAtMs;
  const hasJumped = stepMs > CLOCK_STEP_MS || stepMs < -CLOCK_BACK_MS;
  const agrees = !hasJumped && nowMs - agreesSinceMs >= CLOCK_AGREES_MS;
  return {
    timeMs: Math.min(nowMs, timeMs + (agrees ? Math.max(0, stepMs) : 0)),
    agreesSinceMs: hasJumped ? nowMs : Math.min(agreesSinceMs, nowMs),
    lookedAtMs: nowMs,
    hasJumped,
  };
}
