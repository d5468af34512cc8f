import { emptyHistory } from "#tests/factories/machine-history.ts";
import { describe, expect, it } from "vitest";
import { arrivingMachines, incompleteMachines, knownSince } from "./arriving.ts";
import { STRIP_MS, type FleetHistory } from "./fleet-types.ts";

const END = 1_000_000_000;
const START = END - STRIP_MS;
const read = (since: Record<number, number | null>): FleetHistory => ({
  windowEndMs: END,
  machines: Object.fromEntries(
    Object.entries(since).map(([id, timeMs]) => [
      id,
      { ...emptyHistory, states: timeMs === null ? [] : [{ timeMs, code: 3 }] },
    ]),
  ),
});

describe("history that arrives", () => {
  it("is seen when a machine's known past grew between two reads", () => {
    const before = knownSince(read({ 1: END - 600_000, 2: END - 600_000, 3: START }));
    const now = read({ 1: END - 3_600_000, 2: END - 600_000, 3: START });
    const incomplete = incompleteMachines(now, knownSince(now));
    expect(incomplete).toEqual([1, 2]);
    expect(arrivingMachines(before, knownSince(now), incomplete)).toEqual([1]);
  });

  it("is not said of the first read, of a whole window, or of a machine without any", () => {
    const whole = read({ 1: START + 60_000, 2: null });
    expect(incompleteMachines(whole, knownSince(whole))).toEqual([]);
    const first = read({ 1: END - 600_000 });
    expect(arrivingMachines(new Map(), knownSince(first), [1])).toEqual([]);
  });
});
