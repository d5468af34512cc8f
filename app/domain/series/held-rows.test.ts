/** A report asks for millions of buckets: an object for the mean of each would be garbage faster than it is collected. */
import { expect, it, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { BucketAccumulator } from "./buckets.ts";
import { holdOf } from "./held.ts";
import { rollUp } from "./rollup.ts";
import type { Column } from "./types.ts";

const made = vi.hoisted(() => ({ means: 0 }));
vi.mock("./held.ts", async (original) => {
  const held = await original<typeof import("./held.ts")>();
  class HeldMean extends held.HeldMean {
    constructor() {
      super();
      made.means++;
    }
  }
  return { ...held, HeldMean };
});

const METRIC = "bearing_temp";
const HOURS = 6;
const START = Date.UTC(2026, 2, 1);
const grid = { startMs: START, endMs: START + HOURS * HOUR_MS, buckets: HOURS * 60 };

/** A sample every `stepMs`, none at the edge of a minute, and silent for the third hour. */
function columnOf(stepMs: number): Column {
  const times = Float64Array.from(
    { length: ((HOURS + 1) * HOUR_MS) / stepMs },
    (_, n) => START - HOUR_MS + n * stepMs + 700,
  ).filter((time) => Math.floor((time - START) / HOUR_MS) !== 2);
  return { kind: "number", times, values: times.map((_, n) => ((n * 7919) % 1000) / 10 - 20) };
}

/** What each minute is worth, and how many means were made for it. */
function asked(add: (to: BucketAccumulator) => void) {
  const into = new BucketAccumulator(METRIC, grid, { always: true, isPlain: true });
  const before = made.means;
  add(into);
  const values = [...into.values()];
  return { values, means: made.means - before };
}

it.each([
  ["of six seconds", 6_000],
  ["of a minute", MINUTE_MS],
])(
  "samples %s make no object a bucket, as rows and as they are, and the same values",
  (_, stepMs) => {
    const column = columnOf(stepMs);
    const rows = rollUp(column, MINUTE_MS, holdOf(METRIC, "number"));
    const byRows = asked((into) => into.addRollups(rows));
    const bySamples = asked((into) => into.add(column));
    expect(byRows.values).toEqual(bySamples.values);
    expect(byRows.values.filter((value) => !Number.isNaN(value)).length).toBe(5 * 60 + 1);
    expect(byRows.means).toBeLessThan(5);
    if (stepMs === MINUTE_MS) expect(bySamples.means).toBeLessThan(5);
  },
);

it("adds further rows and values of a bucket to what was there, in any order", () => {
  const column = columnOf(6_000);
  const rows = rollUp(column, MINUTE_MS, holdOf(METRIC, "number"));
  const hourly = { ...grid, buckets: HOURS };
  const meansOf = (add: (to: BucketAccumulator) => void): unknown[] => {
    const into = new BucketAccumulator(METRIC, hourly, { always: true, isPlain: true });
    add(into);
    return [...into.values()];
  };
  const middle = (rows.rows.length / 13 / 2) * 13;
  const parts = [rows.rows.subarray(middle), rows.rows.subarray(0, middle)];
  const wanted = meansOf((into) => into.add(column));
  expect(meansOf((into) => into.addRollups(rows))).toEqual(wanted);
  expect(
    meansOf((into) => parts.forEach((part) => into.addRollups({ rows: part, texts: null }))),
  ).toEqual(wanted);
});
