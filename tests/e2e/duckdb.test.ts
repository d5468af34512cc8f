/** Sealed hours are ordinary Parquet: DuckDB reads from them what /v1/telemetry_timeseries answers. */
import { DuckDBInstance } from "@duckdb/node-api";
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createSampler,
  listDevices,
  postBatch,
  readSeries,
  signIn,
  type Frame,
} from "#tests/api.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
const HOURS = 2;
const SCAN_MS = 2_000;
const SCANS_PER_BATCH = 300;

const TAGS: Record<string, (scan: number) => number | boolean | string | null> = {
  machine_speed: (scan: number) => Math.round(1800 + 200 * Math.sin(scan / 40)) / 10,
  sheet_count: (scan: number) => 120_000 + scan * 3,
  drive_temperature: (scan: number) => 41 + Math.sin(scan / 7) / 3,
  jam_detected: (scan: number) => scan % 97 === 0,
  order_number: (scan: number) => (scan % 5 === 0 ? `A-${Math.floor(scan / 500)}` : null),
  machine_state: (scan: number) => (scan % 600 < 450 ? "running_and_feeding" : "ready_in_setup"),
};
/** The last one is derived by Helios. */
const METRICS = [...Object.keys(TAGS), "machine_running"];

const dataDir = demoDataDir();
const folder = join(dataDir, "exported");
const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (HOURS + 1) * HOUR_MS;
const answers = new Map<string, [number, number | string][]>();
let deviceId: number;
let files: string[] = [];

beforeAll(async () => {
  const helios = await startHelios({ dataDir });
  try {
    const token = await signIn(helios.origin, "superuser@helios.example");
    const [device] = await listDevices(helios.origin, token);
    if (!device) throw new Error("the demo fleet is empty");
    deviceId = device.id;
    const { key } = await createSampler(helios.origin, token, deviceId);
    const scans = (HOURS * HOUR_MS) / SCAN_MS;
    for (let scan = 0; scan < scans; scan += SCANS_PER_BATCH)
      await postBatch(helios.origin, key, [frameOf(scan)]);
    await waitUntilSealed();
    for (const metric of METRICS)
      answers.set(metric, await readMetric(helios.origin, token, metric));
  } finally {
    await helios.stop();
  }
  files = await exportSegments();
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function frameOf(firstScan: number): Frame {
  const scans = Array.from({ length: SCANS_PER_BATCH }, (_, index) => firstScan + index);
  return {
    times: scans.map((scan) => startMs + scan * SCAN_MS),
    tags: Object.fromEntries(
      Object.entries(TAGS).map(([tag, valueAt]) => [tag, scans.map(valueAt)]),
    ),
  };
}

/** The recorder tells the log of each hour that it sealed. */
async function waitUntilSealed(): Promise<void> {
  const sealed = () =>
    readFileSync(join(dataDir, "helios.log"), "utf8").match(/"event":"recorder_sealed"/g)?.length ??
    0;
  for (const until = Date.now() + GIVE_UP_MS; sealed() < HOURS; await sleep(500)) {
    if (Date.now() > until)
      throw new Error(`${sealed()} of ${HOURS} hours sealed within ${GIVE_UP_MS / 1000} s`);
  }
}

async function readMetric(
  origin: string,
  token: string,
  metric: string,
): Promise<[number, number | string][]> {
  const points = [];
  for (let from = startMs; from < startMs + HOURS * HOUR_MS; from += HOUR_MS) {
    points.push(
      ...(await readSeries(origin, token, deviceId, metric, from, from + HOUR_MS, 5_000)),
    );
  }
  return points.map(({ time, value }) => [Date.parse(time), value as number | string]);
}

/** The machine's objects out of the stopped Helios' R2, as files. */
async function exportSegments(): Promise<string[]> {
  const options = {
    modules: true as const,
    script: "export default { fetch: () => new Response() };",
    r2Buckets: { SERIES: "helios-series" },
  };
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions(options),
    resourcePersistencePath: dataDir,
  });
  try {
    const bucket = await miniflare.getR2Bucket("SERIES");
    const { objects } = await bucket.list({ prefix: `raw/${deviceId}/` });
    const paths = [];
    for (const { key } of objects) {
      const path = join(folder, key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, new Uint8Array(await (await bucket.get(key))!.arrayBuffer()));
      paths.push(path);
    }
    return paths;
  } finally {
    await miniflare.dispose();
  }
}

test("one segment per hour lies in R2", () => {
  expect(files).toHaveLength(HOURS);
});

test.each(METRICS)("DuckDB reads of %s what the API answers", async (metric) => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  try {
    const value = metric === "order_number" ? `"${metric}"` : `"${metric}"::DOUBLE`;
    const from = `read_parquet('${folder}/raw/**/*.parquet', union_by_name = true)`;
    const rows = await connection.runAndReadAll(
      `SELECT epoch_ms(time)::DOUBLE, ${value} FROM ${from} WHERE "${metric}" IS NOT NULL ORDER BY time`,
    );
    const answered = answers.get(metric);
    expect(answered?.length).toBeGreaterThan(0);
    expect(rows.getRows()).toEqual(answered);
  } finally {
    connection.closeSync();
  }
});
