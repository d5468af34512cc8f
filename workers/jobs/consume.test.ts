import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createFacility, createMachine } from "#tests/factories/people.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { JobMessage } from "#app/domain/jobs.ts";
import { consume } from "./consume.ts";

const db = openTestDb();
let deviceId: number;
let configured: RecorderConfig[];
/** Of the settings that the recorder has. */
let has: number | null;
let isAway: boolean;

beforeAll(async () => {
  deviceId = (
    await createMachine(db(), {
      facilityId: await createFacility(db(), await createCustomer(db()), "America/Denver"),
    })
  ).id;
});
beforeEach(() => {
  configured = [];
  has = null;
  isAway = false;
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

/** drizzle keeps the D1 that it was opened with. */
const d1Of = (opened: unknown): D1Database => (opened as { $client: D1Database }).$client;
const message = (body: unknown, attempts = 1) => ({
  body: body as JobMessage,
  attempts,
  ack: vi.fn(),
  retry: vi.fn(),
});
const push = (id: number, attempts?: number) =>
  message({ type: "push_recorder_config", deviceId: id }, attempts);
const run = (...jobs: ReturnType<typeof message>[]) => {
  const recorder = {
    configure: async (config: RecorderConfig) => {
      if (isAway) throw new Error("away");
      configured.push(config);
      has = config.version;
    },
    configVersion: async () => has,
  };
  return consume(
    {
      DB: d1Of(db()),
      RECORDER: { getByName: () => recorder },
      HELIOS_MODE: "local",
      CLOCK_OFFSET_MS: "0",
    } as never,
    jobs,
  );
};

it("tells the machine's recorder what D1 says", async () => {
  const job = push(deviceId);
  await run(job);
  expect(configured).toMatchObject([
    { deviceId, version: 1, timezone: "America/Denver", samplers: [] },
  ]);
  expect(job.ack).toHaveBeenCalledOnce();
});

it("leaves a recorder alone that has these settings, or newer ones", async () => {
  const jobs = [push(deviceId), push(deviceId), push(deviceId)];
  await run(...jobs);
  expect(configured).toMatchObject([{ deviceId, version: 1 }]);
  has = 7;
  await run(push(deviceId));
  expect(configured).toHaveLength(1);
  has = 0;
  await run(push(deviceId));
  expect(configured).toHaveLength(2);
  expect(jobs.map((job) => job.ack.mock.calls.length)).toEqual([1, 1, 1]);
});

it("has done its work when the machine is gone", async () => {
  const job = push(987_654);
  await run(job);
  expect(configured).toEqual([]);
  expect(job.ack).toHaveBeenCalledOnce();
});

it("is tried again later and later while the recorder is away", async () => {
  isAway = true;
  const jobs = [push(deviceId, 1), push(deviceId, 3), push(deviceId, 99)];
  await run(...jobs);
  expect(jobs.map((job) => job.retry.mock.calls[0]?.[0])).toEqual([
    { delaySeconds: 2 },
    { delaySeconds: 60 },
    { delaySeconds: 900 },
  ]);
  expect(jobs.every((job) => job.ack.mock.calls.length === 0)).toBe(true);
});

it("that nobody knows does not keep the others from being done", async () => {
  const jobs = [message({ type: "fly" }), message(null), push(deviceId)];
  await run(...jobs);
  expect(jobs.map((job) => job.ack.mock.calls.length)).toEqual([0, 0, 1]);
});
