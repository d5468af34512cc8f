import fc from "fast-check";
import { expect, test } from "vitest";
import { recommendedFrom } from "./burn.ts";
import { daysUntil } from "./due-days.ts";
import { recommendedRange } from "./recommended-range.ts";

const DAY = 86_400_000;
/** A point a day that burns so much each day, from 100 percent on. */
const line = (...perDay: number[]) => {
  let value = 100;
  return [0, ...perDay].map((burned, day) => ({ timeMs: day * DAY, value: (value -= burned) }));
};
const days = (count: number, burned: number) => Array<number>(count).fill(burned);

test("a steady pace is one day, a varying one a range from the quicker week to the slower", () => {
  expect(recommendedRange(line(...days(14, 2)), 20)).toBeNull();
  // 100 − 7 − 21 = 72 left: 52 to burn, 7 a week or 21 a week.
  const range = recommendedRange(line(...days(7, 1), ...days(7, 3)), 20)!;
  expect((range.fromMs - 14 * DAY) / DAY).toBeCloseTo((52 / 21) * 7, 5);
  expect((range.untilMs - 14 * DAY) / DAY).toBeCloseTo((52 / 7) * 7, 5);
});

test("nobody can say while a week stood still, two weeks are not known, or the cutoff is reached", () => {
  expect(recommendedRange(line(...days(7, 0), ...days(7, 3)), 20)).toBeNull();
  expect(recommendedRange(line(...days(13, 1)), 20)).toBeNull();
  expect(recommendedRange(line(...days(7, 1), ...days(7, 3)), 80)).toBeNull();
  expect(recommendedRange([], 20)).toBeNull();
});

test("days are counted in the plant's calendar", () => {
  // 23:00 and 1:00 in Chicago are two hours and one day apart.
  const late = Date.UTC(2026, 10, 20, 5);
  expect(daysUntil(late + 2 * 3_600_000, late, "America/Chicago")).toBe(1);
  expect(daysUntil(late + 2 * 3_600_000, late, "UTC")).toBe(0);
  expect(daysUntil(late - 9 * DAY, late, "UTC")).toBe(-9);
});

test("the date that is said lies within the range, however far the points stand apart", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          hours: fc.integer({ min: 1, max: 120 }),
          burned: fc.double({ min: 0, max: 2, noNaN: true }),
        }),
        {
          minLength: 2,
          maxLength: 60,
        },
      ),
      (steps) => {
        let [timeMs, value] = [0, 100];
        const points = [
          { timeMs, value },
          ...steps.map(({ hours, burned }) => ({
            timeMs: (timeMs += hours * 3_600_000),
            value: (value -= burned),
          })),
        ];
        const range = recommendedRange(points, 0);
        const said = recommendedFrom(points, 0);
        if (range === null || said === null) return;
        expect(said).toBeGreaterThanOrEqual(range.fromMs - 1);
        expect(said).toBeLessThanOrEqual(range.untilMs + 1);
      },
    ),
    {
      numRuns: 2_000,
      examples: [[[39, 72, 113, 113].map((hours, i) => ({ hours, burned: i === 2 ? 1.3 : 0 }))]],
    },
  );
});
