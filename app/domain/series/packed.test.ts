import fc from "fast-check";
import { expect, it } from "vitest";
import type { Grid, GridBucket } from "./grid.ts";
import { packChanges, packGrid, unpackChanges, unpackGrid } from "./packed.ts";

const STEP_MS = 1_000;
const gridOf = (buckets: Grid["buckets"]): Grid => ({ startMs: 5, stepMs: STEP_MS, buckets });

it("rounds a grid's values, and leaves out what follows from the others", () => {
  const step = { mean: 1.4, min: 0.6, max: 2.5, heldMs: 3 };
  const steady = { mean: 7, min: 7, max: 7, heldMs: STEP_MS };
  const grid = gridOf([step, null, steady, { ...steady, max: 8 }, { ...steady, heldMs: 4 }]);
  expect(packGrid(grid, 1).rows).toBe("1.4,0.6,2.5,3;;7;7,7,8;7,7,7,4;");
  expect(unpackGrid(packGrid(grid)).buckets).toEqual([
    { mean: 1, min: 1, max: 3, heldMs: 3 },
    ...grid.buckets.slice(1),
  ]);
});

const value = fc.integer({ min: -2e9, max: 2e9 });
const bucket = fc
  .record({ values: fc.tuple(value, value, value), heldMs: fc.integer({ min: 0, max: STEP_MS }) })
  .map(({ values, heldMs }): GridBucket => {
    const [min = 0, mean = 0, max = 0] = values.sort((a, b) => a - b);
    return { mean, min, max, heldMs };
  });
const steady = value.map((v): GridBucket => ({ mean: v, min: v, max: v, heldMs: STEP_MS }));

it("answers every grid of whole numbers as it was, none and a single empty step too", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.oneof(bucket, steady)), { maxLength: 6 }), (buckets) => {
      const grid = { ...gridOf(buckets), untilMs: 9 };
      expect(unpackGrid(packGrid(grid))).toEqual(grid);
    }),
  );
});

it("answers changes of state as they were, silences and an unknown state too", () => {
  const change = fc.record({
    sinceMs: fc.integer({ min: 1, max: 2 ** 40 }),
    code: fc.integer({ min: -1, max: 6 }),
    isSilent: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change), (several) => {
      let timeMs = 0;
      const changes = several.map(({ sinceMs, code, isSilent }) => {
        timeMs += sinceMs;
        return { timeMs, code, ...(isSilent && { isSilent: true as const }) };
      });
      expect(unpackChanges(packChanges(changes))).toEqual(changes);
    }),
  );
});
