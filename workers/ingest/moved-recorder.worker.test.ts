import { env as testEnv } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeBatch } from "#app/domain/series/batch.ts";
import { recorderName, type RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import type { IngestEnv } from "#app/platform/env.ts";

const env = testEnv as unknown as IngestEnv;
const [OLD, NEW] = [5_001, 5_002];
const recorder = (id: number) => env.RECORDER.getByName(recorderName(id));

const configOf = (deviceId: number, version: number): RecorderConfig => ({
  deviceId,
  version,
  timezone: "UTC",
  targetSheetsPerHour: null,
  samplers: [
    {
      id: deviceId,
      onlyMappedTags: false,
      keys: [{ hash: `${deviceId}`.padEnd(64, "k"), expiresAtMs: null }],
      mappings: {},
    },
  ],
});
const post = (to: number, samplerId: number, timeMs: number, speed: number) =>
  recorder(to).ingest({
    samplerId,
    keyHash: `${samplerId}`.padEnd(64, "k"),
    batchId: "b",
    batch: encodeBatch([{ times: [timeMs], tags: { machine_speed: [speed] } }]).bytes,
    buffered: 0,
    dropped: 0,
  });

it("a recorder that was moved hands every call on", async () => {
  const now = Date.now();
  await recorder(OLD).configure(configOf(OLD, 1));
  await recorder(NEW).configure(configOf(NEW, 1));
  expect(await post(OLD, OLD, now - 3_000, 1)).toMatchObject({ accepted: 1 });
  expect(await post(NEW, NEW, now - 2_000, 2)).toMatchObject({ accepted: 1 });

  await recorder(OLD).configure(configOf(NEW, 2));
  expect(await recorder(NEW).moveTo(await recorder(OLD).home())).toBe(true);
  expect(await post(OLD, OLD, now - 1_500, 9)).toEqual({ status: "unauthorized" });
  expect(await recorder(NEW).home()).toBe(OLD);
  expect(await post(NEW, NEW, now - 1_000, 3)).toMatchObject({ status: "stored" });
  expect(await recorder(NEW).metrics()).toEqual(["machine_speed"]);
  expect(await recorder(NEW).latest(null)).toMatchObject({ machine_speed: { value: 3 } });
  expect(await recorder(NEW).watch("machine_speed")).toMatchObject({ value: 3 });
  expect(await recorder(NEW).status()).toMatchObject({ deviceId: NEW, unsealedSamples: 3 });
  const [latest, status] = await recorder(NEW).answers([{ latest: null }, { status: true }]);
  expect(latest).toMatchObject({ machine_speed: { value: 3 } });
  expect(status).toMatchObject({ deviceId: NEW, unsealedSamples: 3 });
  const reader = createSeriesReader({ store: r2Store(env.SERIES), recorder });
  const range = { startMs: now - 10_000, endMs: now };
  const { machine_speed: points } = await reader.buckets({
    ...{ deviceId: NEW, metrics: ["machine_speed"], ...range, buckets: 100 },
  });
  expect(points?.map(({ value }) => value)).toEqual([1, 2, 3]);
  // Asked again it is done already.
  expect(await recorder(NEW).moveTo(OLD)).toBe(true);
});
