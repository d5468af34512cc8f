/**
 * The files as others read them: csv-parse, DuckDB and a reader of workbooks. The golden files (tests/golden/reports) were
 * opened in LibreOffice as well; HELIOS_GOLDEN=write makes them anew, after which somebody has to look at them again.
 */
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeColumn } from "hyparquet-writer/src/column.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { unzipSync } from "fflate";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toFile } from "./report-file.server.ts";
import { FORMATS, groupOf, type ReportCell, type ReportTable } from "./report-table.ts";
import { NumberChunks } from "./number-chunks.ts";
import { GROUP_CELLS, writeParquet } from "./write-parquet.ts";
import { writeXlsx } from "./write-xlsx.server.ts";
import { contentOf } from "#tests/factories/reports.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const GOLDEN = fileURLToPath(new URL("../../../../tests/golden/reports", import.meta.url));
const AT = Date.UTC(2026, 10, 1, 5, 30);
/** What breaks files: formulas, quotes, lines, tags, control characters, halves of letters, what Excel has for itself. */
const TEXTS = [
  "=1+1",
  'a "b", c',
  "línea 1\nlínea 2",
  "<b>&amp;</b>",
  "bell \u0007",
  "half \ud83d",
  "_x0041_",
  " kept ",
  "",
];
const WELL_FORMED = TEXTS.map((text) => text.replace("\ud83d", "\ufffd"));

/** Across the hour that the clocks of Chicago repeat. */
const table = (rows: ReportCell[][] = exampleRows()): ReportTable => ({
  name: "example",
  columns: [
    { name: "time", unit: null, kind: "time" },
    { name: "machine_speed", unit: "rpm", kind: "number" },
    { name: "note", unit: null, kind: "text" },
    { name: "tag", unit: null, kind: "any" },
  ],
  rows: inGroups(rows),
});
const exampleRows = (): ReportCell[][] =>
  TEXTS.map((text, index) => [
    AT + (index * HOUR_MS) / 2,
    index === 4 ? null : (index + 1) * -1.1,
    text,
    index % 2 ? index : "A-18",
  ]);
async function* inGroups(rows: ReportCell[][]) {
  for (let from = 0; from < rows.length; from += 2)
    yield groupOf(
      rows.slice(from, from + 2).map((cells) => ({ timezone: "America/Chicago", cells })),
    );
}

async function bytesOf(chunks: AsyncGenerator<string | Uint8Array, void>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(parts);
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "helios-reports-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
async function queried(name: string, bytes: Uint8Array, select: string) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const result = await connection.runAndReadAll(select.replaceAll("$file", `'${path}'`));
  return result.getRowObjectsJson();
}

describe("a report's file", () => {
  it.each(FORMATS)("is the golden one: %s", async (format) => {
    const file = toFile(table(), { format, hasMark: true });
    const bytes = await bytesOf(file.chunks);
    const path = join(GOLDEN, file.name);
    if (process.env["HELIOS_GOLDEN"] === "write") writeFileSync(path, bytes);
    expect(contentOf(file.name, bytes)).toEqual(contentOf(file.name, readFileSync(path)));
  });

  it("as CSV reads back in csv-parse and DuckDB, numbers as numbers, formulas as texts", async () => {
    const bytes = await bytesOf(toFile(table(), { format: "csv", hasMark: true }).chunks);
    const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => row["note"])).toEqual(["'=1+1", ...WELL_FORMED.slice(1)]);
    expect(rows.slice(1, 4).map((row) => row["time"])).toEqual([
      "2026-11-01T01:00:00-05:00",
      "2026-11-01T01:30:00-05:00",
      "2026-11-01T01:00:00-06:00",
    ]);
    const read = await queried(
      "a.csv",
      bytes,
      `select typeof("machine_speed (rpm)") as type, sum("machine_speed (rpm)") over () as sum from read_csv($file)`,
    );
    expect(read[0]).toMatchObject({ type: "DOUBLE" });
    expect(Number(read[0]?.["sum"])).toBeCloseTo(-1.1 * (45 - 5), 9);
  });

  it("as Parquet has one type a column, UTC times, units in its notes", async () => {
    const bytes = await bytesOf(toFile(table(), { format: "parquet", hasMark: false }).chunks);
    const rows = await queried("a.parquet", bytes, "select *, epoch_ms(time) as at from $file");
    expect(rows.map(({ note }) => note)).toEqual(WELL_FORMED);
    expect(rows.map(({ at }) => Number(at))).toEqual(exampleRows().map(([at]) => at));
    expect(rows.map(({ machine_speed: speed }) => speed)).toEqual(
      exampleRows().map(([, speed]) => speed),
    );
    expect(rows.map(({ tag }) => tag)).toEqual(exampleRows().map(([, , , tag]) => String(tag)));
    const notes = await queried(
      "a.parquet",
      bytes,
      "select decode(key) as key, decode(value) as value from parquet_kv_metadata($file)",
    );
    expect(notes).toEqual([{ key: "units", value: '{"machine_speed":"rpm"}' }]);
  });

  it("as Parquet has every row of long groups, and none where there was none", async () => {
    const rows = Array.from({ length: 40_000 }, (_, row): ReportCell[] => [
      row % 7 === 6 ? null : AT + row * 60_000,
      row % 5 === 4 ? null : row / 8,
      row % 3 === 2 ? null : `note ${row}`,
      row % 2 === 1 ? null : row,
    ]);
    const bytes = await bytesOf(writeParquet(table(rows)));
    const read = await queried(
      "long.parquet",
      bytes,
      "select epoch_ms(time)::double as at, machine_speed, note, tag from $file",
    );
    expect(read.length).toBe(rows.length);
    const wrong = read.filter(({ at, machine_speed: speed, note, tag }, row) => {
      const [wantedAt, wantedSpeed, wantedNote, wantedTag] = rows[row] ?? [];
      const text = wantedTag === null ? null : String(wantedTag);
      return at !== wantedAt || speed !== wantedSpeed || note !== wantedNote || tag !== text;
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it("as Parquet has the bytes that its library makes of whole lists", async () => {
    for (const rows of [1, 2, 7, 500, 5_000]) {
      const columns: Record<string, (number | null)[]> = {
        steady: Array.from({ length: rows }, () => 7.5),
        few: Array.from({ length: rows }, (_, row) => (row * row) % 23),
        many: Array.from({ length: rows }, (_, row) => Math.sin(row) * 1e6),
        gaps: Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? null : -row / 10)),
        none: Array.from({ length: rows }, () => null),
      };
      const times = Array.from(
        { length: rows },
        (_, row) => (row % 50) * 60_000 - AT / 100_000_000,
      );
      for (const [name, values] of Object.entries({ ...columns, times })) {
        const type = name === "times" ? ("INT64" as const) : ("DOUBLE" as const);
        const [ours, theirs] = [new ByteWriter(), new ByteWriter()];
        const whole = times.map(Math.round);
        const given = name === "times" ? whole : values;
        const doubles = Float64Array.from(given, (value) => value ?? Number.NaN);
        const chunk = new NumberChunks().write(ours, name, type, doubles);
        const element = { name, type, repetition_type: "OPTIONAL" as const };
        const result = writeColumn({
          writer: theirs,
          column: {
            columnName: name,
            element,
            schemaPath: [{ name: "root" }, element],
            codec: "SNAPPY",
            compressors: { SNAPPY: snappyCompress },
            stats: true,
            pageSize: 1_048_576,
            columnIndex: false,
            offsetIndex: true,
          },
          pageData: {
            values: name === "times" ? whole.map(BigInt) : given,
            definitionLevels: given.map((value) => (value === null ? 0 : 1)),
            repetitionLevels: [],
            maxDefinitionLevel: 1,
          },
        });
        expect(ours.getBytes(), name).toEqual(theirs.getBytes());
        expect(chunk, name).toEqual(result.chunk);
      }
    }
  });

  it("as Parquet says how many texts a column of numbers could not keep", async () => {
    const bytes = await bytesOf(writeParquet(table([[AT, "n/a", null, null]])));
    const notes = await queried(
      "b.parquet",
      bytes,
      "select decode(value) as value from parquet_kv_metadata($file) where decode(key) = 'texts_left_out'",
    );
    expect(notes).toEqual([{ value: '{"machine_speed":1}' }]);
  });

  it("as a workbook has times, numbers and texts as they are, and no formula", async () => {
    const bytes = await bytesOf(toFile(table(), { format: "xlsx", hasMark: false }).chunks);
    const [header, ...rows] = await readSheet(bytes, { trim: false });
    expect(header).toEqual(["time", "machine_speed (rpm)", "note", "tag"]);
    expect(
      rows.slice(1, 4).map(([time]) => (time as unknown as Date).toISOString().slice(0, 19)),
    ).toEqual(["2026-11-01T01:00:00", "2026-11-01T01:30:00", "2026-11-01T01:00:00"]);
    expect(rows.map(([, speed]) => speed)).toEqual(exampleRows().map(([, speed]) => speed));
    expect(rows[1]?.[2]).toBe('a "b", c');
    expect(rows[0]?.[2]).toBe("=1+1");
    expect(rows[1]?.[3]).toBe(1);
  });

  it("as a workbook names its plain style, and has room for times and headers", async () => {
    const parts = unzipSync(
      await bytesOf(toFile(table(), { format: "xlsx", hasMark: false }).chunks),
    );
    const textOf = (part: string) => new TextDecoder().decode(parts[part]);
    expect(textOf("xl/styles.xml")).toMatch(
      /<cellXfs.*<xf[^>]* xfId="0".*<cellStyle name="Normal" xfId="0" builtinId="0"\/>/,
    );
    const widths = [...textOf("xl/worksheets/sheet1.xml").matchAll(/<col [^>]*width="(\d+)"/g)];
    expect(widths.map(([, width]) => Number(width))).toEqual([
      "2026-11-01 01:00:00 ".length,
      "machine_speed (rpm)".length + 2,
      11,
      11,
    ]);
  });

  it("as a workbook goes on in a further sheet when one is full", async () => {
    const rows = Array.from({ length: 25 }, (_, index): ReportCell[] => [AT, index, "", null]);
    const bytes = await bytesOf(writeXlsx(table(rows), { sheetRows: 11 }));
    const speeds = [];
    for (const sheet of ["Report", "Report 2", "Report 3"])
      speeds.push((await readSheet(bytes, sheet)).slice(1).map(([, speed]) => speed));
    expect(speeds.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(speeds.flat()).toEqual(rows.map(([, speed]) => speed));
  });
});

it.each(FORMATS)(
  "of %s holds few cells and bytes at once, however many there are",
  async (format) => {
    const columns = 26;
    const rows = 20_000;
    let [taken, most, largest] = [0, 0, 0];
    async function* counted() {
      for (let from = 0; from < rows; from += 500) {
        const group = Array.from({ length: 500 }, (_, row) => ({
          timezone: "America/Chicago",
          cells: Array.from({ length: columns }, (_, column) =>
            column === 0 ? AT + (from + row) * 60_000 : ((from + row) * column) / 7,
          ),
        }));
        taken += 500 * columns;
        yield groupOf(group);
      }
    }
    const { chunks } = toFile(
      {
        name: "large",
        columns: Array.from({ length: columns }, (_, column) => ({
          name: `c${column}`,
          unit: null,
          kind: column === 0 ? ("time" as const) : ("number" as const),
        })),
        rows: counted(),
      },
      { format, hasMark: false },
    );
    for (let before = 0, next = await chunks.next(); !next.done; next = await chunks.next()) {
      most = Math.max(most, taken - before);
      largest = Math.max(largest, Buffer.byteLength(next.value));
      before = taken;
    }
    expect(taken).toBe(rows * columns);
    // What is taken before a piece is handed over is what is in memory: at most a row group and what came last.
    expect(most).toBeLessThanOrEqual(GROUP_CELLS + 500 * columns);
    expect(largest).toBeLessThan(2_000_000);
  },
);

it("begins a Parquet file with its first rows, however long the rest takes", async () => {
  let groups = 0;
  let isClosed = false;
  async function* rows() {
    try {
      for (; groups < 30;) {
        groups += 1;
        yield groupOf([{ timezone: "UTC", cells: [groups] }]);
      }
    } finally {
      isClosed = true;
    }
  }
  const columns = [{ name: "speed", unit: null, kind: "number" as const }];
  const chunks = writeParquet({ name: "some", columns, rows: rows() });
  const first = await chunks.next();
  const text = new TextDecoder("latin1").decode(first.value as Uint8Array);
  expect([text.slice(0, 4), text.length > 12, groups]).toEqual(["PAR1", true, 1]);
  await chunks.next();
  expect(groups, "rows of the second group").toBe(3);
  await chunks.return();
  expect(isClosed).toBe(true);
});
