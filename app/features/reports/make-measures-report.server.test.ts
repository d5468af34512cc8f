import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { sampleValue } from "#app/domain/demo/sample-orders.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { glossary as spanish } from "#app/locales/es/glossary.ts";
import { glossary as english } from "#app/locales/en/glossary.ts";
import { NOW } from "#tests/factories/people.ts";
import {
  cellsOf,
  openReportPlant,
  shown,
  words,
  LAST_20,
  measures,
  textOf,
  rowsOf,
  type Ask,
} from "#tests/factories/reports.ts";
import { demoReport } from "./demo-report.ts";
import { FORMATS } from "./files/report-table.ts";
import { GROUP_CELLS } from "./files/write-parquet.ts";
import { makeMeasuresReport, VALUES_AT_ONCE } from "./make-measures-report.server.ts";

const { plant, deps, availableAt } = openReportPlant();

describe("a report of measures", () => {
  it("has a row a step in the facility's time, units in its header and no formula", async () => {
    const file = await makeMeasuresReport(
      deps(),
      measures(plant.machines.limited, {
        metrics: ["machine_speed", "order_number", "silent"],
        format: "csv" as const,
        hasMark: true,
        shown,
      }),
    );
    expect(file).toMatchObject({ name: "helios-report.csv", type: "text/csv" });
    const text = await textOf(file);
    expect(text.startsWith("\uFEFFtime,machine_speed (rpm),order_number,silent\r\n")).toBe(true);
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({
      time: expect.stringMatching(/T\d\d:40:00-\d\d:00$/) as string,
      "machine_speed (rpm)": "40.1",
      order_number: "'=A-40",
      silent: "",
    });
    expect(Date.parse(rows[0]?.["time"] ?? "")).toBe(LAST_20.startMs);
  });

  it("says its units in the reader's language", async () => {
    const headerIn = async (units: typeof english.units | typeof spanish.units) =>
      (
        await textOf(
          await makeMeasuresReport(
            deps(plant.superuser),
            measures(plant.machines.none, { metrics: ["machine_speed", "sheets_per_hour"], units }),
          ),
        )
      ).split("\r\n")[0];
    expect([await headerIn(english.units), await headerIn(spanish.units)]).toEqual([
      "time,machine_speed (rpm),sheets_per_hour (sheets/h)",
      "time,machine_speed (rpm),sheets_per_hour (láminas/h)",
    ]);
  });

  it("finds by one question where the values of a long range begin", async () => {
    const endMs = NOW;
    const beginMs = endMs - 3 * DAY_MS;
    const late = {
      values: (query: Ask & { deviceId: number }) => {
        plant.asked.push(query);
        const width = (query.endMs - query.startMs) / query.buckets;
        const values = Array.from({ length: query.buckets }, (_, index) =>
          query.startMs + (index + 1) * width > beginMs ? 1 : null,
        );
        return Promise.resolve({ machine_speed: values });
      },
    };
    const rows = await rowsOf(
      await makeMeasuresReport(
        { ...deps(plant.superuser), series: late },
        measures(plant.machines.none, {
          startMs: endMs - 1800 * DAY_MS,
          endMs,
          granularity: "minute",
        }),
      ),
    );
    expect(rows).toHaveLength(3 * 24 * 60);
    expect(Date.parse(rows[0]?.["time"] ?? "")).toBe(beginMs);
    expect(plant.asked.length).toBeLessThan(5);
  });

  it("asks for a bounded number of values at a time, and reads on only when the file is taken", async () => {
    const metrics = Array.from({ length: 25 }, (_, index) => `m${index}`);
    const file = await makeMeasuresReport(
      deps(),
      measures(plant.machines.limited, {
        metrics,
        startMs: NOW - 7 * DAY_MS,
        granularity: "minute",
      }),
    );
    // The first rows say that there are any: nothing of the rest is read for the first byte.
    expect(plant.asked).toHaveLength(1);
    await file?.chunks.next();
    await file?.chunks.next();
    expect(plant.asked.length).toBeLessThan(4);
    expect((await textOf(file)).length).toBeGreaterThan(1_000_000);
    for (const { buckets } of plant.asked) expect(buckets * 25).toBeLessThanOrEqual(VALUES_AT_ONCE);
  });

  it.each(FORMATS)("is never in memory as a whole: %s", async (format) => {
    const metrics = Array.from({ length: 25 }, (_, index) => `m${index}`);
    const file = await makeMeasuresReport(
      deps(plant.superuser),
      measures(plant.machines.none, {
        metrics,
        format,
        startMs: NOW - 21 * DAY_MS,
        granularity: "minute",
      }),
    );
    const read = () => plant.asked.reduce((sum, { buckets }) => sum + buckets * metrics.length, 0);
    let [most, largest, before] = [0, 0, read()];
    for await (const piece of file?.chunks ?? []) {
      most = Math.max(most, read() - before);
      largest = Math.max(largest, Buffer.byteLength(piece));
      before = read();
    }
    expect(read()).toBeGreaterThanOrEqual(21 * 24 * 60 * metrics.length);
    // Values that are read until a piece is handed over are those in memory; a piece is bytes of as many at most.
    expect(most).toBeLessThanOrEqual(GROUP_CELLS + VALUES_AT_ONCE);
    expect(largest).toBeLessThan(1_000_000);
  });

  it.each(FORMATS)("gives the memory of what it has written back at once: %s", async (format) => {
    const metrics = Array.from({ length: 25 }, (_, index) => `m${index}`);
    const given: Float64Array[] = [];
    let [questions, kept] = [0, 0];
    const series = {
      values({ buckets }: Ask & { deviceId: number }) {
        questions++;
        kept = Math.max(kept, given.filter(({ length }) => length > 0).length);
        const columns = metrics.map((_, index) => new Float64Array(buckets).fill(index));
        given.push(...columns);
        return Promise.resolve(Object.fromEntries(metrics.map((name, at) => [name, columns[at]!])));
      },
    };
    const file = await makeMeasuresReport(
      { ...deps(plant.superuser), series },
      measures(plant.machines.none, {
        metrics: [...metrics, "m0"],
        format,
        startMs: NOW - 7 * DAY_MS,
        granularity: "minute",
      }),
    );
    for await (const piece of file?.chunks ?? []) expect(piece.length).toBeGreaterThan(0);
    expect(questions).toBeGreaterThan(6);
    // Of the first questions one may be for the kind of columns, which is not a block of rows.
    expect(kept).toBeLessThanOrEqual(2 * metrics.length);
  });

  it.each(FORMATS)("has a column of its own for a tag that is called time: %s", async (format) => {
    const [row = {}] = await cellsOf(
      await makeMeasuresReport(
        { ...deps(), recorder: () => ({ metrics: () => Promise.resolve(["time", "_Time"]) }) },
        measures(plant.machines.unlimited, { metrics: ["time", "_Time"], format }),
      ),
    );
    expect(Object.keys(row)).toEqual(["time", "_time", "__Time"]);
    expect(Number(row["_time"])).toBe(40.1);
  });

  it("keeps steps in which nothing held as rows without values", async () => {
    const startMs = Date.UTC(2026, 10, 18, 14, 55);
    const rows = await rowsOf(
      await makeMeasuresReport(
        deps(plant.superuser),
        measures(plant.machines.none, { startMs, endMs: startMs + 20 * MINUTE_MS }),
      ),
    );
    expect(rows.map((row) => row["machine_speed (rpm)"]).slice(9, 12)).toEqual(["4.1", "", "6.1"]);
  });

  it("is refused without the tier, beyond its ranges and its number of tags", async () => {
    const refused = (device: number, more: object = {}, actor = plant.admin) =>
      makeMeasuresReport(deps(actor), measures(device, more)).then(
        () => null,
        (error: { code: string }) => error.code,
      );
    const metrics = Array.from({ length: 26 }, (_, index) => `m${index}`);
    const custom = { startMs: NOW - 3 * DAY_MS, endMs: NOW - 2 * DAY_MS };
    expect([
      await refused(plant.machines.none),
      await refused(plant.machines.limited, custom),
      await refused(plant.machines.limited, { startMs: NOW, endMs: NOW + 2 * DAY_MS }),
      await refused(plant.machines.limited, { metrics }),
      await refused(plant.machines.limited, {
        metrics: ["a", "b", "c", "d"],
        startMs: NOW - 365 * DAY_MS,
        granularity: "second",
      }),
      await refused(plant.machines.limited, { metrics: ["kiwiplan_order_number"] }),
      await refused(987654),
    ]).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
      "validation_failed",
      "validation_failed",
      "forbidden",
      "not_found",
    ]);
    expect(await availableAt(plant.machines.limited)).toBeNull();
    expect([
      await refused(plant.machines.unlimited, { startMs: NOW, endMs: NOW + 2 * DAY_MS }),
      await refused(
        plant.machines.none,
        { startMs: NOW, endMs: NOW + 2 * DAY_MS },
        plant.superuser,
      ),
    ]).toEqual(["validation_failed", "validation_failed"]);
    expect([
      await refused(plant.machines.unlimited, custom),
      await refused(plant.machines.unlimited, { metrics }),
      await refused(plant.machines.none, { metrics, ...custom }, plant.superuser),
    ]).toEqual([null, null, null]);
  });

  it("is refused for names that nobody knows, before it takes the turn, and not for those that Helios knows", async () => {
    const make = (...metrics: string[]) =>
      makeMeasuresReport(deps(), measures(plant.machines.limited, { metrics }));
    const unknown = Array.from({ length: 7 }, (_, index) => `no_such_${index}`);
    await expect(make("machine_speed", ...unknown)).rejects.toMatchObject({
      code: "validation_failed",
      fields: {
        metrics: [{ code: "metrics_unknown", names: unknown.slice(0, 5).join(", ") }],
      },
    });
    expect(plant.asked).toEqual([]);
    expect(await availableAt(plant.machines.limited)).toBeNull();
    expect(await make("sheets_per_hour", "order_number", "m1_upper")).not.toBeNull();
  });

  it("ends now where the day that was asked for does not end yet, and is none of hours to come", async () => {
    const hour = 60 * MINUTE_MS;
    const rows = await rowsOf(
      await makeMeasuresReport(
        deps(plant.superuser),
        measures(plant.machines.none, {
          startMs: NOW - hour,
          endMs: NOW + hour,
          granularity: "minute",
        }),
      ),
    );
    expect(rows).toHaveLength(60);
    await expect(
      makeMeasuresReport(
        deps(plant.superuser),
        measures(plant.machines.none, { startMs: NOW + MINUTE_MS, endMs: NOW + hour }),
      ),
    ).rejects.toMatchObject({ fields: { end_time: [{ code: "future" }] } });
  });

  it("of a limited tier is taken from a clock that is a minute fast, also when its day ends then", async () => {
    const midnight = Date.parse("2026-11-20T06:00:00Z");
    const file = await makeMeasuresReport(
      deps(plant.admin, midnight - 1),
      measures(plant.machines.limited, {
        startMs: midnight - 19 * MINUTE_MS,
        endMs: midnight + 5000,
      }),
    );
    expect(file).not.toBeNull();
  });

  it.each(FORMATS)(
    "shows samples in place of a customer's orders in demo mode: %s",
    async (format) => {
      const rows = await cellsOf(
        await makeMeasuresReport(
          deps(plant.superuser),
          measures(plant.machines.none, {
            ...{ metrics: ["order_number"], format },
            sampleOf: demoReport({ words, order: 1, ownId: 0 }).sampleOf,
          }),
        ),
      );
      const orders = new Set(rows.map((row) => row["order_number"]));
      expect([...orders].map(String).filter((order) => order.includes("A-"))).toEqual([]);
      expect(orders.size).toBeLessThanOrEqual(2);
      expect(orders).toContain(sampleValue("order_number", 1));
    },
  );
});
