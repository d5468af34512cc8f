/** What a person with DuckDB sees of a packed day and of its roll-ups agrees with each other and with what was sent. */
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

/** The last day of a year, so that every file there is gets written soon after. */
const START = Date.UTC(2025, 11, 31);
const STEP_MS = 2_000;

let folder: string;
let duck: DuckDBConnection;
const samples: [timeMs: number, value: number][] = [];
const sent = { sum: 0, count: 0, last: 0 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "helios-packed-"));
  duck = await (await DuckDBInstance.create(":memory:")).connect();
  const bench = recorderBench(START + DAY_MS + HOUR_MS);
  for (let hour = 0; hour < 24; hour++) {
    const times = Array.from(
      { length: HOUR_MS / STEP_MS },
      (_, index) => START + hour * HOUR_MS + index * STEP_MS,
    );
    // Noise of tenths on a drift: stored as bytes of a dictionary.
    const values = times.map(
      (timeMs, index) =>
        Math.round(1800 + 40 * Math.sin(timeMs / 1e7) + ((index * 7919) % 13)) / 10,
    );
    await bench.post([
      {
        times,
        tags: { temp: values, order_number: times.map((_, index) => `order ${hour}-${index % 2}`) },
      },
    ]);
    for (const value of values) sent.sum += Math.round(value * 10);
    values.forEach((value, index) => samples.push([times[index] as number, value]));
    sent.count += values.length;
    sent.last = values.at(-1) as number;
  }
  for (const ms of [HOUR_MS, 5 * DAY_MS, DAY_MS]) {
    bench.advance(ms);
    await bench.settle();
  }
  for (const key of bench.store.keys()) {
    const object = await bench.store.get(key);
    await writeFile(join(folder, key.replaceAll("/", "_")), new Uint8Array(object!.bytes));
  }
});
afterAll(async () => {
  duck.closeSync();
  await rm(folder, { recursive: true });
});

const ask = async (sql: string, files: string) =>
  (
    await duck.runAndReadAll(sql.replace("FILES", `read_parquet('${join(folder, files)}')`))
  ).getRowsJson();

it("samples", async () => {
  expect(
    await ask(
      "SELECT count(temp), (sum(temp) * 10)::BIGINT, count(DISTINCT order_number) FROM FILES",
      "raw_*.parquet",
    ),
  ).toEqual([[String(sent.count), String(sent.sum), "48"]]);
});

/** Tenths times seconds from the first to the last sample of each unit. */
const areaOf = (unitMs: number): number =>
  samples.reduce((area, [timeMs, value], index) => {
    const next = samples[index + 1]?.[0] ?? Infinity;
    const isOne = Math.floor(next / unitMs) === Math.floor(timeMs / unitMs);
    return isOne ? area + Math.round(value * 10) * ((next - timeMs) / 1000) : area;
  }, 0);

it.each([
  ["minutes", "rollup_1m_*", 1440, MINUTE_MS],
  ["hours", "rollup_1h_*", 24, HOUR_MS],
  ["days", "rollup_1d_*", 1, DAY_MS],
])("%s", async (_, files, rows, unitMs) => {
  const sql =
    "SELECT count(*), sum(temp_count), (sum(temp_area) * 10)::BIGINT, max_by(order_number_last, time) FROM FILES";
  expect(await ask(sql, files)).toEqual([
    [String(rows), String(sent.count), String(areaOf(unitMs)), "order 23-1"],
  ]);
});

it("the last value of an hour and of a day", async () => {
  for (const files of ["rollup_1h_*", "rollup_1d_*"])
    expect(await ask("SELECT max_by(temp_last, time)::DOUBLE FROM FILES", files)).toEqual([
      [sent.last],
    ]);
});
