/** A tag that sends numbers and texts: both are kept, wherever they lie, and a read answers one kind. */
import { DuckDBInstance } from "@duckdb/node-api";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2025, 11, 31);
const one = (timeMs: number, tag: string, value: unknown) => ({
  times: [timeMs],
  tags: { [tag]: [value] },
});
const read = async (bench: RecorderBench, metric: string, fromMs: number, toMs: number) => {
  const range = { deviceId: 1, metrics: [metric], startMs: fromMs, endMs: toMs };
  const points = await bench.reader.buckets({ ...range, buckets: 5000 });
  return (points[metric] ?? []).map(({ timeMs, value }) => [timeMs - START, value]);
};
const taken = { status: "stored", accepted: 1, duplicate: 0, rejected: [] };

/** Sealed, packed, rolled up; and read back from the log before. */
async function everyPlace(bench: RecorderBench, check: () => Promise<void>): Promise<void> {
  await check();
  bench.restart();
  await check();
  for (const ms of [HOUR_MS, 30 * HOUR_MS, 5 * DAY_MS]) {
    bench.advance(ms);
    await bench.settle();
    await check();
    bench.restart();
    await check();
  }
}

describe("a tag that changes its type", () => {
  it("keeps an order number of digits and then those with letters", async () => {
    const bench = recorderBench(START + HOUR_MS);
    const orders: [number, number | string][] = [
      [0, 1017],
      [1, "A-18"],
      [2, "A-19"],
    ];
    for (const [at, value] of orders)
      expect(await bench.post([one(START + at, "order", value)])).toEqual(taken);
    await everyPlace(bench, async () => {
      expect(await read(bench, "order", START, START + 1)).toEqual([[0, 1017]]);
      expect(await read(bench, "order", START, START + 10)).toEqual([
        [1, "A-18"],
        [2, "A-19"],
      ]);
      expect(bench.recorder().latest(["order"]).order?.value).toBe("A-19");
      expect(await bench.post([one(START + 1, "order", "A-18")])).toMatchObject({ duplicate: 1 });
    });
  });

  it("goes on as numbers after a text that was no value", async () => {
    const bench = recorderBench(START + HOUR_MS);
    await bench.post([one(START, "current", "n/a")]);
    for (const at of [1, 2, 3]) await bench.post([one(START + at, "current", at)]);
    await everyPlace(bench, async () => {
      expect(await read(bench, "current", START, START + 10)).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
      const range = { deviceId: 1, metrics: ["current"], startMs: START, endMs: START + 10 };
      expect(await bench.reader.averages(range)).toEqual({
        current: (1 + 2 + 3 * 7) / 9,
      });
    });
  });

  it("is one sample per millisecond, in memory, in a patch and in a file", async () => {
    const bench = recorderBench(START + HOUR_MS);
    const send = async (value: number | string) => bench.post([one(START, "tag", value)]);
    expect(await send(5)).toEqual(taken);
    expect(await send("five")).toEqual(taken);
    expect(await send("five")).toMatchObject({ accepted: 0, duplicate: 1 });
    expect(await read(bench, "tag", START, START + 10)).toEqual([[0, "five"]]);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
    expect(await send("five")).toMatchObject({ accepted: 0, duplicate: 1 });
    expect(await send(5)).toEqual(taken);
    expect(await send(5)).toMatchObject({ accepted: 0, duplicate: 1 });
    await everyPlace(bench, async () =>
      expect(await read(bench, "tag", START, START + 10)).toEqual([[0, 5]]),
    );
    expect(bench.recorder().status().unsealedSamples).toBe(0);
  });

  it("is read as its mapping says, whatever most of its samples are", async () => {
    const bench = recorderBench(START + HOUR_MS);
    bench.map({ "DB1.ORDER": "order" }, { order: "number" });
    for (const [at, value] of [
      [0, 1017],
      [1, "A-18"],
      [2, "A-19"],
    ] as const)
      await bench.post([one(START + at, "DB1.ORDER", value)]);
    expect(bench.recorder().latest(["order"]).order).toEqual({ timeMs: START, value: 1017 });
    bench.recorder().watch("order");
    await bench.post([one(START + 3, "DB1.ORDER", "A-20"), one(START + 4, "DB1.ORDER", 1018)]);
    expect([...bench.recorder().takeFresh()]).toEqual([
      ["order", [{ timeMs: START + 4, value: 1018 }]],
    ]);
    await everyPlace(bench, async () =>
      expect(await read(bench, "order", START, START + 10)).toEqual([
        [0, 1017],
        [4, 1018],
      ]),
    );
  });

  it("may flip with every sample for an hour, and be called like any other column", async () => {
    const bench = recorderBench(START + 2 * HOUR_MS);
    const tags = ["x", "x (text)", "x (text')", "time", "constructor", "__proto__", "x_count"];
    const times = Array.from({ length: 3600 }, (_, second) => START + second * 1000);
    for (const [index, tag] of tags.entries()) {
      const values = times.map((_, at) => (at % 2 === 0 ? at : `${tag} ${at}`));
      expect(
        await bench.post([{ times, tags: Object.fromEntries([[tag, values]]) }]),
        `${index}`,
      ).toEqual({ ...taken, accepted: 3600 });
    }
    await everyPlace(bench, async () => {
      for (const tag of tags) {
        expect(await read(bench, tag, START, START + 3000)).toEqual([
          [0, 0],
          [2000, 2],
        ]);
        expect(await read(bench, tag, START + 1000, START + 2000)).toEqual([[1000, `${tag} 1`]]);
        const points = await bench.reader.buckets({
          deviceId: 1,
          metrics: [tag],
          startMs: START,
          endMs: START + HOUR_MS,
          buckets: 1,
        });
        expect(Object.values(points)[0]).toMatchObject([{ value: 1799, count: 1800, max: 3598 }]);
      }
    });
  });

  it("takes the last of a frame's rows of one moment, numbers or texts", async () => {
    const bench = recorderBench(START + HOUR_MS);
    const times = [START, START, START + 1, START + 1, START + 1];
    await bench.post([{ times, tags: { tag: ["a", 1, 2, "b", "c"] } }]);
    expect(await read(bench, "tag", START, START + 1)).toEqual([[0, 1]]);
    expect(await read(bench, "tag", START + 1, START + 2)).toEqual([[1, "c"]]);
    const machine = { times: [START, START], tags: { machine_state: ["running", 2] } };
    await bench.post([machine]);
    expect(await read(bench, "machine_state", START, START + 2)).toEqual([[0, 2]]);
  });

  it("is what came last also where its month's roll-ups lie in a file already", async () => {
    const bench = recorderBench(START + 4 * DAY_MS);
    await bench.post([one(START, "order", 1017), one(START - DAY_MS, "speed", 3)]);
    bench.advance(DAY_MS);
    await bench.settle();
    expect(bench.events.map(({ event }) => event)).toContain("recorder_rolled");
    await bench.post([one(START, "order", "A-18")]);
    const byFourHours = async () => {
      const range = { deviceId: 1, startMs: START - 2 * DAY_MS, endMs: START + 2 * DAY_MS };
      const { order } = await bench.reader.buckets({ ...range, metrics: ["order"], buckets: 24 });
      return order!.filter(({ count }) => count > 0).map(({ value }) => value);
    };
    await everyPlace(bench, async () => expect(await byFourHours()).toEqual(["A-18"]));
  });

  it("has two columns for a person with DuckDB, whose names say which is which", async () => {
    const bench = recorderBench(START + 2 * HOUR_MS);
    await bench.post([
      { times: [START, START + 1], tags: { order: [1017, "A-18"], die: ["D-1", "D-2"] } },
    ]);
    bench.advance(HOUR_MS);
    await bench.settle();
    const folder = await mkdtemp(join(tmpdir(), "helios-kinds-"));
    const [key] = bench.store.keys();
    await writeFile(
      join(folder, "h.parquet"),
      new Uint8Array((await bench.store.get(key!))!.bytes),
    );
    const duck = await (await DuckDBInstance.create(":memory:")).connect();
    const rows = await duck.runAndReadAll(
      `SELECT "order", "order (text)", die FROM '${join(folder, "h.parquet")}' ORDER BY time`,
    );
    expect(rows.getRowsJson()).toEqual([
      [1017, null, "D-1"],
      [null, "A-18", "D-2"],
    ]);
    duck.closeSync();
    await rm(folder, { recursive: true });
  });
});
