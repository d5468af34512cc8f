import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env as testEnv } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { openDb } from "#app/db/client.server.ts";
import { alarmJournal, alarms, devices } from "#app/db/schema/index.ts";
import { TURN_EVERY_MS } from "#app/domain/alarms/silence.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { encodeBatch } from "#app/domain/series/batch.ts";
import {
  recorderName,
  type IngestRequest,
  type RecorderConfig,
} from "#app/domain/series/recorder-port.ts";
import type { IngestEnv } from "#app/platform/env.ts";
import type { DeviceRecorder } from "./device-recorder.ts";

const env = testEnv as unknown as IngestEnv;
const db = openDb(env.DB);
const KEY_HASH = "k".repeat(64);
const CONFIG: Omit<RecorderConfig, "deviceId"> = {
  ...{ version: 1, timezone: "UTC", targetSheetsPerHour: null },
  samplers: [
    { id: 7, onlyMappedTags: false, keys: [{ hash: KEY_HASH, expiresAtMs: null }], mappings: {} },
  ],
};
let deviceId: number;
const recorder = () => env.RECORDER.getByName(recorderName(deviceId));
const rule = { tag_name: "compensator_current", period: 20_000, comp: ">" as const, threshold: 12 };

const requestOf = (timeMs: number, value: number): IngestRequest => {
  const { bytes } = encodeBatch([{ times: [timeMs], tags: { compensator_current: [value] } }]);
  return {
    samplerId: 7,
    keyHash: KEY_HASH,
    batchId: "b",
    batch: bytes,
    buffered: 0,
    dropped: 0,
  };
};
const post = (timeMs: number, value: number) => recorder().ingest(requestOf(timeMs, value));
/** What the recorder does while its clock stands at `atMs`, however long that takes here. */
const withClockAt = (
  atMs: number,
  act: (instance: DeviceRecorder, storage: DurableObjectStorage) => Promise<unknown>,
) =>
  runInDurableObject(
    recorder() as unknown as DurableObjectStub<DeviceRecorder>,
    async (instance: DeviceRecorder, { storage }) => {
      // It stands still: what is read twice in one call is one moment.
      vi.useFakeTimers({ toFake: ["Date"], now: atMs });
      try {
        await act(instance, storage);
      } finally {
        vi.useRealTimers();
      }
    },
  );
const state = async () => {
  const [row] = await db.select().from(alarms);
  return { inAlarm: row!.inAlarm, triggeredAt: row!.triggeredAt };
};

beforeAll(async () => {
  const machine = {
    serialNumber: "ALARMED",
    name: "FFG 1",
    make: "Sun" as const,
    model: "Sun625",
    createdAt: 1,
  };
  deviceId = (await db.insert(devices).values(machine).returning())[0]!.id;
  const kind = "value_threshold_for_time_period_in_state" as const;
  const row = {
    deviceId,
    name: "Over current",
    function: kind,
    arguments: rule,
    inAlarm: false,
    createdAt: 1,
  };
  const [alarm] = await db.insert(alarms).values(row).returning();
  const config: RecorderConfig = {
    ...CONFIG,
    deviceId,
    alarms: [{ id: alarm!.id, function: kind, arguments: rule, inAlarm: false }],
  };
  await recorder().configure(config);
});

it("what a sampler posts begins an alarm in D1 and ends it, over a wake between", async () => {
  const now = Date.now();
  await post(now - 40_000, 13);
  await post(now - 30_000, 13);
  expect((await state()).inAlarm).toBe(false);
  await evictDurableObject(recorder() as unknown as DurableObjectStub);
  await post(now - 20_000, 14);
  await expect.poll(state).toEqual({ inAlarm: true, triggeredAt: now - 20_000 });
  await post(now - 10_000, 11);
  await expect.poll(state).toEqual({ inAlarm: false, triggeredAt: now - 20_000 });
});

it("a silence is found by the recorder's own alarm when nothing comes, told once, and ended by a batch", async () => {
  const kind = "no_data_for_time_period" as const;
  // Shorter than the contract allows, so that nobody waits for it.
  const silent = { tag_name: "", source: "sampler" as const, sampler_id: 7, period: 1_000 };
  const row = { deviceId, name: "Silent", function: kind, arguments: silent, createdAt: 1 };
  const { id } = (await db.insert(alarms).values(row).returning())[0]!;
  const isOn = async () =>
    (await db.select().from(alarms).where(eq(alarms.id, id))).map(({ inAlarm }) => inAlarm)[0];
  const told = async () =>
    (await db.select().from(alarmJournal).where(eq(alarmJournal.alarmId, id))).map(
      (line) => line.kind,
    );
  await recorder().configure({
    ...CONFIG,
    version: 2,
    deviceId,
    alarms: [{ id, function: kind, arguments: silent, inAlarm: false, definedAtMs: Date.now() }],
  });
  await expect.poll(isOn).toBe(true);
  await evictDurableObject(recorder() as unknown as DurableObjectStub);
  await recorder().listen(2, TURN_EVERY_MS);
  await recorder().listen(2, TURN_EVERY_MS);
  expect(await told()).toEqual(["raised"]);
  const now = Date.now();
  // Heard and judged in one moment: a second is over quickly.
  await withClockAt(now, (instance) => instance.ingest(requestOf(now, 1)));
  await expect.poll(told).toContain("cleared");
});

it("a silence is found by the regular job alone where the recorder's own alarm never comes, told once, and ended by a batch", async () => {
  const kind = "no_data_for_time_period" as const;
  const silent = { tag_name: "", source: "sampler" as const, sampler_id: 7, period: HOUR_MS };
  const row = { deviceId, name: "Silent", function: kind, arguments: silent, createdAt: 1 };
  const { id } = (await db.insert(alarms).values(row).returning())[0]!;
  const told = async () =>
    (await db.select().from(alarmJournal).where(eq(alarmJournal.alarmId, id))).map(
      (line) => line.kind,
    );
  const heardMs = Date.now();
  /** So long after it was heard of first. The recorder sets no alarm. */
  const after = (ms: number, act: (instance: DeviceRecorder) => Promise<unknown>) =>
    withClockAt(heardMs + ms, async (instance, storage) => {
      await act(instance);
      await storage.deleteAlarm();
    });
  await after(0, async (instance) => {
    await instance.ingest(requestOf(heardMs, 1));
    await instance.configure({
      ...CONFIG,
      version: 3,
      deviceId,
      alarms: [{ id, function: kind, arguments: silent, inAlarm: false, definedAtMs: heardMs }],
    });
  });
  /** The job's turn, after a wake. */
  const listenAfter = async (ms: number, everyMs = TURN_EVERY_MS) => {
    await evictDurableObject(recorder() as unknown as DurableObjectStub);
    await after(ms, (instance) => instance.listen(3, everyMs));
  };
  await listenAfter(HOUR_MS / 2);
  expect(await told()).toEqual([]);
  // As late as it may be.
  await listenAfter(HOUR_MS + TURN_EVERY_MS);
  await expect.poll(told).toEqual(["raised"]);
  const [raised] = await db.select().from(alarmJournal).where(eq(alarmJournal.alarmId, id));
  expect(raised!.at - heardMs).toBe(HOUR_MS);
  await listenAfter(HOUR_MS + 2 * TURN_EVERY_MS);
  expect(await told()).toEqual(["raised"]);
  const againMs = 2 * HOUR_MS;
  await after(againMs, (instance) => instance.ingest(requestOf(heardMs + againMs, 1)));
  await expect.poll(told).toEqual(["raised", "cleared"]);
  // In a fleet whose machines have a turn every quarter of an hour.
  await listenAfter(againMs + HOUR_MS + 13 * MINUTE_MS, 15 * MINUTE_MS);
  await expect.poll(told).toEqual(["raised", "cleared", "raised"]);
});
