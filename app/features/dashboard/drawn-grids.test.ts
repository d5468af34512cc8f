import { emptyHistory } from "#tests/factories/machine-history.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { REDRAW_MS, gridsOf, watchGrids, type MachineGrids } from "./drawn-grids.ts";
import { FleetStore } from "./fleet-store.ts";
import type { Readings } from "./readings.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pastOf = (...ids: number[]) => ({
  windowEndMs: 1_000,
  machines: Object.fromEntries(ids.map((id) => [id, { ...emptyHistory }])),
});
/** What is drawn, and what was known as it was. */
function watch(...ids: number[]) {
  const readings = new Map(ids.map((id) => [id, {} as Readings]));
  const store = new FleetStore(readings, pastOf(...ids));
  const drawn: MachineGrids[] = [];
  const stop = watchGrids(store, (grids) => drawn.push(grids));
  return { store, drawn, stop };
}

it("draws at once what is of other machines than what is drawn", () => {
  const { store, drawn } = watch(1, 2, 3);
  store.keepOnly(new Set([1]));
  expect(drawn.map((grids) => [...grids.keys()])).toEqual([[1, 2, 3], [1]]);
  store.loadHistory(pastOf(2));
  expect(drawn.slice(2).map((grids) => [...grids.keys()])).toEqual([[1, 2]]);
});

it("draws what is of the same machines every few seconds", () => {
  const { store, drawn, stop } = watch(1, 2);
  store.loadHistory(pastOf(1, 2));
  vi.advanceTimersByTime(REDRAW_MS - 1);
  expect(drawn).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(drawn).toHaveLength(2);
  expect(drawn[1]).toBe(store.snapshot().grids);
  stop();
  store.loadHistory(pastOf(1));
  vi.advanceTimersByTime(REDRAW_MS);
  expect(drawn).toHaveLength(2);
});

it("counts of those that are shown the ones that are not drawn", () => {
  const { grids } = watch(1, 2, 9).store.snapshot();
  const of = gridsOf(grids, [{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect([...of.grids.keys()]).toEqual([1, 2]);
  expect(of.lacking).toBe(1);
});
