import { describe, expect, it } from "vitest";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { Productivity, targetOf, type Pace } from "./productivity.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
const START_MS = Date.UTC(2026, 10, 20, 12);

/** An hour with one sample a second for `minutes`, all at `rate`. */
const pace = (rate: number, minutes: number): Pace => ({
  rates: { [rate]: minutes * 60 },
  firstMs: START_MS,
  lastMs: START_MS + minutes * MINUTE_MS,
});

describe("the target that is learned", () => {
  it("is the 95th percentile of the rates, over hours", () => {
    expect(targetOf([pace(5_000, 57), pace(9_000, 4)]).value).toBe(9_000);
    expect(targetOf([pace(5_000, 58), pace(9_000, 3)]).value).toBe(5_000);
  });

  it("is there with the first sheets, and tells of how many minutes it is", () => {
    expect(targetOf([pace(50, 6), pace(50, 4)])).toEqual({ value: 50, minutes: 10 });
    expect(targetOf([])).toEqual({ value: null, minutes: 0 });
  });

  it("does not take a few samples far apart for the time between them", () => {
    expect(
      targetOf([{ rates: { 50: 3 }, firstMs: START_MS, lastMs: START_MS + 59 * MINUTE_MS }]),
    ).toEqual({ value: 50, minutes: 3 });
  });
});

/** The memory of a machine that began just now: a crawl at first, then full speed, one sample a second. */
function begun(rates: number[]): MachineMemory {
  const times = Float64Array.from(rates, (_, second) => START_MS + second * 1_000);
  const column = { kind: "number", times, values: Float64Array.from(rates) };
  const latest = new Map([["sheets_per_hour", { timeMs: times.at(-1), value: rates.at(-1) }]]);
  const hours = { from: () => [{ column: () => ({ slice: () => column }) }] };
  return {
    newest: (metric: string) => latest.get(metric) ?? null,
    metrics: { kinds: new Map() },
    hours,
    sealed: { from: () => [] },
  } as unknown as MachineMemory;
}
const seconds = (rate: number, count: number): number[] =>
  Array.from({ length: count }, () => rate);

describe("a machine that began just now", () => {
  it("tells it by a target that somebody set, at once", () => {
    expect(new Productivity(begun([11_700])).latest(23_400, START_MS, START_MS)?.value).toBe(0.5);
  });

  it("calls nothing a good pace that it learned of less than an hour with sheets", () => {
    const isYoung = (rates: number[], set: number | null = null) =>
      new Productivity(begun(rates)).isYoung(set, START_MS);
    expect(isYoung(seconds(9_000, 120))).toBe(true);
    expect(isYoung(seconds(9_000, 120), 9_000)).toBe(false);
    expect(isYoung(seconds(9_000, 3_601))).toBe(false);
    // One that never made any has no pace at all.
    expect(isYoung(seconds(0, 120))).toBe(false);
  });

  it("learns within seconds that it is faster than it was", () => {
    const memory = begun([...seconds(50, 620)]);
    const productivity = new Productivity(memory);
    expect(productivity.target(null, START_MS)).toBe(50);
    Object.assign(memory, begun([...seconds(50, 620), ...seconds(23_400, 60)]));
    expect(productivity.target(null, START_MS + 2_000)).toBe(23_400);
    expect(productivity.latest(null, START_MS + 2_000, START_MS + 2_000)?.value).toBe(1);
  });
});
