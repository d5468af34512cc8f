import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { cronMatches, startCron } from "./cron.ts";

describe("cron expressions", () => {
  const at = (text: string) => new Date(text);
  it("match steps, numbers and lists", () => {
    expect(cronMatches("*/5 * * * *", at("2026-11-21T10:15:00Z"))).toBe(true);
    expect(cronMatches("*/5 * * * *", at("2026-11-21T10:16:00Z"))).toBe(false);
    expect(cronMatches("0 3 * * *", at("2026-11-21T03:00:00Z"))).toBe(true);
    expect(cronMatches("0,30 * * * 6", at("2026-11-21T10:30:00Z"))).toBe(true);
    expect(cronMatches("0,30 * * * 1", at("2026-11-21T10:30:00Z"))).toBe(false);
  });
  it("refuse what they do not understand", () => {
    expect(cronMatches("often", at("2026-11-21T10:30:00Z"))).toBe(false);
  });
});

describe("jobs when the machine's clock is set", () => {
  const [OFTEN, HOURLY, DAILY] = ["*/5 * * * *", "10 * * * *", "15 3 * * *"];
  const fired: string[] = [];
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 3, 2, 30) });
    fired.length = 0;
    stop = startCron([OFTEN, HOURLY, DAILY], (expression) => fired.push(expression));
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  const count = (expression: string) => fired.filter((each) => each === expression).length;
  const set = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS);

  it("each run once in their minute", () => {
    vi.advanceTimersByTime(57 * MINUTE_MS);
    expect([count(OFTEN), count(HOURLY), count(DAILY)]).toEqual([11, 1, 1]);
  });

  it("none runs twice because an hour comes again, and those of each five minutes go on", () => {
    vi.advanceTimersByTime(15 * MINUTE_MS);
    expect([count(OFTEN), count(HOURLY), count(DAILY)]).toEqual([3, 1, 1]);
    set(-10);
    vi.advanceTimersByTime(20 * MINUTE_MS);
    expect([count(OFTEN), count(HOURLY), count(DAILY)]).toEqual([7, 1, 1]);
    set(-20);
    vi.advanceTimersByTime(30 * MINUTE_MS);
    // Of the hour of the clock nothing; of the hours that passed, one.
    expect([count(OFTEN), count(HOURLY), count(DAILY)]).toEqual([13, 1, 1]);
    vi.advanceTimersByTime(50 * MINUTE_MS);
    expect([count(HOURLY), count(DAILY)]).toEqual([2, 1]);
  });

  it("a clock that is set back by seconds lets none run twice", () => {
    vi.advanceTimersByTime(2.6 * MINUTE_MS);
    expect(count(OFTEN)).toBe(1);
    set(-0.2);
    vi.advanceTimersByTime(1 * MINUTE_MS);
    expect(count(OFTEN)).toBe(1);
  });

  it("what lies in an hour that was left out runs once", () => {
    set(60);
    vi.advanceTimersByTime(MINUTE_MS);
    expect([count(OFTEN), count(HOURLY), count(DAILY)]).toEqual([1, 1, 1]);
  });
});
