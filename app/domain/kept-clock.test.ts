import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import { beginClock, lookAtClock, type KeptClock } from "./kept-clock.ts";

const NOW = Date.UTC(2026, 10, 23);
const YEARS = 3 * 365 * DAY_MS;

/** A look each five minutes of the clock. */
function watch(kept: KeptClock, fromMs: number, toMs: number): KeptClock {
  let looked = kept;
  for (let now = fromMs; now <= toMs; now += 5 * MINUTE_MS) looked = lookAtClock(looked, now);
  return looked;
}

it("goes on with the clock", () => {
  const kept = watch(beginClock(NOW), NOW, NOW + DAY_MS);
  expect(kept.timeMs).toBe(NOW + DAY_MS);
  expect(lookAtClock(kept, NOW + 2 * DAY_MS)).toMatchObject({
    timeMs: NOW + 2 * DAY_MS,
    hasJumped: false,
  });
});

it("does not follow a jump, and goes on from where it was once the clock has agreed with itself", () => {
  const ahead = NOW + YEARS;
  expect(lookAtClock(beginClock(NOW), ahead)).toMatchObject({ timeMs: NOW, hasJumped: true });
  const agreed = watch(beginClock(NOW), ahead, ahead + 3 * HOUR_MS);
  expect(agreed.timeMs).toBe(NOW + 2 * HOUR_MS + 5 * MINUTE_MS);
});

it("goes back with the clock, and is never past it", () => {
  const ahead = beginClock(NOW + YEARS);
  expect(lookAtClock(ahead, NOW)).toMatchObject({ timeMs: NOW, hasJumped: true });
});

it("begins no later than what else tells the time, and goes on at once where that agrees", () => {
  const doubted = beginClock(NOW + YEARS, NOW);
  expect(doubted.timeMs).toBe(NOW);
  expect(lookAtClock(doubted, NOW + YEARS + 20 * MINUTE_MS).timeMs).toBe(NOW);
  const believed = beginClock(NOW, NOW - MINUTE_MS);
  expect(lookAtClock(believed, NOW + 20 * MINUTE_MS).timeMs).toBe(NOW + 19 * MINUTE_MS);
});
