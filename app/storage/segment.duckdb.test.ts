import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from "@duckdb/node-api";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Column, Columns } from "#app/domain/series/types.ts";
import { memoryStore } from "./object-store.ts";
import { readSegment } from "./segment-read.ts";
import { writeSegment } from "./segment-write.ts";
import { HOUR_START_MS, makeHour } from "./testing/make-hour.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

/** What a person with DuckDB sees of a segment is what Helios reads of it. */
describe("DuckDB", () => {
  let folder: string;
  let duck: DuckDBConnection;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "helios-segment-"));
    duck = await (await DuckDBInstance.create(":memory:")).connect();
  });
  afterAll(async () => {
    duck.closeSync();
    await rm(folder, { recursive: true });
  });

  async function save(name: string, columns: Columns): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, writeSegment(columns).bytes);
    return path;
  }

  /** The column as DuckDB has it, nulls left out. */
  async function query(files: string, metric: string, kind: Column["kind"]): Promise<Column> {
    const value = kind === "text" ? `"${metric}"` : `"${metric}"::DOUBLE`;
    const rows = await duck.runAndReadAll(
      `SELECT epoch_ms(time)::DOUBLE, ${value} FROM read_parquet(${files}) WHERE "${metric}" IS NOT NULL ORDER BY time`,
    );
    const [times = [], values = []] = rows.getColumns() as [DuckDBValue[], DuckDBValue[]];
    const at = Float64Array.from(times as number[]);
    return kind === "text"
      ? { kind, times: at, values: values as string[] }
      : { kind, times: at, values: Float64Array.from(values as number[]) };
  }

  it("reads every value of a realistic hour", async () => {
    const times = Float64Array.from({ length: 900 }, (_, i) => HOUR_START_MS + i * 4000 + 7);
    const extra: Columns = {
      sine: { kind: "number", times, values: times.map((_, i) => Math.sin(i) * 1e6) },
      single_float: {
        kind: "number",
        times,
        values: times.map((_, i) => Math.fround(Math.cos(i))),
      },
      large_integer: { kind: "number", times, values: times.map((_, i) => 9e15 - i * 7) },
      past_2_53: { kind: "number", times, values: times.map((_, i) => 2 ** 60 + i * 1024) },
      wide_decimal: {
        kind: "number",
        times,
        values: times.map((_, i) => (12_345_678_901 + i) / 1000),
      },
      negative: { kind: "number", times, values: times.map((_, i) => (i - 450) / 100) },
      unicode: { kind: "text", times, values: Array.from(times, (_, i) => `製本 🙂 ${i % 9}`) },
    };
    const hour = { ...makeHour(), ...extra };
    const path = await save("hour.parquet", hour);
    const store = memoryStore();
    await store.put("hour", writeSegment(hour).bytes);
    const ours = await readSegment(store, "hour", null);
    expect(Object.keys(ours)).toHaveLength(67);
    for (const [metric, column] of Object.entries(ours))
      expect(await query(`'${path}'`, metric, column.kind), metric).toEqual(column);
  });

  it("sees the types that the columns mean", async () => {
    const path = await save("types.parquet", makeHour());
    const rows = await duck.runAndReadAll(
      `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet('${path}'))`,
    );
    expect(Object.fromEntries(rows.getRows())).toMatchObject({
      time: "TIMESTAMP WITH TIME ZONE",
      machine_speed: "DECIMAL(9,1)",
      machine_state: "INTEGER",
      drives_ready: "BOOLEAN",
      kiwiplan_order_number: "VARCHAR",
    });
    const speed = await duck.runAndReadAll(
      `SELECT time, machine_speed FROM read_parquet('${path}') LIMIT 3`,
    );
    expect(speed.currentRowCount).toBe(3);
  });

  it("reads hours of different types together", async () => {
    const values = [
      [1, 2, 3],
      [1.5, 2.25, -3],
      [Math.PI, 1e-7, 2],
      [2 ** 40, 7, 8],
    ];
    const hours = values.map((list, hour): Column => ({
      kind: "number",
      times: Float64Array.from(list, (_, i) => HOUR_START_MS + hour * HOUR_MS + i),
      values: Float64Array.from(list),
    }));
    for (const [i, speed] of hours.entries()) await save(`mixed-${i}.parquet`, { speed });
    const together = await query(
      `'${join(folder, "mixed-*.parquet")}', union_by_name = true`,
      "speed",
      "number",
    );
    expect(together.values).toEqual(Float64Array.from(values.flat()));
  });
});
