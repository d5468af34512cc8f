/**
 * A report and analytics are asked the same question, of a recorder with real files: the values are the same doubles; and
 * a report's uptime is that of the gauge and the machine's overview.
 */
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { readSheet } from "read-excel-file/node";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { Granularity } from "#app/domain/series/granularity.ts";
import { readAverages } from "#app/features/dashboard/load-fleet-averages.server.ts";
import { loadMachineHealth } from "#app/features/machines/load-machine-health.server.ts";
import { getTelemetryTimeseries } from "#app/features/series/get-telemetry-timeseries.server.ts";
import { glossary } from "#app/locales/en/glossary.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
} from "#tests/factories/people.ts";
import { bytesOf, textOf } from "#tests/factories/reports.ts";
import {
  recorderBench,
  type RecorderBench,
} from "#workers/ingest/recorder/testing/recorder-bench.ts";
import type { ReportFormat } from "./files/report-table.ts";
import { makeMeasuresReport } from "./make-measures-report.server.ts";

const START = Date.UTC(2026, 2, 30, 21);
const HOURS = 30;
const METRICS = ["machine_speed", "bearing_temp", "machine_state"];
const db = openTestDb();
let actor: Actor;
let device: string;

let seed = 11;
const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

beforeAll(async () => {
  device = String((await createMachine(db(), { facilityId: null })).id);
  ({ actor } = await createUser(db(), { role: "superuser" }));
});

/** A recorder with the samples of so many hours. */
async function benchOf(startMs: number, hours: number): Promise<RecorderBench> {
  const bench = recorderBench(startMs);
  for (let hour = 0; hour < hours; hour++) {
    // Silent for an hour of each seven.
    const times = [
      ...new Set(
        Array.from({ length: hour % 7 === 3 ? 0 : 200 }, () =>
          Math.floor(startMs + hour * HOUR_MS + random() * HOUR_MS),
        ),
      ),
    ].sort((a, b) => a - b);
    bench.advance(HOUR_MS);
    if (times.length > 0)
      await bench.post([
        {
          times,
          tags: {
            machine_speed: times.map(() => Math.round(random() * 2000) / 10),
            bearing_temp: times.map(() => random() * 80),
            machine_state: times.map(() => Math.floor(random() * 5)),
          },
        },
      ]);
    await bench.settle();
  }
  return bench;
}

type Asked = {
  device: string;
  metrics: string[];
  startMs: number;
  endMs: number;
  granularity: Granularity;
};
const depsOf = (bench: RecorderBench) => ({
  ...{ db: db(), actor, now: bench.nowMs(), series: bench.reader, waitUntil: () => {} },
  recorder: () => ({ metrics: () => Promise.resolve(bench.recorder().metrics()) }),
});
const makeOf = (bench: RecorderBench, asked: Asked, format: ReportFormat) =>
  makeMeasuresReport(depsOf(bench), { ...asked, format, hasMark: false, units: glossary.units });
async function rowsOf(bench: RecorderBench, asked: Asked): Promise<string[][]> {
  const [, ...rows] = parse(await textOf(await makeOf(bench, asked, "csv")), {
    bom: true,
  }) as string[][];
  return rows;
}

const inReport = (rows: string[][], metrics: string[]): string[] =>
  rows.flatMap(([time = "", ...cells]) =>
    metrics.flatMap((metric, index) =>
      cells[index] === "" ? [] : [`${Date.parse(time)} ${metric} ${Number(cells[index])}`],
    ),
  );
async function inAnalytics(
  bench: RecorderBench,
  { device, metrics, startMs, endMs }: Omit<Asked, "granularity">,
  datapoints: number,
): Promise<string[]> {
  const asked = { device, metrics, startMs, endMs, datapoints };
  const { points } = await getTelemetryTimeseries(depsOf(bench), asked);
  return metrics.flatMap((metric) =>
    (points[metric] ?? []).flatMap(({ timeMs, value }) =>
      value === null ? [] : [`${timeMs} ${metric} ${Number(value)}`],
    ),
  );
}

it("a report's means are those of analytics to the last digit, as samples came and rolled up", async () => {
  const bench = await benchOf(START, HOURS);
  const ask = async (startMs: number, endMs: number, granularity: Granularity, steps: number) => {
    const asked = { device, metrics: METRICS, startMs, endMs, granularity };
    const reported = inReport(await rowsOf(bench, asked), METRICS);
    expect(reported.length).toBeGreaterThan(steps);
    expect(reported.sort()).toEqual((await inAnalytics(bench, asked, steps)).sort());
  };
  /** Of hours in which the state is always known, so that they weigh the same. */
  const askUptime = async () => {
    const [startMs, endMs] = [START + 5 * HOUR_MS, START + 9 * HOUR_MS];
    const asked = { device, metrics: ["machine_running"], startMs, endMs };
    const rows = await rowsOf(bench, { ...asked, granularity: "hour" });
    const hours = rows.map(([, value]) => Number(value));
    expect(hours).toHaveLength(4);
    const deps = { series: bench.reader, now: endMs };
    const gauge = await readAverages(deps, Number(device), "4hr");
    const overview = await loadMachineHealth(deps, Number(device));
    expect(overview.trends.machine_running).toEqual(hours);
    const mean = hours.reduce((sum, value) => sum + value, 0) / hours.length;
    expect(mean).toBeGreaterThan(0);
    for (const uptime of [gauge.uptime, overview.uptime]) expect(uptime).toBeCloseTo(mean, 12);
  };
  for (const waitMs of [0, HOUR_MS, 5 * DAY_MS]) {
    bench.advance(waitMs);
    await bench.settle();
    await ask(START, START + 24 * HOUR_MS, "hour", 24);
    await ask(START + 4 * HOUR_MS, START + 6 * HOUR_MS, "minute", (2 * HOUR_MS) / MINUTE_MS);
    await askUptime();
  }
});

/** Each within a day and a half: clocks that go back and forward by an hour and by half an hour, and one that shows half hours. */
const CLOCKS = [
  [
    "America/Chicago",
    "2026-11-01T01:00:00-05:00 2026-11-01T01:00:00-06:00",
    Date.UTC(2026, 9, 31, 22),
  ],
  [
    "America/Chicago",
    "2026-03-08T01:00:00-06:00 2026-03-08T03:00:00-05:00",
    Date.UTC(2026, 2, 7, 22),
  ],
  [
    "Australia/Lord_Howe",
    "2026-04-05T01:00:00+11:00 2026-04-05T01:30:00+10:30",
    Date.UTC(2026, 3, 4, 4),
  ],
  [
    "Australia/Lord_Howe",
    "2026-10-04T01:00:00+10:30 2026-10-04T02:30:00+11:00",
    Date.UTC(2026, 9, 3, 4, 30),
  ],
  [
    "Asia/Kolkata",
    "2026-11-01T02:00:00+05:30 2026-11-01T03:00:00+05:30",
    Date.UTC(2026, 9, 31, 20, 30),
  ],
] as const;

it.each(CLOCKS)(
  "hours follow the clock, are those of analytics, and the same in each file: in %s, %s",
  async (timezone, around, startMs) => {
    const bench = await benchOf(startMs, 18);
    const facilityId = await createFacility(db(), await createCustomer(db()), timezone);
    const machine = String((await createMachine(db(), { facilityId })).id);
    const endMs = startMs + 18 * HOUR_MS;
    const asked = {
      device: machine,
      metrics: METRICS,
      startMs,
      endMs,
      granularity: "hour" as const,
    };
    const rows = await rowsOf(bench, asked);
    const times = rows.map(([time = ""]) => time);
    expect(times.join(" ")).toContain(around);
    // Each step ends where the next begins; its time is that moment, whatever the clock showed.
    const begins = [...times.map((time) => Date.parse(time)), endMs];
    expect(begins[0]).toBe(startMs);
    const lengths = begins.slice(1).map((to, index) => to - (begins[index] as number));
    // Analytics have steps of one length: a question for each run of steps that are as long.
    const analytics: string[] = [];
    for (let from = 0, to = 1; from < lengths.length; from = to, to = from + 1) {
      const stepMs = lengths[from] as number;
      expect([HOUR_MS, HOUR_MS / 2]).toContain(stepMs);
      while (to < lengths.length && lengths[to] === stepMs) to++;
      const run = { startMs: begins[from] as number, endMs: begins[to] as number };
      analytics.push(...(await inAnalytics(bench, { ...asked, ...run }, to - from)));
    }
    expect(inReport(rows, METRICS).sort()).toEqual(analytics.sort());

    const workbook = await readSheet(await bytesOf(await makeOf(bench, asked, "xlsx")));
    expect(
      workbook.slice(1).map(([time, ...cells]) => [
        // Its reader drops the last fraction of a millisecond of a number of days.
        new Date(Math.round(Number(time as unknown as Date) / 1000) * 1000)
          .toISOString()
          .slice(0, 19),
        ...cells.map((cell) => (cell === null ? "" : String(cell as number))),
      ]),
    ).toEqual(rows.map(([time = "", ...cells]) => [time.slice(0, 19), ...cells]));
    const parquet = await parquetReadObjects({
      file: Uint8Array.from(await bytesOf(await makeOf(bench, asked, "parquet"))).buffer,
    });
    expect(
      parquet.map(({ time, ...cells }) => [
        (time as Date).getTime(),
        ...METRICS.map((metric) => (cells[metric] === null ? "" : String(cells[metric]))),
      ]),
    ).toEqual(rows.map(([time = "", ...cells]) => [Date.parse(time), ...cells]));
  },
);
