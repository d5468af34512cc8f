import { describe, expect, it } from "vitest";
import { STATE_FEEDING, STATE_OFF, STATE_RUNNING } from "#app/domain/metrics/states.ts";
import type { Grid } from "./grid.ts";
import { withTurning } from "./turning.ts";

const turned = (grid: Grid) => grid.buckets.map((bucket) => bucket?.turnedMs ?? null);
const step = (mean: number, min: number, max: number) => ({ mean, min, max, heldMs: 100 });

describe("how long a machine turned", () => {
  const grid: Grid = {
    startMs: 1_000,
    stepMs: 100,
    buckets: [step(50, 0, 200), step(100, 90, 110), step(0, 0, 0), null],
  };

  it("is told by its states in steps in which it also stood", () => {
    const states = [
      { timeMs: 950, code: STATE_FEEDING },
      { timeMs: 1_020, code: STATE_OFF },
      { timeMs: 1_080, code: STATE_RUNNING },
      { timeMs: 1_200, code: STATE_OFF },
    ];
    expect(turned(withTurning(grid, states))).toEqual([40, null, null, null]);
  });

  it("is never so short that it had to be faster than it ever was", () => {
    expect(turned(withTurning(grid, [{ timeMs: 1_000, code: STATE_OFF }]))[0]).toBe(25);
  });

  it("looks at each of thousands of states a few times, and not once for each step", () => {
    const [steps, states, stepMs] = [500, 20_000, 1_000];
    let looks = 0;
    const flapping = Array.from({ length: states }, (_, index) => ({
      get timeMs() {
        looks++;
        return index * 25;
      },
      code: index % 2 === 0 ? STATE_RUNNING : STATE_OFF,
    }));
    const buckets = Array.from({ length: steps }, () => ({ ...step(50, 0, 200), heldMs: stepMs }));
    expect(turned(withTurning({ startMs: 0, stepMs, buckets }, flapping))).toEqual(
      buckets.map(() => 500),
    );
    expect(looks).toBeLessThan(10 * (states + steps));
  });

  it("is not known without states", () => {
    expect(turned(withTurning(grid, []))[0]).toBeNull();
  });
});
