/** A damaged object in R2, found by the reader and, behind a call between Workers, by the recorder. */
import { runInDurableObject } from "cloudflare:test";
import { env as testEnv } from "cloudflare:workers";
import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { encodeBatch } from "#app/domain/series/batch.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import type { IngestEnv } from "#app/platform/env.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import type { DeviceRecorder } from "./device-recorder.ts";

const env = testEnv as unknown as IngestEnv;
const DEVICE = 7301;
const KEY_HASH = "k".repeat(64);

it("is answered by a named failure, whoever finds it", async () => {
  const stub = () => env.RECORDER.getByName(recorderName(DEVICE));
  const samplers = [
    { id: 7, onlyMappedTags: false, keys: [{ hash: KEY_HASH, expiresAtMs: null }], mappings: {} },
  ];
  await stub().configure({
    deviceId: DEVICE,
    version: 1,
    timezone: "UTC",
    targetSheetsPerHour: null,
    samplers,
  });
  const post = (frame: BatchFrame) =>
    stub().ingest({
      samplerId: 7,
      keyHash: KEY_HASH,
      batchId: "b",
      batch: encodeBatch([frame]).bytes,
      buffered: 0,
      dropped: 0,
    });
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
  const times = Array.from({ length: 900 }, (_, second) => startMs + second * 1000);
  await post({ times, tags: { machine_speed: times.map((_, at) => ((at * 7919) % 997) / 8) } });
  await runInDurableObject(
    stub() as unknown as DurableObjectStub<DeviceRecorder>,
    async (instance: DeviceRecorder) => {
      const open = instance as unknown as { env: IngestEnv };
      const before = open.env;
      open.env = { ...before, CLOCK_OFFSET_MS: "60000" };
      await instance.alarm();
      open.env = before;
    },
  );
  expect((await stub().status()).unsealedSamples).toBe(0);
  const [object] = (await env.SERIES.list({ prefix: `raw/${DEVICE}/` })).objects;
  const key = object?.key as string;
  const bytes = new Uint8Array(await ((await env.SERIES.get(key)) as R2ObjectBody).arrayBuffer());
  const ask = async () => {
    const reader = createSeriesReader({
      store: { ...r2Store(env.SERIES), owner: {} },
      recorder: stub,
    });
    const query = {
      deviceId: DEVICE,
      metrics: ["machine_speed"],
      startMs,
      endMs: startMs + HOUR_MS,
      buckets: 5000,
    };
    return (await reader.buckets(query)).machine_speed;
  };
  const damaged = { code: "series_damaged" };

  await env.SERIES.put(key, bytes.slice(0, 10));
  await expect(ask()).rejects.toMatchObject(damaged);
  await env.SERIES.delete(key);
  await expect(ask()).rejects.toMatchObject(damaged);
  const flipped = bytes.slice();
  flipped.fill(0x5a, bytes.length / 4, bytes.length / 4 + 3);
  await env.SERIES.put(key, flipped);
  await expect(ask()).rejects.toMatchObject(damaged);

  // With a late sample it is the recorder that reads the object.
  expect(await post({ times: [startMs + 1], tags: { machine_speed: [1] } })).toMatchObject({
    status: "stored",
    accepted: 1,
  });
  await expect(ask()).rejects.toMatchObject(damaged);
  await env.SERIES.put(key, bytes);
  expect(await ask()).toHaveLength(901);
});
