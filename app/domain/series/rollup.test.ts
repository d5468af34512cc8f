import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BucketAccumulator, toBuckets } from "./buckets.ts";
import { MeanAccumulator } from "./mean.ts";
import { planRollups, readRollup, rollUpHour, type RollupColumn } from "./rollup.ts";
import { HOUR_MS, type NumberColumn } from "./types.ts";

const T0 = 1_763_700_000_000 - (1_763_700_000_000 % HOUR_MS);
const DAY_MS = 24 * HOUR_MS;

const toColumn = (samples: [number, number][]): NumberColumn => ({
  kind: "number",
  times: Float64Array.from(samples, ([time]) => time),
  values: Float64Array.from(samples, ([, value]) => value),
});

const rollUp = (metric: string, column: NumberColumn, hours: number[]): RollupColumn => {
  const found = hours.flatMap((hourMs) => {
    const inside = [...column.times].map((time, at): [number, number] => [time, column.values[at] as number]);
    const mine = toColumn(inside.filter(([time]) => time >= hourMs && time < hourMs + HOUR_MS));
    const { metrics, bytes } = rollUpHour({ [metric]: mine });
    return metrics.length === 0 ? [] : [{ hourMs, row: readRollup(bytes.buffer as ArrayBuffer, 0) }];
  });
  return { hours: Float64Array.from(found, ({ hourMs }) => hourMs), rows: found.map(({ row }) => row) };
};

describe("which hours their roll-ups may answer", () => {
  it("is none where buckets are shorter than an hour", () => {
    expect(planRollups({ startMs: T0, endMs: T0 + DAY_MS, buckets: 300 })).toBeNull();
    expect(planRollups({ startMs: T0 + 1, endMs: T0 + HOUR_MS + 1, buckets: 1 })).toBeNull();
  });

  it("is every whole hour of an average, its cut ends left out", () => {
    expect(planRollups({ startMs: T0 + 1, endMs: T0 + 5 * HOUR_MS - 1, buckets: 1 })).toEqual({
      fromMs: T0 + HOUR_MS,
      toMs: T0 + 4 * HOUR_MS,
      except: [],
      snaps: false,
    });
  });

  it("leaves out the few hours that buckets cut", () => {
    expect(planRollups({ startMs: T0, endMs: T0 + 5 * HOUR_MS, buckets: 2 })).toEqual({
      fromMs: T0,
      toMs: T0 + 5 * HOUR_MS,
      except: [T0 + 2 * HOUR_MS],
      snaps: false,
    });
  });

  it("begins buckets on the hour where many would be cut", () => {
    expect(planRollups({ startMs: T0, endMs: T0 + 30 * DAY_MS, buckets: 300 })).toMatchObject({ except: [], snaps: true });
  });
});

describe("roll-ups", () => {
  const sample = fc.tuple(fc.integer({ min: 0, max: 12 * 3600 - 1 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  const samples = fc
    .uniqueArray(sample, { selector: ([second]) => second, minLength: 12, maxLength: 80 })
    .map((list) => toColumn(list.map(([second, value]): [number, number] => [T0 + second * 1000, value]).sort((a, b) => a[0] - b[0])));

  it("answer what the samples themselves would, bit by bit", () => {
    fc.assert(
      fc.property(
        samples,
        fc.constantFrom("machine_speed", "machine_state"),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(12),
        (column, metric, buckets, split) => {
          const grid = { startMs: T0 + 7, endMs: T0 + 12 * HOUR_MS - 3, buckets };
          const plan = planRollups(grid);
          if (!plan || plan.snaps) return;
          const hours = Array.from({ length: 12 }, (_, hour) => T0 + hour * HOUR_MS);
          const rolled = hours.filter((hour, at) => at !== split && hour >= plan.fromMs && hour < plan.toMs && !plan.except.includes(hour));
          const rest = [...column.times].map((time, at): [number, number] => [time, column.values[at] as number]);
          const others = toColumn(rest.filter(([time]) => !rolled.some((hour) => time >= hour && time < hour + HOUR_MS)));
          const accumulator = new BucketAccumulator(metric, grid);
          accumulator.addRollups(rollUp(metric, column, rolled));
          accumulator.add(others);
          const mean = new MeanAccumulator(grid);
          mean.addRollups(rollUp(metric, column, rolled));
          mean.add(others);
          const whole = new MeanAccumulator(grid);
          whole.add(column);
          expect(mean.mean()).toBe(whole.mean());
          if (!accumulator.needsSamples) expect(accumulator.points()).toEqual(toBuckets(metric, [column], grid));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("ask for the samples where these are fewer than buckets, or too large to add up", () => {
    const few = new BucketAccumulator("machine_speed", { startMs: T0, endMs: T0 + 4 * HOUR_MS, buckets: 4 });
    few.addRollups(rollUp("machine_speed", toColumn([[T0, 1], [T0 + HOUR_MS, 2]]), [T0, T0 + HOUR_MS])); // prettier-ignore
    expect(few.needsSamples).toBe(true);
    const huge = new BucketAccumulator("machine_speed", { startMs: T0, endMs: T0 + HOUR_MS, buckets: 1 });
    huge.addRollups(rollUp("machine_speed", toColumn([[T0, 1e308], [T0 + 1, 1e308]]), [T0])); // prettier-ignore
    expect(huge.needsSamples).toBe(true);
  });

  it("count to the bucket that their hour starts in where buckets begin on the hour", () => {
    const grid = { startMs: T0 + 600_000, endMs: T0 + 600_000 + 5 * HOUR_MS, buckets: 2 };
    const accumulator = new BucketAccumulator("machine_speed", grid, true);
    const column = toColumn(Array.from({ length: 30 }, (_, at): [number, number] => [T0 + 600_000 + at * 600_000, at]));
    accumulator.addRollups(rollUp("machine_speed", column, [T0 + HOUR_MS, T0 + 2 * HOUR_MS, T0 + 3 * HOUR_MS, T0 + 4 * HOUR_MS]));
    accumulator.add(toColumn([...column.times].map((time, at): [number, number] => [time, at]).filter(([time]) => time < T0 + HOUR_MS || time >= T0 + 5 * HOUR_MS))); // prettier-ignore
    const points = accumulator.points();
    expect(points.map(({ timeMs, count }) => [timeMs - T0, count])).toEqual([
      [600_000, 17],
      [3 * HOUR_MS, 13],
    ]);
  });
});
