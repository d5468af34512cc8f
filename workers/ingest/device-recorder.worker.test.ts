import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env as testEnv } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { encodeBatch } from "#app/domain/series/batch.ts";
import { toBuckets } from "#app/domain/series/testing/to-buckets.ts";
import { MeanAccumulator } from "#app/domain/series/mean.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { Deriver, EMPTY_CARRY } from "#app/domain/series/derive.ts";
import {
  recorderName,
  type IngestOutcome,
  type RecorderConfig,
} from "#app/domain/series/recorder-port.ts";
import type { SampleValue } from "#app/domain/series/types.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import type { IngestEnv } from "#app/platform/env.ts";
import type { DeviceRecorder } from "./device-recorder.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const env = testEnv as unknown as IngestEnv;
const KEY_HASH = "k".repeat(64);
const SAMPLER = 7;
const METRICS = ["machine_state", "sheet_count", "sheet_size", "machine_speed", "order_number"];

let nextDevice = 1000;

async function newRecorder(config: Partial<RecorderConfig> = {}) {
  const deviceId = nextDevice++;
  const stub = () => env.RECORDER.getByName(recorderName(deviceId));
  await stub().configure({
    deviceId,
    version: 1,
    timezone: "America/Chicago",
    targetSheetsPerHour: null,
    samplers: [
      {
        id: SAMPLER,
        onlyMappedTags: false,
        keys: [{ hash: KEY_HASH, expiresAtMs: null }],
        mappings: {},
      },
    ],
    ...config,
  });
  const post = (frames: BatchFrame[], keyHash = KEY_HASH): Promise<IngestOutcome> =>
    stub().ingest({
      samplerId: SAMPLER,
      keyHash,
      batchId: "b",
      batch: encodeBatch(frames).bytes,
      buffered: 0,
      dropped: 0,
    });
  /** Runs the recorder's alarm as if so much time had passed. */
  const alarmAfter = (ms: number) =>
    runInDurableObject(
      stub() as unknown as DurableObjectStub<DeviceRecorder>,
      async (instance: DeviceRecorder) => {
        const open = instance as unknown as { env: IngestEnv };
        const before = open.env;
        open.env = { ...before, CLOCK_OFFSET_MS: String(ms) };
        await instance.alarm();
        open.env = before;
      },
    );
  const evict = async () => {
    await stub().metrics();
    await evictDurableObject(stub() as unknown as DurableObjectStub);
  };
  const reader = createSeriesReader({ store: r2Store(env.SERIES), recorder: stub });
  const read = async (metric: string, startMs: number, endMs: number) =>
    (
      (await reader.buckets({ deviceId, metrics: [metric], startMs, endMs, buckets: 5000 }))[
        metric
      ] ?? []
    ).map((point) => [point.timeMs, point.value] as const);
  return { deviceId, stub, post, alarmAfter, evict, reader, read };
}

/** Two whole hours ago, on the hour. */
const pastHour = (hours: number): number =>
  Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS;

describe("a recorder", () => {
  it("answers what it stored, what it had, and why it refused", async () => {
    const { post } = await newRecorder();
    const now = Date.now();
    const frame = {
      times: [now - 2000, now - 1000, now + 10 * 60_000, Date.UTC(2001, 0)],
      tags: { machine_speed: [1, 2, 3, 4] },
    };
    expect(await post([frame])).toEqual({
      status: "stored",
      accepted: 2,
      duplicate: 0,
      rejected: [
        { tag: "machine_speed", reason: "future", count: 1 },
        { tag: "machine_speed", reason: "too_old", count: 1 },
      ],
    });
    expect(await post([frame])).toMatchObject({ accepted: 0, duplicate: 2 });
  });

  it("stores 8 MiB of texts of one batch, and has them after a wake", async () => {
    const { post, evict, read } = await newRecorder();
    const startMs = pastHour(0) - HOUR_MS;
    const texts = Array.from({ length: 30_000 }, (_, at) => `${at}`.padEnd(256, "x"));
    const times = texts.map((_, at) => startMs + at * 100);
    expect(await post([{ times, tags: { note: texts } }])).toMatchObject({
      status: "stored",
      accepted: texts.length,
    });
    await evict();
    expect(await read("note", startMs, startMs + 500)).toEqual(
      times.slice(0, 5).map((timeMs, at) => [timeMs, texts[at]]),
    );
    expect(await read("note", times.at(-1)!, times.at(-1)! + 1)).toEqual([
      [times.at(-1), texts.at(-1)],
    ]);
  });

  it("stores a batch that names a long tag in each of its frames", async () => {
    const { post, evict, read } = await newRecorder();
    const now = Date.now() - 60_000;
    const tag = "t".repeat(128);
    const frames = Array.from({ length: 50_000 }, (_, at) => ({
      times: [now + at],
      tags: { [tag]: [at] },
    }));
    expect(await post(frames)).toMatchObject({ status: "stored", accepted: 50_000 });
    await evict();
    expect(await read(tag, now + 49_999, now + 50_000)).toEqual([[now + 49_999, 49_999]]);
  });

  it("refuses a key that is not on its list, and one that has run out", async () => {
    const { post, stub, deviceId } = await newRecorder();
    expect(await post([], "x")).toEqual({ status: "unauthorized" });
    await stub().configure({
      deviceId,
      version: 2,
      timezone: "UTC",
      targetSheetsPerHour: null,
      samplers: [
        {
          id: SAMPLER,
          onlyMappedTags: false,
          keys: [{ hash: KEY_HASH, expiresAtMs: Date.now() - 1 }],
          mappings: {},
        },
      ],
    });
    expect(await post([])).toEqual({ status: "unauthorized" });
  });

  it("ignores a configuration older than its own", async () => {
    const { post, stub, deviceId } = await newRecorder({ version: 5 });
    await stub().configure({
      deviceId,
      version: 4,
      timezone: "UTC",
      targetSheetsPerHour: null,
      samplers: [],
    });
    expect(await post([])).toMatchObject({ status: "stored" });
  });

  it("turns machine keys into human keys and refuses unmapped tags where only mapped ones are wanted", async () => {
    const { post, stub } = await newRecorder({
      samplers: [
        {
          id: SAMPLER,
          onlyMappedTags: true,
          keys: [{ hash: KEY_HASH, expiresAtMs: null }],
          mappings: { "Drive.Speed": "machine_speed" },
        },
      ],
    });
    const now = Date.now();
    expect(
      await post([{ times: [now], tags: { "Drive.Speed": [181.5], other: [1] } }]),
    ).toMatchObject({
      accepted: 1,
      rejected: [{ tag: "other", reason: "unmapped", count: 1 }],
    });
    expect(await post([{ times: [now + 1], tags: { machine_speed: [182] } }])).toMatchObject({
      accepted: 1,
    });
    expect(await stub().latest(["machine_speed"])).toEqual({
      machine_speed: { timeMs: now + 1, value: 182 },
    });
  });

  it("takes tags that are called like what every object has", async () => {
    const { post, read, alarmAfter } = await newRecorder();
    const start = pastHour(3);
    const tags = Object.fromEntries(
      ["constructor", "toString", "__proto__", "time"].map((tag) => [tag, [1, 2]]),
    );
    const frame = { times: [start, start + 1000], tags };
    expect(await post([frame])).toMatchObject({ accepted: 8, rejected: [] });
    await alarmAfter(60_000);
    expect(await post([frame])).toMatchObject({ accepted: 0, duplicate: 8 });
    await post([
      {
        times: [start + 1000],
        tags: Object.fromEntries(Object.keys(tags).map((tag) => [tag, [3]])),
      },
    ]);
    for (const tag of Object.keys(tags)) {
      expect(await read(tag, start, start + HOUR_MS)).toEqual([
        [start, 1],
        [start + 1000, 3],
      ]);
    }
  });

  it("keeps a metric's kind: text does not enter a number", async () => {
    const { post, read } = await newRecorder();
    const now = Date.now();
    const fast = [{ times: [now], tags: { machine_speed: ["fast"] } }];
    expect(await post(fast)).toMatchObject({ accepted: 0 });
    await post([{ times: [now - 1000], tags: { machine_speed: [1], kiwiplan_die_number: [17] } }]);
    expect(await read("kiwiplan_die_number", now - 5000, now + 1)).toEqual([[now - 1000, "17"]]);
    expect(await post(fast)).toMatchObject({
      accepted: 0,
      rejected: [{ tag: "machine_speed", reason: "bad_value", count: 1 }],
    });
    expect(await read("machine_speed", now - 5000, now + 1)).toEqual([[now - 1000, 1]]);
  });

  it("still counts a repeat as duplicate after the hour was sealed, and takes a correction", async () => {
    const { post, read, alarmAfter, stub, evict } = await newRecorder();
    const start = pastHour(3);
    const frame = {
      times: [start, start + 1000],
      tags: { machine_speed: [1, 2], order_number: ["A", "B"] },
    };
    await post([frame]);
    await alarmAfter(60_000);
    expect((await stub().status()).segments).toBe(1);
    expect((await stub().status()).unsealedSamples).toBe(0);
    expect(await post([frame])).toMatchObject({ accepted: 0, duplicate: 4 });
    expect(
      await post([{ times: [start + 1000, start + 2000], tags: { machine_speed: [20, 30] } }]),
    ).toMatchObject({
      accepted: 2,
      duplicate: 0,
    });
    const expected = [
      [start, 1],
      [start + 1000, 20],
      [start + 2000, 30],
    ];
    expect(await read("machine_speed", start, start + HOUR_MS)).toEqual(expected);
    await evict();
    expect(await read("machine_speed", start, start + HOUR_MS)).toEqual(expected);
    await alarmAfter(60_000);
    expect(await read("machine_speed", start, start + HOUR_MS)).toEqual(expected);
    expect(await read("order_number", start, start + HOUR_MS)).toEqual([
      [start, "A"],
      [start + 1000, "B"],
    ]);
  });

  it("tells how its intake does, after a restart too", async () => {
    const { post, alarmAfter, stub, evict } = await newRecorder();
    expect(await stub().status()).toMatchObject({
      newestSampleMs: null,
      lastBatchAtMs: null,
      lastSealAtMs: null,
      segments: 0,
      samplers: [],
    });
    const start = pastHour(3);
    const now = Date.now();
    const frame = {
      times: [start, start + 1000, now + HOUR_MS],
      tags: { machine_speed: [1, 2, 3] },
    };
    await post([frame]);
    await post([frame]);
    await alarmAfter(60_000);
    const sealed = await stub().status();
    expect(sealed).toMatchObject({
      newestSampleMs: start + 1000,
      segments: 1,
      unsealedSamples: 0,
      unsealedBytes: 0,
    });
    expect(sealed.lastSealAtMs).toBeGreaterThanOrEqual(now + 60_000);
    const rejectedBy = { unmapped: 0, future: 2, too_old: 0, bad_value: 0, too_many_metrics: 0 };
    expect(sealed.samplers).toMatchObject([
      { samplerId: SAMPLER, accepted: 2, duplicate: 2, rejected: 2, rejectedBy },
    ]);
    await evict();
    expect(await stub().status()).toEqual(sealed);

    const request = {
      samplerId: SAMPLER,
      keyHash: KEY_HASH,
      batchId: "b",
      buffered: 4,
      dropped: 5,
    };
    const { bytes: batch, rejected } = encodeBatch([
      { times: [now, now + 1], tags: { machine_speed: [3, Number.NaN] } },
    ]);
    await stub().ingest({ ...request, batch, rejected });
    const after = await stub().status();
    expect(after.samplers).toMatchObject([
      {
        buffered: 4,
        dropped: 5,
        accepted: 3,
        duplicate: 2,
        rejected: 3,
        rejectedBy: { ...rejectedBy, bad_value: 1 },
      },
    ]);
    expect(after).toMatchObject({
      newestSampleMs: now,
      unsealedSamples: 1,
      lastSealAtMs: sealed.lastSealAtMs,
    });
    expect(after.unsealedBytes).toBeGreaterThan(0);
    await evict();
    expect((await stub().status()).samplers).toMatchObject([
      { buffered: 4, dropped: 5, accepted: 3 },
    ]);
  });

  it("feeds watched metrics in time order, never a late sample", async () => {
    const { post, stub, deviceId } = await newRecorder();
    const now = Date.now();
    await post([{ times: [now - 5000], tags: { machine_speed: [1] } }]);
    expect(await stub().watch("machine_speed")).toEqual({ timeMs: now - 5000, value: 1 });
    await stub().watch("machine_running");
    await post([
      {
        times: [now - 2000, now - 9000, now - 1000],
        tags: { machine_speed: [3, 2, 4], machine_state: ["running", null, "ready"] },
      },
    ]);
    await post([{ times: [now - 1500], tags: { machine_speed: [9] } }]);
    const told = async (metric: string) => {
      const channel = env.METRIC_CHANNEL.getByName(
        `machine_telemetry:single:${deviceId}:${metric}`,
      ) as unknown as {
        published(): Promise<{ timeMs: number; value: number }[]>;
      };
      return (await channel.published()).map(({ timeMs, value }) => [timeMs, value]);
    };
    await expect
      .poll(() => told("machine_speed"))
      .toEqual([
        [now - 2000, 3],
        [now - 1000, 4],
      ]);
    await expect
      .poll(() => told("machine_running"))
      .toEqual([
        [now - 2000, 1],
        [now - 1000, 0],
      ]);
  });

  it("wakes to publish a sample that lay ahead, with no batch to bring it", async () => {
    const { post, stub, deviceId, alarmAfter } = await newRecorder();
    const now = Date.now();
    await post([{ times: [now, now + 4 * 60_000], tags: { machine_speed: [1, 2] } }]);
    expect(await stub().watch("machine_speed")).toEqual({ timeMs: now, value: 1 });
    const alarmAt = await runInDurableObject(
      stub() as unknown as DurableObjectStub<DeviceRecorder>,
      (_, state) => state.storage.getAlarm(),
    );
    expect(alarmAt).toBeLessThanOrEqual(now + 4 * 60_000);
    await alarmAfter(4 * 60_000);
    const channel = env.METRIC_CHANNEL.getByName(
      `machine_telemetry:single:${deviceId}:machine_speed`,
    ) as unknown as { published(): Promise<{ timeMs: number; value: number }[]> };
    await expect
      .poll(() => channel.published())
      .toEqual([{ timeMs: now + 4 * 60_000, value: 2, adFlag: null }]);
  });

  it("answers a question over more rows than one call between Workers carries", async () => {
    const { post, alarmAfter, reader, deviceId, stub } = await newRecorder();
    const minutes = 2 * 24 * 60;
    // Up to an hour ago: the hour that just ended is not sealed yet.
    const startMs = pastHour(24 * 8 + 1);
    const names = Array.from({ length: 50 }, (_, index) => `temp_${index}`);
    // Four times two days, in batches of at most 50,000 samples.
    for (let from = 0; from < minutes * 4; from += 960) {
      const times = Array.from({ length: 960 }, (_, at) => startMs + (from + at) * 60_000);
      const tags = Object.fromEntries(names.map((name) => [name, times.map((_, at) => at % 7)]));
      expect(await post([{ times, tags }])).toMatchObject({ status: "stored", accepted: 48_000 });
    }
    // One may come while the recorder is at work by itself, and does nothing then.
    for (let alarms = 0; (await stub().status()).unsealedSamples > 0; alarms++) {
      expect(alarms).toBeLessThan(1_000);
      await alarmAfter(25_000);
    }
    // Minutes of 8 days and 50 metrics, of 96 bytes each: 55 MB.
    const range = { startMs, endMs: startMs + minutes * 4 * 60_000 };
    const points = await reader.buckets({ deviceId, metrics: names, ...range, buckets: 5000 });
    for (const name of names)
      expect((points[name] ?? []).reduce((sum, { count }) => sum + count, 0)).toBe(minutes * 4);
  });

  it("derives a sealed hour anew when samples come for an hour before it", async () => {
    const { post, read, alarmAfter } = await newRecorder();
    const start = pastHour(6);
    const state = (hour: number, second: number, value: string) =>
      post([{ times: [start + hour * HOUR_MS + second * 1000], tags: { machine_state: [value] } }]);
    await state(0, 0, "ready");
    await state(2, 0, "ready");
    await alarmAfter(60_000);
    await state(1, 0, "running");
    await state(1, 144, "ready");
    expect(await read("uptime", start + 2 * HOUR_MS, start + 3 * HOUR_MS)).toEqual([
      [start + 2 * HOUR_MS, 1],
    ]);
  });

  it("answers like a plain map of samples, whatever is repeated, late, corrected, sealed or forgotten between", async () => {
    const start = pastHour(6);
    const sample = fc.record({
      metric: fc.constantFrom(...METRICS),
      second: fc.integer({ min: 0, max: 3 * 3600 - 1 }),
      value: fc.integer({ min: 0, max: 6 }),
    });
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant("post" as const),
          samples: fc.array(sample, { minLength: 1, maxLength: 12 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("repeat" as const), back: fc.nat(5) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("seal" as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("evict" as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("read" as const) }) },
    );
    const stored = (metric: string, value: number): SampleValue =>
      metric === "order_number"
        ? `order ${value}`
        : metric === "machine_state"
          ? toStateCode(value)
          : value;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const { post, alarmAfter, evict, read, reader, deviceId } = await newRecorder();
        const model = new Map<string, Map<number, SampleValue>>();
        const posted: BatchFrame[][] = [];
        const apply = (frames: BatchFrame[]) => {
          const counts = { accepted: 0, duplicate: 0 };
          for (const { times, tags } of frames)
            for (const [metric, values] of Object.entries(tags))
              Array.from(values).forEach((value, row) => {
                const samples = model.get(metric) ?? new Map<number, SampleValue>();
                counts[samples.get(times[row] as number) === value ? "duplicate" : "accepted"]++;
                model.set(metric, samples.set(times[row] as number, value as SampleValue));
              });
          return counts;
        };
        const send = async (frames: BatchFrame[]) => {
          const counts = apply(frames);
          expect(await post(frames)).toEqual({ status: "stored", ...counts, rejected: [] });
        };
        const check = async () => {
          for (const metric of METRICS) {
            const expected = [...(model.get(metric) ?? [])].sort((a, b) => a[0] - b[0]);
            expect(await read(metric, start, start + 3 * HOUR_MS)).toEqual(expected);
          }
          const raw = new Map(
            [...model]
              .filter(([metric]) => metric !== "order_number")
              .map(([metric, samples]) => {
                const column = new ColumnBuffer("number");
                for (const [timeMs, value] of samples) column.put(timeMs, value);
                return [metric, column] as const;
              }),
          );
          for (const [metric, column] of raw) {
            const range = { startMs: start + 90_000, endMs: start + 3 * HOUR_MS - 90_000 };
            const mean = new MeanAccumulator(metric, range);
            mean.add(column.slice());
            const query = { deviceId, metrics: [metric], ...range };
            expect((await reader.averages(query))[metric]).toBe(mean.mean());
            expect((await reader.buckets({ ...query, buckets: 2 }))[metric]).toEqual(
              toBuckets(metric, [column.slice()], { ...range, buckets: 2 }),
            );
          }
          const derived: Record<string, [number, number][]> = {
            uptime: [],
            sheets_per_hour: [],
            msf_hr: [],
            time_online: [],
          };
          new Deriver(EMPTY_CARRY).advance(raw, (metric, timeMs, value) =>
            derived[metric]?.push([timeMs, value]),
          );
          for (const [metric, expected] of Object.entries(derived))
            expect(await read(metric, start, start + 3 * HOUR_MS)).toEqual(expected);
        };
        for (const current of steps) {
          if (current.do === "post") {
            const frames = current.samples.map(({ metric, second, value }) => ({
              times: [start + second * 1000],
              tags: { [metric]: [stored(metric, value)] },
            }));
            posted.push(frames);
            await send(frames);
          } else if (current.do === "repeat" && posted.length > 0)
            await send(posted[Math.max(0, posted.length - 1 - current.back)] as BatchFrame[]);
          else if (current.do === "seal") await alarmAfter(60_000);
          else if (current.do === "evict") await evict();
          else await check();
        }
        await check();
      }),
      // As many kinds of steps; ten times as many rounds are recorder/machine-recorder.test's, on a bench of plain Node.
      { numRuns: 15 },
    );
  });
});
