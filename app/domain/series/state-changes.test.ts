import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesWithin,
  MAX_STATES,
  packStates,
  stateAt,
  statesOf,
  unpackStates,
  type StateChange,
} from "./state-changes.ts";
import type { Column } from "./types.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

const column = (samples: [number, number][]): Column => ({
  kind: "number",
  times: Float64Array.from(samples, ([at]) => at),
  values: Float64Array.from(samples, ([, code]) => code),
});
const state = (timeMs: number, code: number): StateChange => ({ timeMs, code });

describe("states of hours", () => {
  it("are the first of each hour and every change", () => {
    const states = statesOf(
      column([
        [50, 1],
        [60, 1],
        [70, 3],
        [HOUR_MS, 3],
        [HOUR_MS + 1, 3],
      ]),
    );
    expect(states).toEqual([state(50, 1), state(70, 3), state(HOUR_MS, 3)]);
    expect(statesOf(undefined)).toEqual([]);
  });

  it("come back from their bytes", () => {
    const states = fc.array(
      fc.record({ timeMs: fc.nat(DAY_MS - 1), code: fc.integer({ min: -1, max: 6 }) }),
    );
    fc.assert(
      fc.property(states, (list) => {
        const day = 20_000 * DAY_MS;
        const shifted = list.map(({ timeMs, code }) => state(day + timeMs, code));
        expect(unpackStates(packStates(shifted, day).buffer as ArrayBuffer, day)).toEqual(shifted);
      }),
    );
  });
});

describe("state changes of a range", () => {
  it("begin with the state held at the start and tell every change once", () => {
    const states = [state(170, 4), state(150, 3), state(160, 3), state(50, 1), state(999, 0)];
    expect(changesWithin(states, state(20, 3), 100, 900)).toEqual([state(100, 3), state(170, 4)]);
  });

  it("let a sample at the very start stand for itself", () => {
    expect(changesWithin([state(100, 2), state(120, 4)], state(20, 3), 100, 900)).toEqual([
      state(100, 2),
      state(120, 4),
    ]);
  });

  it("begin with the first sample where nothing was known", () => {
    expect(changesWithin([state(500, 2)], null, 100, 900)).toEqual([state(500, 2)]);
    expect(changesWithin([], null, 100, 900)).toEqual([]);
  });

  it("of more than an answer holds are the ones at the end of each minute, the first of all kept", () => {
    const states = Array.from({ length: 3 * MAX_STATES }, (_, i) => state(i * 10_000, i % 7));
    const changes = changesWithin(states, null, 0, Infinity);
    expect(changes.length).toBeLessThanOrEqual(MAX_STATES);
    expect(changes[0]).toEqual(state(0, 0));
    expect(changes[1]).toEqual(state(50_000, 5));
    expect(changes.at(-1)).toEqual(states.at(-1));
  });
});

it("the state at a time is the last sample's at or before it", () => {
  const states = column([
    [10, 1],
    [20, 2],
  ]);
  expect([5, 10, 19, 20, 99].map((timeMs) => stateAt(states, timeMs)?.code ?? null)).toEqual([
    null,
    1,
    1,
    2,
    2,
  ]);
});
