/**
 * Objects that are not what was written: flipped bits, cut ends, another object's bytes, none at all. Each question is
 * answered rightly or by a named failure, and upkeep writes no damage on.
 */
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { parseChunks } from "#app/storage/chunk-index.ts";
import { isUnreadable, loadSegment, readSegment } from "#app/storage/segment-read.ts";
import { memoryStore, type ObjectStore } from "#app/storage/object-store.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { TRY_AGAIN_MS } from "./unreadable-objects.ts";

const START = Date.UTC(2024, 11, 30);
const METRICS = ["machine_state", "machine_speed", "temp", "order_number", "sheet_count"];
/** Flips tried of one object: of every byte where there are not more. */
const FLIPS = 250;

function postHours(bench: RecorderBench, fromMs: number, hours: number) {
  const times = Array.from({ length: hours * 60 }, (_, at) => fromMs + at * 60_000 + (at % 50));
  return bench.post([
    {
      times,
      tags: {
        machine_state: times.map((_, at) => (at % 50 < 10 ? 2 : 3)),
        machine_speed: times.map((_, at) => Math.round(Math.sin(at / 7) * 1800) / 10),
        temp: times.map((_, at) => ((at * 7919) % 997) / 8),
        order_number: times.map((_, at) => `A-${Math.floor(at / 45)} Ø`),
        sheet_count: times.map((_, at) => at * 3),
      },
    },
  ]);
}

const readerOf = (bench: RecorderBench, store: ObjectStore) =>
  createSeriesReader({
    store,
    recorder: () => ({
      snapshot: (request) => bench.recorder().snapshot(request),
      snapshotPart: async (more) => bench.recorder().snapshotPart(more),
    }),
  });

/** The bench's objects, but for one. */
const withObject = (store: ObjectStore, key: string, bytes: Uint8Array | null): ObjectStore => {
  const other = memoryStore();
  const ready = bytes ? other.put(key, bytes) : Promise.resolve();
  return {
    ...store,
    owner: {},
    get: async (name, range) => {
      await ready;
      return name === key ? other.get(name, range) : store.get(name, range);
    },
  };
};

async function bytesOf(store: ObjectStore, key: string): Promise<Uint8Array> {
  const object = await store.get(key);
  return new Uint8Array(object?.bytes ?? new ArrayBuffer(0));
}

function* flips(bytes: Uint8Array): Generator<Uint8Array> {
  const step = Math.max(1, Math.floor(bytes.length / FLIPS));
  for (let at = 0; at < bytes.length; at += step) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
    yield flipped;
  }
}

type Answer = Record<string, SeriesPoint[]>;
type Tally = { right: number; failed: number };

/** Counts how the question is answered; anything but the right values and the named failure fails the test. */
async function tally(
  ask: () => Promise<unknown>,
  right: unknown,
  isNamed: (error: unknown) => boolean,
  sum: Tally,
): Promise<void> {
  const answer = await ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in answer) {
    if (!isNamed(answer.error)) throw answer.error;
    sum.failed++;
  } else {
    // Vitest's own comparison took a quarter of the file's time: it says what differs.
    if (!isDeepStrictEqual(answer.value, right)) expect(answer.value).toEqual(right);
    sum.right++;
  }
}

const isSeriesDamaged = (error: unknown): boolean =>
  error instanceof AppError && error.code === "series_damaged";

describe("a machine with hours, a packed day, minutes, a quarter and a year in objects", () => {
  let bench: RecorderBench;
  const questions = {
    raw: { startMs: START, endMs: START + DAY_MS, buckets: 5000 },
    minute: { startMs: START, endMs: START + DAY_MS, buckets: 288 },
    hour: { startMs: START, endMs: START + DAY_MS, buckets: 24 },
    day: { startMs: START, endMs: START + 2 * DAY_MS, buckets: 2 },
    last: { startMs: START + 200 * DAY_MS, endMs: START + 201 * DAY_MS, buckets: 5000 },
  };
  const ask = (store: ObjectStore, name: keyof typeof questions): Promise<Answer> =>
    readerOf(bench, store).buckets({ deviceId: DEVICE, metrics: METRICS, ...questions[name] });

  beforeAll(async () => {
    bench = recorderBench(START + 3 * HOUR_MS, { default: { rawDays: 3000, minuteDays: 3000 } });
    bench.advance(2 * DAY_MS);
    await postHours(bench, START, 48);
    for (const pause of [HOUR_MS, DAY_MS, 100 * DAY_MS, 98 * DAY_MS]) {
      bench.advance(pause);
      await bench.settle();
    }
    await postHours(bench, START + 200 * DAY_MS, 1);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
  });

  const kinds: [name: string, pattern: RegExp, question: keyof typeof questions][] = [
    ["an hour's object", /^raw\/.*\/00-\d+\.parquet$/, "last"],
    ["a packed day", /^raw\/.*30\/day-/, "raw"],
    ["a file of minutes", /^rollup\/1m\/.*30-/, "minute"],
    ["a file of hours", /^rollup\/1h\//, "hour"],
    ["a file of days", /^rollup\/1d\//, "day"],
  ];
  const keyOf = (pattern: RegExp): string => {
    const key = bench.store.keys().find((name) => pattern.test(name));
    if (!key) throw new Error(`no ${pattern} in ${bench.store.keys().join(" ")}`);
    return key;
  };

  it.each(kinds)(
    "answers rightly or not at all when a bit of %s is flipped",
    async (_, pattern, question) => {
      const key = keyOf(pattern);
      const bytes = await bytesOf(bench.store, key);
      const right = await ask(bench.store, question);
      const sum = { right: 0, failed: 0 };
      for (const flipped of flips(bytes))
        await tally(
          () => ask(withObject(bench.store, key, flipped), question),
          right,
          isSeriesDamaged,
          sum,
        );
      expect(sum.failed).toBeGreaterThan(FLIPS / 10);
    },
  );

  it.each(kinds)(
    "does so for whoever reads all of %s without the recorder's index",
    async (_, pattern) => {
      const key = keyOf(pattern);
      const bytes = await bytesOf(bench.store, key);
      const right = await readSegment(bench.store, key, null);
      const sum = { right: 0, failed: 0 };
      for (const flipped of flips(bytes)) {
        const store = withObject(bench.store, key, flipped);
        await tally(() => readSegment(store, key, null), right, isUnreadable, sum);
        const load = async () => {
          const loaded = await loadSegment(store, key);
          return Object.fromEntries(loaded.metrics.map((name) => [name, loaded.column(name)]));
        };
        await tally(load, right, isUnreadable, sum);
      }
      // The magic that begins a file is all that nobody reads.
      expect(sum.right).toBeLessThanOrEqual(8);
    },
    120_000,
  );

  it.each(kinds)(
    "names a failure when %s is cut, gone or another's",
    async (_, pattern, question) => {
      const key = keyOf(pattern);
      const bytes = await bytesOf(bench.store, key);
      const others = bench.store.keys().filter((name) => name !== key);
      const wrong = [
        null,
        new Uint8Array(0),
        bytes.slice(0, 10),
        bytes.slice(0, bytes.length - 1),
        bytes.slice(0, bytes.length / 2),
        Uint8Array.of(...bytes, 0),
        ...(await Promise.all(others.map((name) => bytesOf(bench.store, name)))),
      ];
      for (const other of wrong)
        await expect(ask(withObject(bench.store, key, other), question)).rejects.toMatchObject({
          code: "series_damaged",
        });
    },
  );

  it("takes no object for another time, whatever the manifest names", async () => {
    const sql = bench.storage.sql;
    const other = keyOf(/^raw\/.*31\/day-/);
    const hour = START + 200 * DAY_MS;
    const { key } = sql
      .exec<{ key: string }>("SELECT key FROM segments WHERE hour = ?", hour)
      .one();
    // As an older release left it, without the row's checksum.
    sql.exec(
      "UPDATE segments SET key = ?, rates = substr(rates, 1, instr(rates, char(10)) - 1) WHERE hour = ?",
      other,
      hour,
    );
    bench.restart();
    await expect(ask(bench.store, "last")).rejects.toMatchObject({ code: "series_damaged" });
    sql.exec("UPDATE segments SET key = ? WHERE hour = ?", key, hour);
    bench.restart();
    expect((await ask(bench.store, "last")).temp).toHaveLength(60);
  });

  it("does not read by an index of which a bit is flipped", async () => {
    const sql = bench.storage.sql;
    const key = keyOf(/^raw\/.*30\/day-/);
    const { chunks } = sql
      .exec<{ chunks: string }>("SELECT chunks FROM objects WHERE key = ?", key)
      .one();
    const right = await ask(bench.store, "raw");
    const sum = { right: 0, failed: 0 };
    for (const flipped of flips(new TextEncoder().encode(chunks))) {
      sql.exec(
        "UPDATE objects SET chunks = ? WHERE key = ?",
        new TextDecoder().decode(flipped),
        key,
      );
      bench.restart();
      await tally(() => ask(withObject(bench.store, "", null), "raw"), right, isSeriesDamaged, sum);
    }
    expect(sum.right).toBe(0);
    sql.exec("UPDATE objects SET chunks = ? WHERE key = ?", chunks, key);
    bench.restart();
  });
});

describe("upkeep with a damaged object", () => {
  const hourKeys = (bench: RecorderBench) =>
    bench.store.keys().filter((key) => /^raw\/.*\/\d\d-\d+\.parquet$/.test(key));
  async function damagedHour() {
    const bench = recorderBench(START + 30 * HOUR_MS);
    await postHours(bench, START, 24);
    bench.advance(60_000);
    await bench.settle();
    const key = hourKeys(bench)[5] as string;
    const bytes = await bytesOf(bench.store, key);
    const { chunks } = bench.storage.sql
      .exec<{ chunks: string }>("SELECT chunks FROM objects WHERE key = ?", key)
      .one();
    const [, offset = 0, length = 0] =
      parseChunks(chunks).columns.find(([name]) => name === "temp") ?? [];
    const damaged = bytes.slice();
    damaged[offset + length - 3] = (damaged[offset + length - 3] as number) ^ 4;
    await bench.store.put(key, damaged);
    return { bench, key, bytes, damaged };
  }
  const hour = (at: number) => ({
    deviceId: DEVICE,
    metrics: METRICS,
    startMs: START + at * HOUR_MS,
    endMs: START + (at + 1) * HOUR_MS,
    buckets: 5000,
  });
  const settleFor = async (bench: RecorderBench, ms: number) => {
    bench.advance(ms);
    for (let turn = 0; turn < 4; turn++) await bench.settle();
  };

  it("packs nothing of its day, keeps it, and packs when it is whole again", async () => {
    const { bench, key, bytes, damaged } = await damagedHour();
    await settleFor(bench, DAY_MS);
    expect(bench.events.filter(({ event }) => event === "recorder_object_unreadable")).toEqual([
      expect.objectContaining({ key }),
    ]);
    expect(bench.store.keys().filter((name) => name.includes("/day-"))).toEqual([]);
    expect(await bytesOf(bench.store, key)).toEqual(damaged);
    const reader = readerOf(bench, { ...bench.store, owner: {} });
    await expect(reader.buckets(hour(5))).rejects.toMatchObject({ code: "series_damaged" });
    // The next hour begins with what this one may hold into it.
    await expect(reader.buckets(hour(6))).rejects.toMatchObject({ code: "series_damaged" });
    expect((await reader.buckets(hour(7))).temp).toHaveLength(60);

    await bench.store.put(key, bytes);
    await settleFor(bench, TRY_AGAIN_MS);
    expect(bench.store.keys().filter((name) => name.includes("/day-"))).toHaveLength(1);
    const whole = readerOf(bench, { ...bench.store, owner: {} });
    expect((await whole.buckets(hour(5))).temp).toHaveLength(60);
  });

  it("keeps late samples of its hour and goes on with the rest", async () => {
    const { bench, key, bytes } = await damagedHour();
    const late = START + 5 * HOUR_MS + 30 * 60_000 + 7;
    const times = [late, START + 7 * HOUR_MS + 1];
    expect(await bench.post([{ times, tags: { temp: [1e5, 2e5] } }])).toMatchObject({
      status: "stored",
      accepted: 2,
    });
    const now = bench.nowMs();
    expect(await bench.post([{ times: [now], tags: { temp: [3] } }])).toMatchObject({
      accepted: 1,
    });
    await settleFor(bench, 2 * HOUR_MS);
    bench.restart();
    await settleFor(bench, HOUR_MS);
    const maxOf = async (at: number) => {
      const { temp = [] } = await readerOf(bench, { ...bench.store, owner: {} }).buckets(hour(at));
      return Math.max(...temp.map(({ max }) => max ?? 0));
    };
    expect(await maxOf(7)).toBe(2e5);
    await expect(maxOf(5)).rejects.toMatchObject({ code: "series_damaged" });
    expect(bench.recorder().status().unsealedSamples).toBe(1);

    await bench.store.put(key, bytes);
    await settleFor(bench, TRY_AGAIN_MS);
    expect(await maxOf(5)).toBe(1e5);
    await settleFor(bench, TRY_AGAIN_MS);
    expect(bench.recorder().status().unsealedSamples).toBe(0);
    expect(await maxOf(5)).toBe(1e5);
  });

  it("reads the same while a day is packed", async () => {
    const bench = recorderBench(START + 30 * HOUR_MS);
    await postHours(bench, START, 24);
    bench.advance(60_000);
    await bench.settle();
    const ask = () =>
      readerOf(bench, { ...bench.store, owner: {} }).buckets({
        ...hour(0),
        endMs: START + DAY_MS,
        buckets: 24,
      });
    const right = await ask();
    bench.advance(DAY_MS);
    const { asked, release } = bench.hold();
    const packing = bench.settle();
    await asked;
    expect(await ask()).toEqual(right);
    release();
    const during = ask();
    await packing;
    expect(await during).toEqual(right);
    expect(await ask()).toEqual(right);
  });
});

describe("a recorder whose storage is gone", () => {
  it("says so for what came before, and takes and answers what comes after", async () => {
    const old = recorderBench(START + 3 * HOUR_MS);
    await postHours(old, START, 2);
    old.advance(HOUR_MS);
    await old.settle();
    const keys = old.store.keys();
    expect(keys.length).toBeGreaterThan(0);

    const bench = recorderBench(START + 5 * HOUR_MS);
    const before = await Promise.all(keys.map((key) => bytesOf(old.store, key)));
    for (const [index, key] of keys.entries())
      await bench.store.put(key, before[index] as Uint8Array);
    const ask = (fromMs: number, toMs: number) =>
      bench.reader.telemetry({
        deviceId: DEVICE,
        metrics: ["temp"],
        startMs: fromMs,
        endMs: toMs,
        buckets: 100,
      });
    await expect(ask(START, START + HOUR_MS)).rejects.toMatchObject({ code: "series_lost" });
    await expect(
      bench.reader.stateChanges({ deviceId: DEVICE, startMs: START, endMs: START + 1 }),
    ).rejects.toMatchObject({ code: "series_lost" });

    // The hour of an old object again: its name must not be taken.
    bench.advance(2 * HOUR_MS);
    await postHours(bench, START, 1);
    await postHours(bench, START + 5 * HOUR_MS + 10, 1);
    bench.advance(3 * HOUR_MS);
    await bench.settle();
    for (const [index, key] of keys.entries())
      expect(await bytesOf(bench.store, key)).toEqual(before[index]);
    bench.restart();
    const { points } = await ask(START + 5 * HOUR_MS + 1, START + 7 * HOUR_MS);
    expect(await ask(START + 7 * HOUR_MS, START + 8 * HOUR_MS)).toMatchObject({
      points: { temp: [] },
    });
    expect(points.temp?.length).toBe(60);
    await expect(ask(START, START + 7 * HOUR_MS)).rejects.toMatchObject({ code: "series_lost" });
    expect(bench.events.filter(({ event }) => event === "recorder_storage_lost")).toHaveLength(1);
  });

  it("has nothing to say of a machine that never sent", async () => {
    const bench = recorderBench(START);
    expect(
      await bench.reader.stateChanges({ deviceId: DEVICE, startMs: START - DAY_MS, endMs: START }),
    ).toEqual([]);
    expect(bench.events).toEqual([]);
  });
});
