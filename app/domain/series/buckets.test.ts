import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BucketAccumulator, bucketIndex, bucketStartMs, toBuckets } from "./buckets.ts";
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
  it("answer mean, envelope and count, and null for a gap", () => {
    const column = numbers([
      [0, 1],
      [5, 2],
      [9, 9],
      [20, 4],
      [29, 6],
    ]);
    expect(short(toBuckets("machine_speed", [column], grid(30, 3)))).toEqual([
      [0, 4, 1, 9, 3],
      [10, null, null, null, 0],
      [20, 5, 4, 6, 2],
    ]);
    expect(toBuckets("machine_speed", [column], grid(30, 3))[0]).toMatchObject({
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
    const snapped = new BucketAccumulator("machine_speed", grid(300_000, 2), 60_000);
    snapped.add(scans);
    expect(snapped.points().map(({ timeMs, min, max }) => [timeMs - T0, min, max])).toEqual([
      [0, 0, 179],
      [180_000, 180, 299],
    ]);
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

  it("take the start, leave the end, and ignore what lies outside", () => {
    const column = numbers([
      [-1, 100],
      [0, 1],
      [9, 3],
      [10, 100],
    ]);
    expect(short(toBuckets("machine_speed", [column], grid(10, 1)))).toEqual([[0, 2, 1, 3, 2]]);
  });

  it("are never made of nothing", () => {
    expect(() => new BucketAccumulator("machine_speed", grid(0, 5))).toThrow(RangeError);
    expect(() => new BucketAccumulator("machine_speed", grid(10, 0))).toThrow(RangeError);
    expect(() => new BucketAccumulator("machine_speed", grid(10, 1.5))).toThrow(RangeError);
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
  it("gives the naive answer", () => {
    const samples = fc.uniqueArray(
      fc.tuple(fc.integer({ min: -20, max: 220 }), fc.double({ min: -1e9, max: 1e9, noNaN: true })),
      {
        selector: ([at]) => at,
        maxLength: 120,
      },
    );
    fc.assert(
      fc.property(
        samples,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat(), { minLength: 120, maxLength: 120 }),
        (list, length, buckets, deal) => {
          const parts: [number, number][][] = [[], [], [], []];
          list.forEach((sample, i) => parts[(deal[i] as number) % 4]?.push(sample));
          const columns = parts.map((part) => numbers(part.sort(([a], [b]) => a - b)));
          const points = toBuckets("machine_speed", columns, grid(length, buckets));
          expect(points).toEqual(
            toBuckets("machine_speed", [...columns].reverse(), grid(length, buckets)),
          );

          const inside = list.filter(([at]) => at >= 0 && at < length).sort(([a], [b]) => a - b);
          expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
          if (inside.length <= buckets) {
            expect(short(points)).toEqual(
              inside.map(([at, value]) => [at, value, value, value, 1]),
            );
            return;
          }
          expect(points).toHaveLength(buckets);
          points.forEach(({ value, min, max, count }, i) => {
            const own = inside
              .filter(([at]) => at * buckets >= i * length && at * buckets < (i + 1) * length)
              .map(([, v]) => v);
            expect([count, min, max]).toEqual(
              own.length === 0 ? [0, null, null] : [own.length, Math.min(...own), Math.max(...own)],
            );
            if (own.length > 0)
              expect(value).toBeCloseTo(own.reduce((a, b) => a + b, 0) / own.length, 3);
            else expect(value).toBeNull();
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
