import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "#app/domain/turns.ts";
import { textKey, type Column, type Columns } from "#app/domain/series/types.ts";
import { segmentKey } from "./keys.ts";
import { memoryStore, type ObjectStore } from "./object-store.ts";
import { writeSegment } from "./segment-write.ts";
import { createSeriesReader } from "./series-reader.ts";
import type { SeriesSnapshot, SnapshotFile } from "#app/domain/series/snapshot.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const DEVICE = 7;
const T0 = Date.UTC(2025, 10, 21);

type Samples = [atMs: number, value: number | string][];

function toColumn(samples: Samples): Column {
  const ascending = [...samples].sort(([a], [b]) => a - b);
  const times = Float64Array.from(ascending, ([at]) => T0 + at);
  return typeof ascending[0]?.[1] === "string"
    ? { kind: "text", times, values: ascending.map(([, value]) => String(value)) }
    : { kind: "number", times, values: Float64Array.from(ascending, ([, value]) => Number(value)) };
}
const toColumns = (metrics: Record<string, Samples>): Columns =>
  Object.fromEntries(
    Object.entries(metrics).map(([metric, samples]) => [metric, toColumn(samples)]),
  );

async function seal(
  store: ObjectStore,
  hour: number,
  metrics: Record<string, Samples>,
  generation = 1,
): Promise<SnapshotFile> {
  const hourMs = T0 + hour * HOUR_MS;
  const key = segmentKey(DEVICE, hourMs, 1, generation);
  const { bytes, chunks } = writeSegment(toColumns(metrics));
  await store.put(key, bytes);
  return { key, level: "raw", windows: [[hourMs, hourMs + HOUR_MS]], bytes: bytes.length, chunks };
}

/** A recorder that has these segments and this tail, and counts how often it is asked. */
function fakeRecorder(snapshot: Partial<SeriesSnapshot>, ...later: Partial<SeriesSnapshot>[]) {
  const asked: string[][] = [];
  const answers = [snapshot, ...later];
  return {
    asked,
    recorder: () => ({
      snapshot: async ({ metrics }: { metrics: string[] }): Promise<SeriesSnapshot> => {
        asked.push(metrics);
        return {
          keys: metrics.map((metric) => [metric, [metric, textKey(metric)]]),
          files: [],
          tail: {},
          rollups: {},
          snapMs: 0,
          samplesFromMs: -Infinity,
          states: [],
          targetSheetsPerHour: null,
          more: null,
          ...(answers.length > 1 ? answers.shift() : answers[0]),
        };
      },
      snapshotPart: async () => null,
    }),
  };
}

const range = (fromMs: number, toMs: number) => ({
  deviceId: DEVICE,
  startMs: T0 + fromMs,
  endMs: T0 + toMs,
});

describe("the series reader", () => {
  it("joins segments and tail, asks for one snapshot, and reads each file once", async () => {
    const store = memoryStore();
    const segments = [
      await seal(store, 0, {
        machine_speed: [
          [10, 1],
          [20, 3],
        ],
        sheet_count: [[10, 5]],
      }),
      await seal(store, 1, { sheet_count: [[HOUR_MS, 7]] }),
    ];
    const { recorder, asked } = fakeRecorder({
      files: segments,
      tail: toColumns({
        machine_speed: [
          [2 * HOUR_MS, 5],
          [2 * HOUR_MS + 1, 7],
        ],
      }),
    });
    const reader = createSeriesReader({ store, recorder });
    const answer = await reader.buckets({
      ...range(0, 3 * HOUR_MS),
      metrics: ["machine_speed", "sheet_count", "constructor"],
      buckets: 3,
    });
    expect(answer.machine_speed?.map(({ value, count }) => [value, count])).toEqual([
      [(10 + 3 * 60_000) / 60_010, 2],
      [null, 0],
      [(5 + 7 * 60_000) / 60_001, 2],
    ]);
    expect(answer.sheet_count?.map(({ value }) => value)).toEqual([5, 7]);
    expect(answer.constructor).toEqual([]);
    expect(asked).toEqual([["machine_speed", "sheet_count", "constructor"]]);
    expect(store.counts.gets).toBe(2);
  });

  it("folds and writes in turns with others, a column at a time, however many ask at once", async () => {
    const store = memoryStore();
    const names = Array.from({ length: 15 }, (_, at) => `tag_${at}`);
    const samplesOf = (hour: number): Record<string, Samples> =>
      Object.fromEntries(
        names.map((name) => [
          name,
          Array.from({ length: 3_600 }, (_, at) => [hour * HOUR_MS + at * 1_000, at % 7]),
        ]),
      );
    const files = await Promise.all([0, 1].map((hour) => seal(store, hour, samplesOf(hour))));
    const { recorder } = fakeRecorder({ files, tail: toColumns(samplesOf(2)) });
    let [stretch, longest, all] = [0, 0, 0];
    const turns = new Turns(async () => {
      longest = Math.max(longest, stretch);
      all += stretch;
      stretch = 0;
      await nextTurn();
    }, 20_000);
    const counted = {
      take: (values: number) => {
        stretch += values;
        return turns.take(values);
      },
    };
    const reader = createSeriesReader({ store, recorder, turns: counted });
    const asked = { ...range(0, 3 * HOUR_MS), metrics: names, buckets: 500 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => reader.telemetry(asked)));
    expect(answers.every(({ points }) => points.tag_7?.length === 500)).toBe(true);
    // Of each question: three hours of samples, and ten values a point.
    expect(all + stretch).toBe(10 * 15 * (3 * 3_600 + 10 * 500));
    // All ten may begin a piece before the first has told what it did.
    expect(longest).toBeLessThanOrEqual(20_000 + 10 * 8_600);
  });

  it("averages exactly [start, end) and answers null without numbers", async () => {
    const store = memoryStore();
    const segments = [
      await seal(store, 0, {
        machine_speed: [
          [0, 100],
          [10, 1],
          [20, 3],
        ],
        order: [[10, "A"]],
      }),
    ];
    const { recorder } = fakeRecorder({
      files: segments,
      tail: toColumns({
        machine_speed: [
          [HOUR_MS, 8],
          [HOUR_MS + 1, 100],
        ],
      }),
    });
    const reader = createSeriesReader({ store, recorder });
    expect(
      await reader.averages({
        ...range(10, HOUR_MS + 1),
        metrics: ["machine_speed", "order", "absent"],
      }),
    ).toEqual({
      machine_speed: (10 + 3 * 60_000 + 8) / 60_011,
      order: null,
      absent: null,
    });
    expect(await reader.averages({ ...range(10, 10), metrics: ["machine_speed"] })).toEqual({
      machine_speed: null,
    });
    // Two samples of the range's beginning held for 60 s, one of its end for a millisecond.
    const metrics = ["machine_speed", "absent"];
    expect(await reader.heldAverages({ ...range(10, HOUR_MS + 1), metrics })).toEqual({
      machine_speed: { mean: (10 + 3 * 60_000 + 8) / 60_011, heldMs: 60_011 },
      absent: { mean: null, heldMs: 0 },
    });
  });

  it("hands on the states of the same instant", async () => {
    const states = [{ timeMs: T0, code: 4 }];
    const { recorder, asked } = fakeRecorder({ states });
    const answer = await createSeriesReader({ store: memoryStore(), recorder }).telemetry({
      ...range(0, 9),
      metrics: [],
      buckets: 1,
    });
    expect(answer).toEqual({ points: {}, states, target: null, isTargetYoung: false });
    expect(asked).toHaveLength(1);
  });

  describe("operating_productivity", () => {
    const tail = toColumns({
      sheets_per_hour: [
        [1, 5000],
        [2, 10_000],
      ],
    });
    const ask = (snapshot: Partial<SeriesSnapshot>) => {
      const reader = createSeriesReader({
        store: memoryStore(),
        recorder: fakeRecorder(snapshot).recorder,
      });
      return reader.averages({ ...range(0, 10), metrics: ["operating_productivity"] });
    };

    it("is sheets per hour over the target", async () => {
      expect(await ask({ tail, targetSheetsPerHour: 10_000 })).toEqual({
        operating_productivity: (5000 + 8 * 10_000) / 9 / 10_000,
      });
    });
    it("has no samples while the target is unknown", async () => {
      expect(await ask({ tail })).toEqual({ operating_productivity: null });
    });
    it("is the machine's own where it sends one", async () => {
      expect(
        await ask({
          tail: { ...tail, ...toColumns({ operating_productivity: [[3, 0.5]] }) },
          targetSheetsPerHour: 10_000,
        }),
      ).toEqual({
        operating_productivity: 0.5,
      });
    });
  });

  it("asks again when a segment was replaced meanwhile, and counts nothing twice", async () => {
    const store = memoryStore();
    const kept = await seal(store, 0, { machine_speed: [[10, 1]] });
    const replaced = await seal(store, 1, { machine_speed: [[HOUR_MS, 2]] });
    await store.delete([replaced.key]);
    const newer = await seal(
      store,
      1,
      {
        machine_speed: [
          [HOUR_MS, 3],
          [HOUR_MS + 1, 5],
        ],
      },
      2,
    );
    const { recorder, asked } = fakeRecorder({ files: [kept, replaced] }, { files: [kept, newer] });
    expect(
      await createSeriesReader({ store, recorder }).averages({
        ...range(0, 2 * HOUR_MS),
        metrics: ["machine_speed"],
      }),
    ).toEqual({
      machine_speed: 3,
    });
    expect(asked).toHaveLength(2);
  });

  it("fails loudly when a segment stays missing", async () => {
    const store = memoryStore();
    const segment = await seal(store, 0, { machine_speed: [[10, 1]] });
    await store.delete([segment.key]);
    const { recorder, asked } = fakeRecorder({ files: [segment] });
    await expect(
      createSeriesReader({ store, recorder }).averages({
        ...range(0, 99),
        metrics: ["machine_speed"],
      }),
    ).rejects.toMatchObject({ code: "series_damaged", cause: { key: segment.key } });
    expect(asked).toHaveLength(2);
  });

  it.each([
    "database disk image is malformed: SQLITE_CORRUPT",
    "Error: file is not a database: SQLITE_NOTADB",
  ])("names the damage of a recorder's own storage: %s", async (words) => {
    const recorder = () => ({
      snapshot: () => Promise.reject(new Error(words)),
      snapshotPart: () => Promise.resolve(null),
    });
    const reader = createSeriesReader({ store: memoryStore(), recorder });
    await expect(
      reader.averages({ ...range(0, 99), metrics: ["machine_speed"] }),
    ).rejects.toMatchObject({ code: "series_damaged" });
  });

  it("answers the numbers of some spans, late ones in their place, and leaves other files unread", async () => {
    const store = memoryStore();
    const files = [
      await seal(store, 0, {
        speed: [
          [10, 1],
          [HOUR_MS - 1, 2],
        ],
      }),
      await seal(store, 1, { speed: [[HOUR_MS, 3]] }),
      await seal(store, 2, {
        speed: [
          [2 * HOUR_MS, 4],
          [2 * HOUR_MS + 20, 5],
        ],
      }),
    ];
    const tail = toColumns({
      speed: [
        [2 * HOUR_MS + 10, 6],
        [3 * HOUR_MS, 7],
      ],
    });
    const { recorder, asked } = fakeRecorder({ files, tail, samplesFromMs: T0 });
    const spans = [
      [T0 + 20, T0 + HOUR_MS],
      [T0 + 2 * HOUR_MS, T0 + 3 * HOUR_MS],
    ] as const;
    const reader = createSeriesReader({ store, recorder });
    const answer = await reader.numbers({ deviceId: DEVICE, metrics: ["speed", "none"], spans });
    expect([...answer.speed!.values]).toEqual([2, 4, 6, 5]);
    expect([...answer.speed!.times].map((time) => time - T0)).toEqual([
      HOUR_MS - 1,
      2 * HOUR_MS,
      2 * HOUR_MS + 10,
      2 * HOUR_MS + 20,
    ]);
    expect(answer.none!.times).toHaveLength(0);
    expect([asked.length, store.counts.gets]).toEqual([1, 2]);
    expect(await reader.samplesFrom(range(0, 1))).toBe(T0);
  });

  it("holds no more than six files in flight", async () => {
    const store = memoryStore();
    const hours = Array.from({ length: 30 }, (_, hour) => hour);
    const segments = await Promise.all(
      hours.map((hour) => seal(store, hour, { machine_speed: [[hour * HOUR_MS, hour]] })),
    );
    let inFlight = 0;
    let most = 0;
    const slow: ObjectStore = {
      ...store,
      async get(key, span) {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inFlight--;
        return store.get(key, span);
      },
    };
    const reader = createSeriesReader({
      store: slow,
      recorder: fakeRecorder({ files: segments }).recorder,
    });
    expect(
      await reader.averages({ ...range(0, 30 * HOUR_MS), metrics: ["machine_speed"] }),
    ).toEqual({ machine_speed: 14.5 });
    expect(most).toBe(6);
  });
});
