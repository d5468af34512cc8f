import { expect, it } from "vitest";
import { DAY_MS } from "#app/domain/durations.ts";
import { flatUntil } from "./flat-until.ts";

const line = (...values: number[]) => values.map((value, day) => ({ timeMs: day * DAY_MS, value }));

it("tells until when nothing burned, where that is more than four days", () => {
  expect(flatUntil(line(100, 100, 100, 100, 100, 100, 99))).toBe(5 * DAY_MS);
  expect(flatUntil(line(100, 100, 100, 100, 100, 99))).toBeNull();
  // Stood still later: the line shows it between two values that are known.
  expect(flatUntil(line(100, 90, 90, 90, 90, 90, 90, 90))).toBeNull();
  expect(flatUntil([])).toBeNull();
});
