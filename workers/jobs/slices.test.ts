import { expect, it } from "vitest";
import { sliceOf } from "./slices.ts";

const RUN_MS = 5 * 60_000;
const fleet = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: 3 * index + 1 }));
const turns = (count: number, runs: number, perRun: number, everyRuns: number) =>
  Array.from({ length: runs }, (_, run) => sliceOf(fleet(count), run * RUN_MS, perRun, everyRuns));

it("a small fleet has its turn in one run, and then rests", () => {
  expect(turns(12, 13, 100, 12).map((slice) => slice.length)).toEqual([
    12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12,
  ]);
  expect(turns(12, 3, 100, 1).map((slice) => slice.length)).toEqual([12, 12, 12]);
});

it("a large fleet takes more runs, none larger than a slice, and every machine has its turn once", () => {
  for (const [count, everyRuns] of [
    [250, 12],
    [2000, 12],
    [250, 1],
  ] as const) {
    const period = Math.max(everyRuns, Math.ceil(count / 100));
    const slices = turns(count, period, 100, everyRuns);
    expect(Math.max(...slices.map((slice) => slice.length))).toBeLessThanOrEqual(100);
    expect(slices.flat().length).toBe(count);
    expect(new Set(slices.flat().map(({ id }) => id)).size).toBe(count);
  }
});
