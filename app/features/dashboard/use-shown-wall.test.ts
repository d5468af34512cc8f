import { expect, it } from "vitest";
import { withWhole } from "./use-shown-wall.ts";
import type { WallFleet, WholeWall } from "./wall-fleet.ts";

const page = {
  ...{ machines: [{ id: 1 }], states: { 1: [] }, nowMs: 1_000, counts: {} },
  large: { ids: [1, 2, 3], whole: null, failed: false },
} as unknown as WallFleet;
const now = {
  ...{ machines: [{ id: 3 }, { id: 4 }, { id: 2 }], states: { 3: [] }, readAtMs: 2_000 },
  whole: { running: 2 },
} as unknown as WholeWall;

it("shows what all recorders said as soon as they did, without machines that left the fleet", () => {
  expect(withWhole(page, { now: null, failed: false })).toEqual(page);
  const shown = withWhole(page, { now, failed: false });
  expect(shown.machines.map(({ id }) => id)).toEqual([3, 2]);
  expect(shown).toMatchObject({ nowMs: 2_000, states: now.states, large: { whole: now.whole } });
});

it("keeps it while they cannot be asked again, and says before the first answer that they could not be read", () => {
  expect(withWhole(page, { now, failed: true }).large).toMatchObject({ whole: now.whole });
  expect(withWhole(page, { now: null, failed: true }).large).toMatchObject({
    ...{ whole: null, failed: true },
  });
});

it("leaves a fleet that is shown whole as it is", () => {
  const small = { ...page, large: null };
  expect(withWhole(small, { now: null, failed: true })).toBe(small);
});
