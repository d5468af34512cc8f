import { describe, expect, it } from "vitest";
import {
  coarser,
  gridWindow,
  sumGrids,
  meanOfTurning,
  toGrid,
  withSample,
  type Grid,
} from "./grid.ts";
import { packGrid, unpackGrid } from "./packed.ts";
import type { SeriesPoint } from "./types.ts";

const point = (timeMs: number, value: number | string | null, heldMs = 1): SeriesPoint => ({
  timeMs,
  value,
  min: null,
  max: null,
  count: 1,
  heldMs,
  upper: null,
  lower: null,
  adFlag: null,
});
const bucket = (mean: number, heldMs = 1) => ({ mean, min: mean, max: mean, heldMs });

describe("a grid", () => {
  it("ends with the step that holds now", () => {
    expect(gridWindow(1_250, 100, 4)).toEqual({ startMs: 900, endMs: 1_300 });
    expect(gridWindow(1_200, 100, 4)).toEqual({ startMs: 900, endMs: 1_300 });
  });

  it("puts samples of any spacing into their step and leaves a gap a gap", () => {
    const { buckets } = toGrid(
      [point(0, 10), point(99, 20), point(250, 5), point(300, "text"), point(-1, 9), point(400, 9)],
      0,
      100,
      4,
    );
    expect(buckets).toEqual([{ mean: 15, min: 10, max: 20, heldMs: 2 }, null, bucket(5), null]);
  });

  it("weighs by the time in which something held", () => {
    const [first] = toGrid(
      [{ ...point(0, 10, 9), min: 1, max: 19 }, point(50, 20)],
      0,
      100,
      1,
    ).buckets;
    expect(first).toEqual({ mean: 11, min: 1, max: 20, heldMs: 10 });
  });

  it("goes on with live samples: inside its end it grows, beyond it slides, before its start it stays", () => {
    const grid: Grid = {
      startMs: 0,
      stepMs: 100,
      buckets: [bucket(1, 100), null, bucket(3, 5)],
      untilMs: 205,
    };
    const longer = withSample(grid, { timeMs: 210, value: 5 }, { timeMs: 200, value: 3 });
    // The sample before held on from where the steps ended; the new one has not held yet.
    expect(longer.buckets[2]).toEqual({ mean: 3, min: 3, max: 5, heldMs: 10 });
    expect(withSample(longer, { timeMs: 310, value: 7 }, { timeMs: 210, value: 5 })).toEqual({
      startMs: 100,
      stepMs: 100,
      buckets: [
        null,
        { mean: (30 + 5 * 90) / 100, min: 3, max: 5, heldMs: 100 },
        { mean: 5, min: 5, max: 7, heldMs: 10 },
      ],
      untilMs: 310,
    });
    expect(withSample(grid, { timeMs: 5_010, value: 7 }, { timeMs: 200, value: 3 }, 60)).toEqual({
      startMs: 4_800,
      stepMs: 100,
      buckets: [null, null, bucket(7, 0)],
      untilMs: 5_010,
    });
    expect(withSample(grid, { timeMs: -1, value: 7 })).toBe(grid);
  });

  it("adds machines by time, not by position, and has a gap only where nobody was heard", () => {
    const early: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(1), bucket(2), null] };
    const late: Grid = { startMs: 100, stepMs: 100, buckets: [bucket(10), null, bucket(30)] };
    const sum = sumGrids([early, late]);
    expect(sum.startMs).toBe(100);
    expect(sum.buckets.map((step) => step?.mean ?? null)).toEqual([12, null, 30]);
    expect(sumGrids([]).buckets).toEqual([]);
  });

  it("leaves the step that has just begun open until all who spoke before have spoken again", () => {
    const whole: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(1), bucket(2), bucket(3)] };
    const waiting: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(10), bucket(20), null] };
    const silent: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(100), null, null] };
    expect(sumGrids([whole, waiting, silent]).buckets.map((step) => step?.mean ?? null)).toEqual([
      111,
      22,
      null,
    ]);
    expect(sumGrids([whole, whole, silent]).buckets.map((step) => step?.mean ?? null)).toEqual([
      102, 4, 6,
    ]);
  });

  it("says of how many a step is that some are missing from", () => {
    const whole: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(1), bucket(2), bucket(3)] };
    const away: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(10), null, bucket(30)] };
    for (const combined of [sumGrids([whole, away]), meanOfTurning([whole, away])]) {
      const parts = combined.buckets.map((step) => step?.part ?? null);
      expect(parts).toEqual([null, { counted: 1, all: 2 }, null]);
      // A longer step is of as few as the least of its parts.
      expect(coarser(combined, 3).buckets[0]?.part).toEqual({ counted: 1, all: 2 });
    }
  });

  it("takes the mean of those that turn, and zero when all stand", () => {
    const slow: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(100), bucket(0), null] };
    const fast: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(200), bucket(0), null] };
    const standing: Grid = { startMs: 0, stepMs: 100, buckets: [bucket(0), bucket(0), null] };
    expect(meanOfTurning([slow, fast, standing]).buckets).toEqual([
      { mean: 150, min: 100, max: 200, heldMs: 1 },
      { mean: 0, min: 0, max: 0, heldMs: 1 },
      null,
    ]);
  });

  it("counts a machine that stood for a part of the step for as long as it turned", () => {
    const start: Grid = { startMs: 0, stepMs: 100, buckets: [null] };
    const at = (timeMs: number, value: number) => ({ timeMs, value });
    // Half of the step at 200, half standing still; the other one at 100 all the time.
    const halfway = withSample(withSample(start, at(50, 0), at(0, 200)), at(99, 0), at(50, 0));
    const steady = withSample(start, at(99, 100), at(0, 100));
    const packed = unpackGrid(packGrid(halfway, 0, { isSpeed: true }));
    for (const grid of [halfway, packed])
      expect(meanOfTurning([grid, steady]).buckets[0]?.mean).toBeCloseTo(
        (200 * 50 + 100 * 99) / (50 + 99),
        0,
      );
    expect(meanOfTurning([halfway]).buckets[0]?.mean).toBeCloseTo(200);
    expect(packGrid(halfway).rows.split(",")).toHaveLength(4);
  });

  it("tells how fast a machine turned for a moment of the step, packed too", () => {
    const heldMs = 240_000;
    for (const turnedMs of [300, 600, 7_000, 100_000]) {
      const mean = (214 * turnedMs) / heldMs;
      const grid = {
        ...{ startMs: 0, stepMs: heldMs },
        buckets: [{ mean, min: 0, max: 214, heldMs, turnedMs }],
      };
      const packed = packGrid(grid, 0, { isSpeed: true });
      expect(meanOfTurning([unpackGrid(packed)]).buckets[0]?.mean).toBeCloseTo(214, 0);
      expect(packed.rows.length).toBeLessThan(40);
    }
  });

  it("is read in longer steps for a table", () => {
    expect(coarser({ startMs: 0, stepMs: 10, buckets: [bucket(2), bucket(4), null] }, 2)).toEqual({
      startMs: 0,
      stepMs: 20,
      buckets: [{ mean: 3, min: 2, max: 4, heldMs: 2 }, null],
    });
  });
});
