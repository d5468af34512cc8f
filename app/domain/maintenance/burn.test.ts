import { describe, expect, it } from "vitest";
import { burnDown, recommendedDateOf, recommendedFrom } from "./burn.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 1);
const ran = (hours: number[], from = START) =>
  hours.map((share, index) => ({ hourMs: from + index * HOUR, hours: share }));

describe("a life", () => {
  it("burns by the hours that the machine ran, a point a day and one now", () => {
    const runHours = ran(Array.from({ length: 40 }, (_, hour) => (hour % 2 === 0 ? 1 : 0)));
    const points = burnDown({
      from: { timeMs: START, value: 100 },
      lifeHours: 100,
      isByClock: false,
      runHours,
      untilMs: START + 40 * HOUR,
    });
    expect(points).toEqual([
      { timeMs: START + DAY, value: 88 },
      { timeMs: START + 40 * HOUR, value: 80 },
    ]);
  });

  it("does not burn in hours of which nobody heard, and burns by the clock when its lifetime is in days", () => {
    const input = {
      from: { timeMs: START, value: 100 },
      lifeHours: 240,
      runHours: [],
      untilMs: START + 2 * DAY,
    };
    expect(burnDown({ ...input, isByClock: false }).map(({ value }) => value)).toEqual([100, 100]);
    expect(burnDown({ ...input, isByClock: true }).map(({ value }) => value)).toEqual([90, 80]);
  });

  it("ends at nothing, and has no point before its first hour is over", () => {
    const from = { timeMs: START, value: 1 };
    expect(
      burnDown({
        from,
        lifeHours: 10,
        isByClock: true,
        runHours: [],
        untilMs: START + 5 * HOUR,
      })[0]!.value,
    ).toBe(0);
    expect(
      burnDown({ from, lifeHours: 10, isByClock: true, runHours: [], untilMs: START }),
    ).toEqual([]);
  });

  it("worked out in two goes is the same as in one", () => {
    const runHours = ran(Array.from({ length: 72 }, (_, hour) => (hour % 3) / 2));
    const all = { lifeHours: 200, isByClock: false, runHours };
    const whole = burnDown({
      ...all,
      from: { timeMs: START, value: 90 },
      untilMs: START + 3 * DAY,
    });
    const first = burnDown({ ...all, from: { timeMs: START, value: 90 }, untilMs: START + DAY });
    const rest = burnDown({ ...all, from: first.at(-1)!, untilMs: START + 3 * DAY });
    expect([...first, ...rest].map(({ value }) => Math.round(value * 1e6))).toEqual(
      whole.map(({ value }) => Math.round(value * 1e6)),
    );
  });
});

describe("the recommended date", () => {
  const line = (values: number[]) =>
    values.map((value, day) => ({ timeMs: START + day * DAY, value }));

  it("is where the pace of the last two weeks reaches the cutoff", () => {
    expect(recommendedFrom(line([100, 98, 96]), 20)).toBe(START + 40 * DAY);
    const slowThenFast = line([
      ...Array.from({ length: 20 }, () => 90),
      ...Array.from({ length: 15 }, (_, day) => 90 - day),
    ]);
    expect(recommendedFrom(slowThenFast, 20)).toBe(START + (34 + 56) * DAY);
  });

  it("is where the line crossed it, once it did", () => {
    expect(recommendedFrom(line([40, 30, 10, 5]), 20)).toBe(START + 1.5 * DAY);
    expect(recommendedFrom(line([15, 10]), 20)).toBe(START);
  });

  it("is at most a hundred years away, however little burned", () => {
    const points = line([100, 100 - 1e-9]);
    const far = START + DAY + 36_525 * DAY;
    expect([
      recommendedFrom(points, 20),
      recommendedDateOf(line([100, ...Array.from({ length: 20 }, () => 100 - 1e-9)]), {
        lifeHours: 87_600,
        cutoffValue: 20,
      }),
    ]).toEqual([far, far + 19 * DAY]);
  });

  it("is nobody's to say while nothing burned", () => {
    expect([
      recommendedFrom(line([90, 90]), 20),
      recommendedFrom(line([90]), 20),
      recommendedFrom([], 20),
    ]).toEqual([null, null, null]);
  });
});
