import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { openDb } from "#app/db/client.server.ts";
import {
  devices,
  downtimePredictions,
  machineDays,
  predictionModels,
} from "#app/db/schema/index.ts";
import { FEATURES } from "#app/domain/prediction/features.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import type { JobsEnv } from "#app/platform/env.ts";
import jobs from "./index.ts";

const jobsEnv = env as unknown as JobsEnv;
const db = openDb(jobsEnv.DB);
const MINUTE = 60_000;
const FEEDING = 4;
let deviceId: number;

/** A recorder that heard its machine feeding each minute of the last two days, all of it still in memory. */
async function hearMachine(id: number): Promise<void> {
  const now = Date.now();
  const times = Float64Array.from(
    { length: 48 * 60 },
    (_, minute) => now - (48 * 60 - minute) * MINUTE,
  );
  const machine_state = { kind: "number", times, values: times.map(() => FEEDING) };
  const states = [{ timeMs: times[0], code: FEEDING }];
  const snapshot = {
    files: [],
    rollups: {},
    tail: { machine_state },
    snapMs: 0,
    samplesFromMs: -Infinity,
    states,
    targetSheetsPerHour: null,
    more: null,
  };
  const recorder = jobsEnv.RECORDER.getByName(recorderName(id)) as unknown as {
    setSeries(names: string[], told: unknown): Promise<void>;
  };
  await recorder.setSeries(["machine_state"], snapshot);
}

beforeAll(async () => {
  const createdAt = Date.now();
  const machine = {
    serialNumber: "S-1",
    name: "FFG 1",
    make: "Sun" as const,
    model: "Sun625",
    createdAt,
  };
  deviceId = (await db.insert(devices).values(machine).returning())[0]!.id;
  const model = {
    features: [...FEATURES],
    means: FEATURES.map(() => 0),
    scales: FEATURES.map(() => 1),
    weights: [0, ...FEATURES.map(() => 0)],
  };
  await db
    .insert(predictionModels)
    .values({ make: "Sun", status: "ready", model, report: { days: 30 }, trainedAt: createdAt });
  await hearMachine(deviceId);
});

it("the regular run asks the machines' recorders and stores what it tells of them", async () => {
  await jobs.scheduled(createScheduledController({ cron: "*/5 * * * *" }), jobsEnv);
  expect(await db.select().from(downtimePredictions)).toMatchObject([
    { deviceId, prediction: 0.5, horizonMinutes: 240, reason: null },
  ]);
  const days = await db.select().from(machineDays);
  expect(days.length).toBeGreaterThan(20);
  const yesterday = days.reduce((newest, day) => (day.day > newest.day ? day : newest));
  expect(yesterday.hours.at(-1)!.slice(0, 3)).toEqual([60, 60, 60]);
});
