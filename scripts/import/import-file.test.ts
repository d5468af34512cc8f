import fc from "fast-check";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSegment } from "#app/storage/segment-write.ts";
import type { Batch } from "./batch-builder.ts";
import { openCsv } from "./csv-source.ts";
import { importFile } from "./import-file.ts";
import { planLayout } from "./layout.ts";
import { openParquet } from "./parquet-source.ts";
import { START, type FileRow, type Source } from "./source.ts";
import type { Progress } from "./state.ts";
import { describeTally, type Tally } from "./tally.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "helios-import-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function csvOf(text: string | Buffer): Promise<Source> {
  const path = join(folder, "file.csv");
  writeFileSync(path, text);
  return openCsv(path, statSync(path).size);
}

type Options = { zone?: string; map?: [string, string][]; killAfter?: number; asText?: string[] };

/** Imports into a map of samples; killed after so many batches, it goes on from what was saved. */
async function importInto(
  source: Source,
  { zone, map = [], killAfter, asText = [] }: Options = {},
) {
  const stored = new Map<string, unknown>();
  let saved: Progress | null = null;
  let batches = 0;
  const mapping = new Map(map);
  const run = (from: Progress | null) =>
    importFile({
      source,
      reader: {
        layout: planLayout(source.header, { timeColumn: "time", mapping }),
        zone: zone ?? null,
        asText: new Set(asText),
        mapping,
      },
      from,
      signal: new AbortController().signal,
      send: async (_id: string, batch: Batch, tally: Tally) => {
        for (const { times, tags } of batch.frames()) {
          for (const [metric, values] of Object.entries(tags))
            times.forEach((time, index) => stored.set(`${metric} ${time}`, values[index]));
        }
        tally.accepted += batch.samples;
        // Stored, but the process dies before it can say so.
        if (batches++ === killAfter) throw new Error("killed");
      },
      save: (progress) => void (saved = structuredClone(progress)),
    });
  const tally = await run(null).catch((error: Error) => {
    if (error.message !== "killed") throw error;
    return run(saved);
  });
  return { stored, tally };
}

const entries = async (text: string, options: Options = {}) =>
  Object.fromEntries((await importInto(await csvOf(text), options)).stored);
const refusal = (text: string, options: Options = {}) =>
  entries(text, options).then(
    () => "imported",
    (error: Error) => error.message,
  );

async function all(rows: AsyncIterable<FileRow>): Promise<FileRow[]> {
  const list = [];
  for await (const row of rows) list.push(row);
  return list;
}

describe("a CSV file", () => {
  it("may be wide or long, by any delimiter, with a BOM, quotes, CRLF and empty lines", async () => {
    const wide = { "a 1000": 1.5, "a 2000": 2, "b 1000": 'x,"y"', "b 2000": true };
    const [first, second] = ["1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z"];
    expect(
      await entries(`\uFEFFtime,a,b\r\n\r\n${first},1.5,"x,""y"""\r\n${second},2,true`),
    ).toEqual(wide);
    expect(await entries(`a;b;time\n1,5;"x,""y""";${first}\n2;TRUE;${second}\n`)).toEqual(wide);
    expect(
      await entries(
        `time\tmetric\tvalue\n${first}\ta\t1.5\n${second}\ta\t2\n${first}\tb\t"x,""y"""\n${second}\tb\ttrue\n`,
      ),
    ).toEqual(wide);
    expect(
      await entries(`time|tag|value\n${first}|A1|1.5\n${first}|skip|3`, {
        map: [
          ["A1", "a"],
          ["skip", ""],
        ],
      }),
    ).toEqual({ "a 1000": 1.5 });
  });

  it("with a row that is wrong loses only that row, and says which", async () => {
    const text =
      "time,a,b\n2026-03-08 01:00,1,\n2026-03-08 02:30,2,2\nsoon,3,3\n2026-03-08 04:00,4\n2026-03-08 05:00,1e999,5\n";
    const { stored, tally } = await importInto(await csvOf(text), { zone: "America/Chicago" });
    expect([...stored.values()]).toEqual([1, 5]);
    expect(tally.rejected).toEqual([
      { tag: "", reason: "no_such_time", count: 1, example: "line 3: 2026-03-08 02:30" },
      { tag: "", reason: "bad_time", count: 1, example: "line 4: soon" },
      { tag: "", reason: "bad_row", count: 1, example: "line 5: 2 columns instead of 3" },
      { tag: "a", reason: "bad_value", count: 1, example: "line 6: 1e999" },
    ]);
    expect(describeTally(tally, false)[1]).toBe("accepted 2, duplicate 0, rejected 4");
  });

  it("that cannot be read at all is one clear line", async () => {
    expect(await refusal("")).toContain("file.csv is empty.");
    expect(await refusal("time,a\n2026-01-01 10:00,1\n")).toBe(
      "No row can be read, for no zone: line 2: 2026-01-01 10:00 has no zone; name it with --time-zone.",
    );
    expect(await refusal('time,a\n1000,"1\n')).toMatch(/is no CSV from line \d on: /);
    await expect(csvOf(Buffer.from("\uFEFFtime,a\n", "utf16le"))).rejects.toThrow(
      "is UTF-16; save it as UTF-8.",
    );
  });

  it("can be read on from the end of any row: the same rows, the same lines", async () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "1", ",", '"', "\n", "\r\n", "é", "😀", " "),
      maxLength: 6,
    });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.boolean(),
        async (rows, lineBreak, hasBom, endsInBreak) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const lines = [["time", "a"], ...rows].map((row) => row.map(quote).join(","));
          const source = await csvOf(
            (hasBom ? "\uFEFF" : "") + lines.join(lineBreak) + (endsInBreak ? lineBreak : ""),
          );
          const whole = await all(source.rows(START));
          expect(whole.map(({ fields }) => fields)).toEqual(rows);
          for (const [index, { end }] of whole.entries())
            expect(await all(source.rows(end))).toEqual(whole.slice(index + 1));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("an import", () => {
  const START_MS = Date.UTC(2026, 10, 1, 5);
  /** Enough for several batches, over the hour that comes twice in Chicago. */
  const rows = Array.from({ length: 13_000 }, (_, index) => START_MS + index * 1000);
  const local = (ms: number) =>
    new Date(ms - (ms < Date.UTC(2026, 10, 1, 7) ? 5 : 6) * 3_600_000).toISOString().slice(0, -1);
  const text = `time,a,b,c,d\n${rows.map((ms, i) => `${local(ms)},${i / 10},${i % 7 === 0 ? "" : i},${i % 2 === 0},t${i % 5}`).join("\n")}\n`;

  it.each([0, 1])(
    "killed after batch %i and started again has every sample, once where the clocks go back too",
    async (killAfter) => {
      const source = await csvOf(text);
      const { stored, tally } = await importInto(source, { zone: "America/Chicago", killAfter });
      expect(stored.size).toBe(rows.length * 4 - Math.ceil(rows.length / 7));
      for (const [i, ms] of rows.entries())
        if (stored.get(`a ${ms}`) !== i / 10)
          throw new Error(`row ${i} is ${String(stored.get(`a ${ms}`))}`);
      expect(tally).toMatchObject({
        rows: rows.length,
        samples: stored.size,
        rejected: [],
        firstMs: START_MS,
        ambiguous: { count: 7200, example: "line 3602: 2026-11-01T01:00:00.000" },
      });
    },
  );

  it("of a Parquet file reads what a segment holds, from any row", async () => {
    const times = Float64Array.from(rows);
    const path = join(folder, "hour.parquet");
    const columns = {
      speed: {
        kind: "number" as const,
        times,
        values: Float64Array.from(rows, (_, i) => (i % 1000) / 10),
      },
      flag: {
        kind: "number" as const,
        times: times.slice(0, 10),
        values: new Float64Array(10).fill(1),
      },
      order_number: { kind: "text" as const, times, values: rows.map((_, i) => `00${i % 9}`) },
    };
    writeFileSync(path, writeSegment(columns).bytes);
    const { stored, tally } = await importInto(await openParquet(path, "time"), { killAfter: 0 });
    expect(stored.size).toBe(rows.length * 2 + 10);
    for (const [i, ms] of rows.entries()) {
      if (
        stored.get(`speed ${ms}`) !== (i % 1000) / 10 ||
        stored.get(`order_number ${ms}`) !== `00${i % 9}`
      )
        throw new Error(`row ${i} differs`);
    }
    expect([stored.get(`flag ${rows[9]}`), stored.has(`flag ${rows[10]}`), tally.rows]).toEqual([
      1,
      false,
      rows.length,
    ]);
    writeFileSync(path, "not parquet");
    await expect(openParquet(path, "time")).rejects.toThrow("hour.parquet is no Parquet file");
  });

  it("holds no more than a few batches, however long the file", async () => {
    let read = 0;
    let sent = 0;
    let most = 0;
    async function* endless(): AsyncGenerator<FileRow> {
      for (let row = 1; row <= 300_000; row++) {
        read = row;
        yield { fields: [String(1_000_000_000_000 + row), "1"], end: { offset: row, line: row } };
      }
    }
    const source: Source = {
      header: ["time", "a"],
      hasLocalDates: false,
      isTyped: false,
      decimalComma: false,
      total: 300_000,
      rows: endless,
    };
    await importFile({
      source,
      reader: {
        layout: planLayout(source.header, { timeColumn: "time", mapping: new Map() }),
        zone: null,
        asText: new Set(),
        mapping: new Map(),
      },
      from: null,
      signal: new AbortController().signal,
      send: async (_id, batch) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        sent += batch.samples;
        most = Math.max(most, read - sent);
      },
      save: () => {},
    });
    expect(sent).toBe(300_000);
    expect(most).toBeLessThanOrEqual(40_001);
  });
});
