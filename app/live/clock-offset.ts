/** Smaller differences are the way of the page over the network, not a wrong clock. */
const CLOCK_DIFFERENCE_MS = 30_000;

/**
 * How far Helios' clock is ahead of a screen's, ms; 0 of a screen whose clock is right. Helios said its time somewhere between
 * the question and now: a page whose scripts take a minute to come has no wrong clock, and its values are that much older.
 *
 * @param serverNowMs Helios' time as it answered with the page.
 * @param nowMs The screen's.
 * @param askedMs How long ago the page was asked for.
 */
export function clockOffsetMs(serverNowMs: number, nowMs: number, askedMs: number): number {
  const aheadMs = serverNowMs - nowMs;
  const isRight = aheadMs <= CLOCK_DIFFERENCE_MS && aheadMs >= -askedMs - CLOCK_DIFFERENCE_MS;
  return isRight ? 0 : aheadMs;
}
