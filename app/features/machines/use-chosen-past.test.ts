import { expect, it } from "vitest";
import { withSample } from "#app/domain/series/grid.ts";
import { toChosenPast } from "./use-chosen-past.ts";

const START = Date.UTC(2026, 10, 20, 6);
const STEP = 30_000;
const iso = (timeMs: number) => new Date(timeMs).toISOString();

it("cuts two hours into 240 steps, in which live samples go on as long as they last", () => {
  const lastMs = START + 239 * STEP;
  const point = (timeMs: number, value: number | null) => {
    return { time: iso(timeMs), value, min: value, max: value };
  };
  const { grid, states } = toChosenPast(
    {
      data: { speed: [point(START, 100), point(START + STEP, null), point(lastMs, 200)] },
      state_info: [{ time: iso(START + 1_000), machine_state: 4 }],
    },
    { preset: "2h", metric: "speed", startMs: START, nowMs: lastMs + 10_000 },
  );
  expect([grid.startMs, grid.stepMs, grid.buckets.length]).toEqual([START, STEP, 240]);
  expect(grid.buckets[0]).toMatchObject({ mean: 100, min: 100, max: 100 });
  expect(grid.buckets.slice(1, 239).every((bucket) => bucket === null)).toBe(true);
  expect(states).toEqual([{ timeMs: START + 1_000, code: 4 }]);
  // 200 for ten seconds, then 100 for as long.
  const first = withSample(grid, { timeMs: lastMs + 10_000, value: 100 });
  const next = withSample(
    first,
    { timeMs: lastMs + 20_000, value: 100 },
    { timeMs: lastMs + 10_000, value: 100 },
  );
  expect(next.buckets[239]).toEqual({ mean: 150, min: 100, max: 200, heldMs: 20_000 });
});
