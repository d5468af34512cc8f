import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryStore } from "#app/storage/object-store.ts";
import { readSegment } from "#app/storage/segment-read.ts";
import { writeSegment } from "#app/storage/segment-write.ts";
import { BucketAccumulator } from "./buckets.ts";
import { DecimalSum, ratio } from "./decimal-sum.ts";
import { HeldMean, holdOf } from "./held.ts";
import { NUMBER_HOLD_MS } from "./number-hold.ts";
import { fromBlock, toBlock } from "./rollup-block.ts";
import { fromTable, tableColumnsOf, tableKeys, tableOf } from "./rollup-table.ts";
import { toBuckets } from "./testing/to-buckets.ts";
import { mergeRollups, rollUp, rowAt, rowCount, withinWindows, type Rollups } from "./rollup.ts";
import {
  columnOf,
  namesInFile,
  textKey,
  type Column,
  type Columns,
  type NumberColumn,
} from "./types.ts";
import { MINUTE_MS, HOUR_MS } from "#app/domain/durations.ts";

const T0 = 490_000 * HOUR_MS;

const tableOfAll = (rollups: Rollups): Columns => {
  const names = namesInFile(Object.keys(rollups));
  return Object.fromEntries(
    Object.entries(rollups).flatMap(([key, column]) => tableOf(names.get(key) as string, column)),
  );
};

const column = (samples: [number, number][]): NumberColumn => ({
  kind: "number",
  times: Float64Array.from(samples, ([time]) => T0 + time),
  values: Float64Array.from(samples, ([, value]) => value),
});
const texts = (samples: [number, string][]): Column => ({
  kind: "text",
  times: Float64Array.from(samples, ([time]) => T0 + time),
  values: samples.map(([, value]) => value),
});

const value = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map((tenths) => tenths / 10),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e15, 9_007_199_254_740_991, 1e300, 5e-324, 0.1 + 0.2),
);

describe("a sum of measured numbers", () => {
  it("of decimals is the decimal", () => {
    const sum = new DecimalSum();
    for (let i = 0; i < 10; i++) sum.add(0.1);
    for (const part of [0.25, 1000, -0.001]) sum.add(part);
    expect(sum.parts()).toEqual({ sum: 1001.249, sumLow: 0, rest: 0, restLow: 0 });
    expect(sum.over(4)).toBe(250.31225);
  });

  it("goes on beyond the whole numbers that a double holds", () => {
    const sum = new DecimalSum();
    for (let i = 0; i < 20; i++) sum.add(999_999_999_999.999);
    const { sum: high, sumLow } = sum.parts();
    expect(BigInt(high) * 1000n + BigInt(Math.round(sumLow * 1000))).toBe(
      20n * 999_999_999_999_999n,
    );
    expect(sum.over(20)).toBe(999_999_999_999.999);
  });

  it("is the same in any order and in any parts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, fc.nat(3), fc.integer({ min: 1, max: 900_000 })), {
          minLength: 1,
          maxLength: 60,
        }),
        (list) => {
          const whole = new HeldMean();
          for (const [each, , ms] of list) whole.add(each, ms);
          const joined = new HeldMean();
          for (const part of [3, 1, 0, 2]) {
            const own = list.filter(([, of]) => of === part).reverse();
            const mean = new HeldMean();
            for (const [each, , ms] of own) mean.add(each, ms);
            if (Number.isNaN(mean.area().sum)) return;
            const values = own.map(([each]) => each);
            joined.addArea(mean.heldMs, mean.area(), Math.min(...values), Math.max(...values));
          }
          expect(joined.mean()).toBe(whole.mean());
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("is divided with one rounding", () => {
    expect([ratio(1n, 3n), ratio(-2n, 3n), ratio(10n ** 40n, 10n ** 39n), ratio(0n, 7n)]).toEqual([
      1 / 3,
      -2 / 3,
      10,
      0,
    ]);
  });
});

describe("a roll-up", () => {
  const minutes = column([
    [0, 5],
    [1000, 7],
    [59_999, 6],
    [60_000, 1],
    [150_000, 2],
    [179_999, 4],
  ]);

  it("is a row per unit with samples", () => {
    const rolled = rollUp(minutes, MINUTE_MS, NUMBER_HOLD_MS);
    expect(rowCount(rolled)).toBe(3);
    expect(rowAt(rolled, 0)).toEqual({
      unitMs: T0,
      count: 3,
      area: { sum: 5 * 1000 + 7 * 58_999, sumLow: 0, rest: 0, restLow: 0 },
      heldMs: 59_999,
      min: 5,
      max: 7,
      first: { timeMs: T0, value: 5 },
      last: { timeMs: T0 + 59_999, value: 6 },
    });
    expect([1, 2].map((row) => [rowAt(rolled, row).unitMs - T0, rowAt(rolled, row).count])).toEqual(
      [
        [60_000, 1],
        [120_000, 2],
      ],
    );
  });

  it("of texts knows the first and the last", () => {
    const rolled = rollUp(
      texts([
        [0, "A"],
        [1, "B"],
        [2, "A"],
        [60_000, "C"],
      ]),
      MINUTE_MS,
      NUMBER_HOLD_MS,
    );
    expect(
      [0, 1].map((row) => [rowAt(rolled, row).first.value, rowAt(rolled, row).last.value]),
    ).toEqual([
      ["A", "A"],
      ["C", "C"],
    ]);
  });

  it("answers what the samples themselves would, bit by bit", () => {
    const at = fc.nat(12 * 3600 - 1).map((second) => second * 1000);
    // Of 0 and -0 either may be the least: no answer tells them apart.
    const samples = fc.uniqueArray(
      fc.tuple(
        at,
        value.map((each) => each + 0),
      ),
      {
        selector: ([time]) => time,
        minLength: 1,
        maxLength: 120,
      },
    );
    fc.assert(
      fc.property(
        samples,
        fc.constantFrom("machine_speed", "machine_state", "machine_running"),
        fc.constantFrom(1, 2, 3, 4, 6, 12),
        (list, metric, buckets) => {
          const whole = column([...list].sort((a, b) => a[0] - b[0]));
          const grid = { startMs: T0, endMs: T0 + 12 * HOUR_MS, buckets };
          const accumulator = new BucketAccumulator(metric, grid);
          accumulator.addRollups(rollUp(whole, HOUR_MS, holdOf(metric)));
          if (!accumulator.needsSamples)
            expect(accumulator.points()).toEqual(toBuckets(metric, [whole], grid));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("of one or two samples is these samples; of few more it asks for them", () => {
    const grid = { startMs: T0, endMs: T0 + HOUR_MS, buckets: 10 };
    const few = new BucketAccumulator("machine_speed", grid);
    few.addRollups(
      rollUp(
        column([
          [7, 1],
          [60_001, 2],
          [60_002, 3],
        ]),
        MINUTE_MS,
        NUMBER_HOLD_MS,
      ),
    );
    expect(few.needsSamples).toBe(false);
    expect(few.points().map(({ timeMs, value: at }) => [timeMs - T0, at])).toEqual([
      [7, 1],
      [60_001, 2],
      [60_002, 3],
    ]);
    const unclear = new BucketAccumulator("machine_speed", grid);
    unclear.addRollups(
      rollUp(
        column([
          [7, 1],
          [8, 2],
          [9, 3],
        ]),
        MINUTE_MS,
        NUMBER_HOLD_MS,
      ),
    );
    expect(unclear.needsSamples).toBe(true);
  });

  it("comes back from a file and from a table's bytes", async () => {
    const at = fc.nat(200).map((second) => second * 7_001);
    // A file holds -0 as 0.
    const list = fc.uniqueArray(
      fc.tuple(
        at,
        value.map((each) => each + 0),
      ),
      { selector: ([time]) => time, maxLength: 60 },
    );
    const words = fc.uniqueArray(fc.tuple(at, fc.constantFrom("A", "Ø ½″", "")), {
      selector: ([time]) => time,
      maxLength: 30,
    });
    const byTime = <T>(samples: [number, T][]): [number, T][] =>
      [...samples].sort((a, b) => a[0] - b[0]);
    await fc.assert(
      fc.asyncProperty(list, list, words, words, async (a, b, c, d) => {
        const rollups = {
          a: rollUp(column(byTime(a)), MINUTE_MS, NUMBER_HOLD_MS),
          a_sum: rollUp(column(byTime(b)), MINUTE_MS, NUMBER_HOLD_MS),
          [textKey("c")]: rollUp(texts(byTime(c)), MINUTE_MS, NUMBER_HOLD_MS),
          [textKey("a")]: rollUp(texts(byTime(d)), MINUTE_MS, NUMBER_HOLD_MS),
        };
        const filled = Object.entries(rollups).filter(([, { rows }]) => rows.length > 0);
        if (filled.length === 0) return;
        const store = memoryStore();
        const { bytes, chunks } = writeSegment(tableOfAll(rollups));
        await store.put("k", bytes);
        const all = await readSegment(store, "k", null);
        const kindOf = (name: string) => columnOf(all, name)?.kind ?? null;
        expect(tableKeys(Object.keys(all), kindOf).sort()).toEqual(
          filled.map(([key]) => key).sort(),
        );
        const block = toBlock(rollups);
        for (const [metric, rolled] of filled) {
          const columns = await readSegment(store, "k", tableColumnsOf(metric), {
            bytes: bytes.length,
            chunks,
          });
          expect(mergeRollups([fromTable(metric, columns)!])).toEqual(rolled);
          const index = block.metrics.indexOf(metric);
          const cut = block.bytes.slice(block.offsets[index], block.offsets[index + 1]);
          expect(fromBlock(cut.buffer as ArrayBuffer, block.texts[metric] ?? null)).toEqual(rolled);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("can be cut by windows and joined again, the later part above", () => {
    const rolled = rollUp(minutes, MINUTE_MS, NUMBER_HOLD_MS);
    const [first, rest] = [
      withinWindows(rolled, [[T0, T0 + 60_000]]),
      withinWindows(rolled, [[T0 + 60_000, T0 + HOUR_MS]]),
    ];
    expect(mergeRollups([rest, first])).toEqual(rolled);
    const newer = rollUp(column([[3, 9]]), MINUTE_MS, NUMBER_HOLD_MS);
    expect(rowAt(mergeRollups([rolled, newer]), 0).count).toBe(1);
  });
});
