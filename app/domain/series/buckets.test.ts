import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BucketAccumulator } from "./buckets.ts";
import { toBuckets } from "./testing/to-buckets.ts";
import { bucketIndex, bucketStartMs } from "./bucket-edges.ts";
import { MeanAccumulator } from "./mean.ts";
import { plainMean, plainPoints } from "./testing/plain-points.ts";
import type { Column, SeriesPoint } from "./types.ts";

const T0 = 1_763_700_000_000;
const numbers = (samples: [number, number][]): Column => ({
  kind: "number",
  times: Float64Array.from(samples, ([at]) => T0 + at),
  values: Float64Array.from(samples, ([, value]) => value),
});
const texts = (samples: [number, string][]): Column => ({
  kind: "text",
  times: Float64Array.from(samples, ([at]) => T0 + at),
  values: samples.map(([, value]) => value),
});
const grid = (lengthMs: number, buckets: number) => ({
  startMs: T0,
  endMs: T0 + lengthMs,
  buckets,
});
const short = (points: SeriesPoint[]) =>
  points.map(({ timeMs, value, min, max, count }) => [timeMs - T0, value, min, max, count]);

describe("buckets", () => {
  it("hold one value for hours, and add another one to it", () => {
    const [minute, minutes] = [60_000, 600];
    const range = grid(minutes * minute, 1);
    for (let root = 2; root < 40; root++) {
      const samples = Array.from({ length: minutes }, (_, at): [number, number] => [
        at * minute,
        at < minutes - 60 ? Math.sqrt(root) : Math.sqrt(root + 1),
      ]);
      const plain = samples.map(([at, value]) => ({ timeMs: T0 + at, value }));
      const [point] = toBuckets("machine_speed", [numbers(samples)], range);
      expect(point?.value).toBe(plainMean("machine_speed", plain, range));
    }
    const zero = numbers([[0, -0]]);
    expect(toBuckets("machine_speed", [zero], grid(minute, 1), { always: true })).toMatchObject([
      { value: 0, heldMs: minute },
    ]);
  });

  it("answer the mean by time, envelope and count, and null where nothing held", () => {
    const minutes = grid(600_000, 5);
    const column = numbers([
      [0, 1],
      [60_000, 2],
      [90_000, 9],
      [270_000, 4],
      [299_000, 6],
      [300_000, 6],
    ]);
    expect(short(toBuckets("machine_speed", [column], minutes))).toEqual([
      // 60 s of 1, 30 s of 2, 30 s of 9.
      [0, (60 + 60 + 270) / 120, 1, 9, 3],
      // 9 holds on for 30 s, then nothing does.
      [120_000, 9, null, null, 0],
      [240_000, (4 * 29 + 6 * 61) / 90, 4, 6, 3],
      [360_000, null, null, null, 0],
      [480_000, null, null, null, 0],
    ]);
    // A state holds for 15 minutes.
    const states = numbers([
      [0, 1],
      [30_000, 0],
      [60_000, 1],
    ]);
    expect(short(toBuckets("machine_running", [states], grid(1_200_000, 2)))).toEqual([
      [0, 0.95, 0, 1, 3],
      [600_000, 1, null, null, 0],
    ]);
    expect(toBuckets("machine_speed", [column], minutes)[0]).toMatchObject({
      upper: null,
      lower: null,
      adFlag: null,
    });
  });

  it("take a scan a second into minutes, none twice and none in the next one's", () => {
    const scans = numbers(Array.from({ length: 300 }, (_, second) => [second * 1000, second]));
    const points = toBuckets("machine_speed", [scans], grid(300_000, 5));
    expect(points.map(({ min, max, count }) => [min, max, count])).toEqual(
      [0, 60, 120, 180, 240].map((first) => [first, first + 59, 60]),
    );
  });

  it("that begin where a minute does say where they end", () => {
    const scans = numbers(Array.from({ length: 300 }, (_, second) => [second * 1000, second]));
    const snapped = new BucketAccumulator("machine_speed", grid(300_000, 2), { snapMs: 60_000 });
    snapped.add(scans);
    expect(
      snapped
        .points()
        .map(({ timeMs, endMs, value, min, max }) => [timeMs - T0, endMs! - T0, value, min, max]),
    ).toEqual([
      [0, 180_000, 89.5, 0, 179],
      [180_000, 300_000, 239.5, 180, 299],
    ]);
    expect(toBuckets("machine_speed", [scans], grid(300_000, 2))[0]).not.toHaveProperty("endMs");
  });

  it("are answered for few samples too, where steps are asked for", () => {
    const column = numbers([[-5000, 3]]);
    expect(short(toBuckets("machine_speed", [column], grid(60_000, 3), { always: true }))).toEqual([
      [0, 3, null, null, 0],
      [20_000, 3, null, null, 0],
      [40_000, 3, null, null, 0],
    ]);
    expect(toBuckets("machine_speed", [column], grid(60_000, 3))).toEqual([]);
  });

  it("answer the samples themselves when there are no more of them than buckets", () => {
    const column = numbers([
      [3, 1.5],
      [11, 2.5],
      [12, -1],
    ]);
    expect(short(toBuckets("machine_speed", [column], grid(30, 3)))).toEqual([
      [3, 1.5, 1.5, 1.5, 1],
      [11, 2.5, 2.5, 2.5, 1],
      [12, -1, -1, -1, 1],
    ]);
    expect(toBuckets("machine_speed", [], grid(30, 3))).toEqual([]);
  });

  it("answer the last code of an encoded metric, with its envelope", () => {
    const column = numbers([
      [1, 4],
      [2, 0],
      [8, 3],
      [15, 2],
    ]);
    expect(short(toBuckets("machine_state", [column], grid(20, 2)))).toEqual([
      [0, 3, 0, 4, 3],
      [10, 2, 2, 2, 1],
    ]);
  });

  it("answer the last text, without an envelope", () => {
    const columns = [
      texts([
        [7, "b"],
        [9, "c"],
      ]),
      texts([
        [1, "a"],
        [12, "d"],
      ]),
    ];
    expect(short(toBuckets("kiwiplan_order_number", columns, grid(20, 2)))).toEqual([
      [0, "c", null, null, 3],
      [10, "d", null, null, 1],
    ]);
  });

  it("answer the last value where numbers and texts met", () => {
    expect(
      short(
        toBuckets(
          "odd",
          [
            numbers([
              [1, 5],
              [3, 7],
            ]),
            texts([[2, "x"]]),
          ],
          grid(10, 1),
        ),
      ),
    ).toEqual([[0, 7, 5, 7, 3]]);
  });

  it("take the start, leave the end, and count nothing that lies outside", () => {
    const column = numbers([
      [-1, 100],
      [0, 1],
      [9, 3],
      [10, 100],
    ]);
    expect(short(toBuckets("machine_speed", [column], grid(10, 1)))).toEqual([[0, 1.2, 1, 3, 2]]);
  });

  it("are never made of nothing", () => {
    expect(() => new BucketAccumulator("machine_speed", grid(0, 5))).toThrow(RangeError);
    expect(() => new BucketAccumulator("machine_speed", grid(10, 0))).toThrow(RangeError);
    expect(() => new BucketAccumulator("machine_speed", grid(10, 1.5))).toThrow(RangeError);
    const steps = (ms: number, buckets: number) => () =>
      new BucketAccumulator("machine_speed", grid(ms, buckets), { always: true });
    expect(steps(9, 10)).toThrow(RangeError);
    expect(steps(10, 10)).not.toThrow();
  });
});

describe("bucket boundaries", () => {
  it("lie where i·w says, to the millisecond, for widths that are no whole number", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40_000_000_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (length, buckets, at) => {
          const offset = Math.floor(at * length);
          const index = Number((BigInt(offset) * BigInt(buckets)) / BigInt(length));
          expect(bucketIndex(grid(length, buckets), T0 + offset)).toBe(index);
          expect(bucketStartMs(grid(length, buckets), index)).toBeLessThanOrEqual(T0 + offset);
          if (index + 1 < buckets)
            expect(bucketStartMs(grid(length, buckets), index + 1)).toBeGreaterThan(T0 + offset);
        },
      ),
    );
  });
});

describe("any split and order of samples", () => {
  it("gives what plain loops and fractions give", () => {
    // A second is so long that the hours of a range are few, and states may fall silent.
    const value = fc.oneof(
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: -1e6, max: 1e6 }).map((tenths) => tenths / 10),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((each) => each + 0),
    );
    const at = fc.oneof(fc.integer({ min: -200, max: 4000 }), fc.integer({ min: -20, max: 200 }));
    const samples = fc.uniqueArray(fc.tuple(at, value), {
      selector: ([time]) => time,
      maxLength: 120,
    });
    fc.assert(
      fc.property(
        fc.constantFrom("machine_speed", "machine_running", "machine_state"),
        samples,
        fc.integer({ min: 1, max: 3600 }),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(0, 60_000),
        fc.boolean(),
        fc.array(fc.nat(119), { maxLength: 8 }),
        (metric, list, length, buckets, unit, always, cuts) => {
          const range = grid(length * 1000, buckets);
          // Whole units in each bucket, from a whole one on.
          const snapMs = unit * buckets <= range.endMs - range.startMs ? unit : 0;
          const all = list
            .map(([second, each]): [number, number] => [second * 1000, each])
            .sort(([a], [b]) => a - b);
          const edges = [0, ...new Set([...cuts].sort((a, b) => a - b)), all.length];
          const columns = edges.map((edge, i) => numbers(all.slice(edges[i - 1] ?? 0, edge)));
          // Between two parts the clock's hour must not go on: parts of an hour are joined.
          const parts = joinHours(columns);
          const options = { snapMs, always };
          const points = toBuckets(metric, parts, range, options);
          expect(points).toEqual(toBuckets(metric, [...parts].reverse(), range, options));
          const plain = all.map(([offset, each]) => ({ timeMs: T0 + offset, value: each }));
          expect(points).toEqual(plainPoints(metric, plain, range, buckets, options));
          const mean = new MeanAccumulator(metric, range);
          for (const part of parts) mean.add(part);
          expect(mean.mean()).toBe(plainMean(metric, plain, range));
        },
      ),
      {
        numRuns: 1000,
        // A tie of the last bit that something many powers of ten smaller decides.
        examples: [
          [
            "machine_running",
            [
              [0, -5e-324],
              [22, 4.574891956372281e-143],
            ],
            120,
            1,
            0,
            false,
            [],
          ],
          [
            "machine_speed",
            [
              [0, -7845.483790184528],
              [60, -34515.4],
              [180, 82684.4],
              [120, 1e-60],
            ],
            240,
            1,
            0,
            false,
            [],
          ],
        ],
      },
    );
  });
});

/** Parts that follow each other within an hour, as one: hour by hour a part has all samples. */
function joinHours(columns: readonly Column[]): Column[] {
  const joined: [number, number][][] = [];
  for (const column of columns) {
    const samples = Array.from(column.times, (timeMs, i): [number, number] => [
      timeMs - T0,
      column.values[i] as number,
    ]);
    if (samples.length === 0) continue;
    const last = joined.at(-1);
    const hour = (offset: number) => Math.floor((T0 + offset) / 3_600_000);
    if (last && hour(last.at(-1)![0]) === hour(samples[0]![0])) last.push(...samples);
    else joined.push(samples);
  }
  return joined.map(numbers);
}
