/**
 * A report and analytics are asked the same question, of a recorder with real files: the values are the same doubles; and
 * a report's uptime is that of the gauge and the machine's overview.
 */
import { parse } from "csv-parse/sync";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { Granularity } from "#app/domain/series/granularity.ts";
import { readAverages } from "#app/features/dashboard/load-fleet-averages.server.ts";
import { loadMachineHealth } from "#app/features/machines/load-machine-health.server.ts";
import { getTelemetryTimeseries } from "#app/features/series/get-telemetry-timeseries.server.ts";
import { glossary } from "#app/locales/en/glossary.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createMachine, createUser } from "#tests/factories/people.ts";
import { textOf } from "#tests/factories/reports.ts";
import { recorderBench } from "#workers/ingest/recorder/testing/recorder-bench.ts";
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

it("a report's means are those of analytics to the last digit, as samples came and rolled up", async () => {
  const bench = recorderBench(START);
  for (let hour = 0; hour < HOURS; hour++) {
    // Silent for an hour of each seven.
    const times = [
      ...new Set(
        Array.from({ length: hour % 7 === 3 ? 0 : 200 }, () =>
          Math.floor(START + hour * HOUR_MS + random() * HOUR_MS),
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
  const depsNow = () => ({
    ...{ db: db(), actor, now: bench.nowMs(), series: bench.reader },
    recorder: () => ({ metrics: () => Promise.resolve(bench.recorder().metrics()) }),
  });
  const rowsOf = async (
    metrics: string[],
    startMs: number,
    endMs: number,
    granularity: Granularity,
  ) => {
    const report = await makeMeasuresReport(depsNow(), {
      ...{ device, metrics, startMs, endMs, granularity },
      format: "csv",
      hasMark: false,
      units: glossary.units,
    });
    const [, ...rows] = parse(await textOf(report), { bom: true }) as string[][];
    return rows;
  };
  const ask = async (startMs: number, endMs: number, granularity: Granularity, steps: number) => {
    const deps = depsNow();
    const rows = await rowsOf(METRICS, startMs, endMs, granularity);
    const { points } = await getTelemetryTimeseries(deps, {
      device,
      metrics: METRICS,
      startMs,
      endMs,
      datapoints: steps,
    });
    const inReport = rows.flatMap(([time = "", ...cells]) =>
      METRICS.flatMap((metric, index) =>
        cells[index] === "" ? [] : [`${Date.parse(time)} ${metric} ${Number(cells[index])}`],
      ),
    );
    const inAnalytics = METRICS.flatMap((metric) =>
      (points[metric] ?? []).flatMap(({ timeMs, value }) =>
        value === null ? [] : [`${timeMs} ${metric} ${Number(value)}`],
      ),
    );
    expect(inReport.length).toBeGreaterThan(steps);
    expect(inReport.sort()).toEqual(inAnalytics.sort());
  };
  /** Of hours in which the state is always known, so that they weigh the same. */
  const askUptime = async () => {
    const [startMs, endMs] = [START + 5 * HOUR_MS, START + 9 * HOUR_MS];
    const rows = await rowsOf(["machine_running"], startMs, endMs, "hour");
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
