import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBuckets } from "#app/domain/series/testing/to-buckets.ts";
import { openCsv } from "#scripts/import/csv-source.ts";
import { START } from "#scripts/import/source.ts";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { memoryStore } from "#app/storage/object-store.ts";
import { readSegment } from "#app/storage/segment-read.ts";
import { writeSegment } from "#app/storage/segment-write.ts";
import { doublesOf } from "./column-types.ts";
import { parseExportArgs } from "./options.ts";
import { readPages, type Ask, type Sample } from "./read-samples.ts";
import { headerLine, isoTimes, toLines } from "./rows.ts";

const T0 = Date.UTC(2026, 10, 1, 5, 17, 3);

/** Answers as /v1 does: the product's own buckets. */
function apiOf(metrics: Record<string, number[]>): Ask & { calls: number } {
  const ask: Ask = async (names, startMs, endMs, buckets) => {
    api.calls += 1;
    return Object.fromEntries(
      names.map((name) => {
        const times = Float64Array.from(metrics[name] ?? []);
        const points = toBuckets(
          name,
          [{ kind: "number", times, values: times.map((ms) => ms % 977) }],
          { startMs, endMs, buckets },
        );
        return [
          name,
          points.map(({ timeMs, value, count }) => ({
            time: new Date(timeMs).toISOString(),
            value,
            count,
          })),
        ];
      }),
    );
  };
  const api = Object.assign(ask, { calls: 0 });
  return api;
}

async function stored(bytes: Uint8Array) {
  const store = memoryStore();
  await store.put("k", bytes);
  return store;
}

async function readAll(
  ask: Ask,
  metrics: string[],
  startMs: number,
  endMs: number,
): Promise<Map<string, Sample[]>> {
  const all = new Map<string, Sample[]>();
  let from = startMs;
  for await (const page of readPages(ask, metrics, startMs, endMs)) {
    expect(page.startMs).toBe(from);
    from = page.endMs;
    for (const [metric, list] of page.samples)
      all.set(metric, [...(all.get(metric) ?? []), ...list]);
  }
  expect(from).toBe(endMs);
  return all;
}

describe("an export", () => {
  it("has every sample of the range once, dense or sparse, aligned or not", async () => {
    const bursts = fc.array(
      fc.record({
        fromMs: fc.integer({ min: -1000, max: 9 * 3_600_000 }),
        stepMs: fc.constantFrom(1, 20, 1000, 60_000),
        count: fc.constantFrom(1, 40, 5000, 5001, 12_000),
      }),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(
        bursts,
        bursts,
        fc.integer({ min: 1, max: 8 * 3_600_000 }),
        async (a, b, lengthMs) => {
          const timesOf = (list: typeof a extends (infer T)[] ? T[] : never): number[] =>
            [
              ...new Set(
                list.flatMap(({ fromMs, stepMs, count }) =>
                  Array.from({ length: count }, (_, i) => T0 + fromMs + i * stepMs),
                ),
              ),
            ].sort((x, y) => x - y);
          const metrics = { a: timesOf(a), b: timesOf(b), empty: [] };
          const read = await readAll(apiOf(metrics), Object.keys(metrics), T0, T0 + lengthMs);
          for (const [metric, times] of Object.entries(metrics)) {
            const expected = times
              .filter((ms) => ms >= T0 && ms < T0 + lengthMs)
              .map((timeMs) => ({ timeMs, value: timeMs % 977 }));
            expect(read.get(metric) ?? []).toEqual(expected);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("strides over empty years in few calls", async () => {
    const ask = apiOf({ a: [T0] });
    expect((await readAll(ask, ["a"], T0, T0 + 365 * 86_400_000)).get("a")).toHaveLength(1);
    expect(ask.calls).toBeLessThan(65);
  });

  it("writes rows that an import reads back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "helios-export-"));
    try {
      const text = fc
        .string({
          unit: fc.constantFrom("a", "7", ",", '"', "\n", " ", "é", ";"),
          minLength: 1,
          maxLength: 5,
        })
        // Taken for the beginning of a formula: it gets an apostrophe.
        .filter((made) => !made.startsWith("\n"));
      const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), text);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(value, fc.option(value)), { minLength: 1, maxLength: 10 }),
          async (rows) => {
            const list = (column: 0 | 1): Sample[] =>
              rows.flatMap((row, i) =>
                row[column] === null ? [] : [{ timeMs: T0 + i * 700, value: row[column] }],
              );
            const samples = new Map([
              ["a", list(0)],
              ["b,c", list(1)],
            ]);
            const path = join(folder, "out.csv");
            writeFileSync(
              path,
              headerLine([...samples.keys()]) +
                [...toLines([...samples.keys()], samples, isoTimes("America/Chicago"))].join(""),
            );
            const source = await openCsv(path, statSync(path).size);
            const read: unknown[] = [];
            for await (const { fields } of source.rows(START))
              read.push([Date.parse(fields[0] as string), ...fields.slice(1)]);
            expect(source.header).toEqual(["time", "a", "b,c"]);
            expect(read).toEqual(
              rows.map(([a, b], i) => [T0 + i * 700, String(a), b === null ? "" : String(b)]),
            );
          },
        ),
        { numRuns: 60 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("writes no formula: neither values nor names of metrics", () => {
    const bad = [
      "=1+1",
      "+1",
      "-1",
      "@A1",
      "\tx",
      "\r=1",
      "\n=1",
      '=HYPERLINK("http://x.invalid","y")',
    ];
    const samples = new Map<string, Sample[]>([
      ["=cmd", bad.map((value, i) => ({ timeMs: T0 + i, value }))],
      ["n", [{ timeMs: T0, value: -5 }]],
    ]);
    const lines = [...toLines(["=cmd", "n"], samples, () => "t")];
    expect(headerLine(["=cmd", "n"])).toBe("time,'=cmd,n\n");
    expect(lines.map((line) => line.slice(0, -1))).toEqual([
      "t,'=1+1,-5",
      "t,'+1,",
      "t,'-1,",
      "t,'@A1,",
      "t,'\tx,",
      `t,"'\r=1",`,
      `t,"'\n=1",`,
      `t,"'=HYPERLINK(""http://x.invalid"",""y"")",`,
    ]);
  });

  it("takes a metric whose name has a comma by --metric", () => {
    const good = "--device 1 --from 2026-01-01 --to 2026-01-02 --out a.csv --token t".split(" ");
    expect(
      parseExportArgs([...good, "--metric", "Temp, left", "--metrics", "a, b"]).metrics,
    ).toEqual(["Temp, left", "a", "b"]);
    expect(parseExportArgs([...good, "--metric", "all"]).metrics).toEqual(["all"]);
    expect(parseExportArgs([...good, "--metrics", "all"]).metrics).toBeNull();
    expect(() => parseExportArgs(good)).toThrow("Usage");
  });

  it("writes measured values as DOUBLE, counters as what they are, and all as DOUBLE with --float", async () => {
    const times = Float64Array.of(T0, T0 + 1000);
    const column = (...values: number[]) => ({
      kind: "number" as const,
      times,
      values: Float64Array.from(values),
    });
    const columns = {
      machine_running: column(0, 1),
      machine_speed: column(181.5, 182),
      order_number: { kind: "text" as const, times, values: ["a", "b"] },
      own_tag: column(1, 2),
      sheet_count: column(100, 101),
    };
    const typesOf = async (isFloat: boolean) => {
      const { bytes } = writeSegment(columns, doublesOf(Object.keys(columns), isFloat));
      const read = await readSegment(await stored(bytes), "k", null);
      expect(
        Object.fromEntries(Object.entries(read).map(([name, { values }]) => [name, [...values]])),
      ).toEqual(
        Object.fromEntries(
          Object.entries(columns).map(([name, { values }]) => [name, [...values]]),
        ),
      );
      const { schema } = parquetMetadata(bytes.slice().buffer);
      return Object.fromEntries(
        schema.slice(2).map(({ name, type, converted_type }) => [name, converted_type ?? type]),
      );
    };
    const measured = { machine_speed: "DOUBLE", order_number: "UTF8", own_tag: "DOUBLE" };
    expect(await typesOf(false)).toEqual({
      ...measured,
      machine_running: "BOOLEAN",
      sheet_count: "INT32",
    });
    expect(await typesOf(true)).toEqual({
      ...measured,
      machine_running: "DOUBLE",
      sheet_count: "DOUBLE",
    });
  });

  it("tells local times with their offset, through the hour that comes twice", () => {
    const toIso = isoTimes("America/Chicago");
    expect(
      [Date.UTC(2026, 10, 1, 6, 30, 5, 7), Date.UTC(2026, 10, 1, 7, 30, 5, 7)].map(toIso),
    ).toEqual(["2026-11-01T01:30:05.007-05:00", "2026-11-01T01:30:05.007-06:00"]);
  });

  it.each([
    ["--from x", '--from takes an ISO 8601 time, not "x".'],
    ["--to 2026-01-01", "--to must be later than --from."],
    ["--out a.txt", "--out takes a name that ends in .csv or .parquet, not a.txt."],
    ["--out /nowhere/a.csv", "There is no folder /nowhere."],
    ["--origin x", '--origin takes an address like http://localhost:4000, not "x".'],
    [
      "--time-zone Mars/Base",
      '"Mars/Base" is no time zone; use a name like America/Chicago or UTC.',
    ],
  ])("%s is refused in one line", (option, message) => {
    const good = "--device 1 --metrics all --from 2026-01-01 --to 2026-01-02 --out a.csv --token t";
    expect(() => parseExportArgs([...good.split(" "), ...option.split(" ")])).toThrow(message);
  });
});
