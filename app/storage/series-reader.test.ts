import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBuckets } from "../domain/series/buckets.ts";
import { HOUR_MS, type Column, type Columns, type Sample, type Segment, type SeriesSnapshot } from "../domain/series/types.ts";
import { segmentKey } from "./keys.ts";
import { memoryStore, type ObjectStore } from "./object-store.ts";
import { writeSegment } from "./segment-write.ts";
import { createSeriesReader } from "./series-reader.ts";

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
  Object.fromEntries(Object.entries(metrics).map(([metric, samples]) => [metric, toColumn(samples)]));

async function seal(store: ObjectStore, hour: number, metrics: Record<string, Samples>, generation = 1): Promise<Segment> {
  const hourMs = T0 + hour * HOUR_MS;
  const key = segmentKey(DEVICE, hourMs, generation);
  const { bytes, ...rest } = writeSegment(toColumns(metrics));
  await store.put(key, bytes);
  return { key, hourMs, bytes: bytes.length, ...rest };
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
          segments: [],
          tail: {},
          rollups: {},
          stateBefore: null,
          targetSheetsPerHour: null,
          ...(answers.length > 1 ? answers.shift() : answers[0]),
        };
      },
    }),
  };
}

const range = (fromMs: number, toMs: number) => ({ deviceId: DEVICE, startMs: T0 + fromMs, endMs: T0 + toMs });

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
      await seal(store, 9, { machine_speed: [[9 * HOUR_MS, 99]] }),
    ];
    const { recorder, asked } = fakeRecorder({
      segments,
      tail: toColumns({
        machine_speed: [
          [2 * HOUR_MS, 5],
          [2 * HOUR_MS + 1, 7],
        ],
      }),
    });
    const reader = createSeriesReader({ store, recorder });
    const answer = await reader.buckets({ ...range(0, 3 * HOUR_MS), metrics: ["machine_speed", "sheet_count", "constructor"], buckets: 3 });
    expect(answer.machine_speed?.map(({ value, count }) => [value, count])).toEqual([
      [2, 2],
      [null, 0],
      [6, 2],
    ]);
    expect(answer.sheet_count?.map(({ value }) => value)).toEqual([5, 7]);
    expect(answer.constructor).toEqual([]);
    expect(asked).toEqual([["machine_speed", "sheet_count", "constructor"]]);
    expect(store.counts.gets).toBe(2);
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
      segments,
      tail: toColumns({
        machine_speed: [
          [HOUR_MS, 8],
          [HOUR_MS + 1, 100],
        ],
      }),
    });
    const reader = createSeriesReader({ store, recorder });
    expect(await reader.averages({ ...range(10, HOUR_MS + 1), metrics: ["machine_speed", "order", "absent"] })).toEqual({
      machine_speed: 4,
      order: null,
      absent: null,
    });
    expect(await reader.averages({ ...range(10, 10), metrics: ["machine_speed"] })).toEqual({ machine_speed: null });
  });

  it("tells the state held at the start and every change", async () => {
    const store = memoryStore();
    const segments = [
      await seal(store, 1, {
        machine_state: [
          [HOUR_MS + 5, 0],
          [HOUR_MS + 6, 0],
        ],
      }),
    ];
    const tail = toColumns({
      machine_state: [
        [500, 3],
        [600, 3],
        [2 * HOUR_MS, 3],
      ],
    });
    const { recorder } = fakeRecorder({ segments, tail, stateBefore: { timeMs: T0 - 9, value: 4 } });
    const changes = await createSeriesReader({ store, recorder }).stateChanges(range(100, 3 * HOUR_MS));
    expect(changes.map(({ timeMs, code }) => [timeMs - T0, code])).toEqual([
      [100, 4],
      [500, 3],
      [HOUR_MS + 5, 0],
      [2 * HOUR_MS, 3],
    ]);
  });

  describe("operating_productivity", () => {
    const tail = toColumns({
      sheets_per_hour: [
        [1, 5000],
        [2, 10_000],
      ],
    });
    const ask = (snapshot: Partial<SeriesSnapshot>) => {
      const reader = createSeriesReader({ store: memoryStore(), recorder: fakeRecorder(snapshot).recorder });
      return reader.averages({ ...range(0, 10), metrics: ["operating_productivity"] });
    };

    it("is sheets per hour over the target", async () => {
      expect(await ask({ tail, targetSheetsPerHour: 10_000 })).toEqual({ operating_productivity: 0.75 });
    });
    it("has no samples while the target is unknown", async () => {
      expect(await ask({ tail })).toEqual({ operating_productivity: null });
    });
    it("is the machine's own where it sends one", async () => {
      expect(await ask({ tail: { ...tail, ...toColumns({ operating_productivity: [[3, 0.5]] }) }, targetSheetsPerHour: 10_000 })).toEqual({
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
    const { recorder, asked } = fakeRecorder({ segments: [kept, replaced] }, { segments: [kept, newer] });
    expect(await createSeriesReader({ store, recorder }).averages({ ...range(0, 2 * HOUR_MS), metrics: ["machine_speed"] })).toEqual({
      machine_speed: 3,
    });
    expect(asked).toHaveLength(2);
  });

  it("fails loudly when a segment stays missing", async () => {
    const store = memoryStore();
    const segment = await seal(store, 0, { machine_speed: [[10, 1]] });
    await store.delete([segment.key]);
    const { recorder, asked } = fakeRecorder({ segments: [segment] });
    await expect(createSeriesReader({ store, recorder }).averages({ ...range(0, 99), metrics: ["machine_speed"] })).rejects.toThrow(
      segment.key,
    );
    expect(asked).toHaveLength(2);
  });

  it("holds no more than six files in flight", async () => {
    const store = memoryStore();
    const hours = Array.from({ length: 30 }, (_, hour) => hour);
    const segments = await Promise.all(hours.map((hour) => seal(store, hour, { machine_speed: [[hour * HOUR_MS, hour]] })));
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
    const reader = createSeriesReader({ store: slow, recorder: fakeRecorder({ segments }).recorder });
    expect(await reader.averages({ ...range(0, 30 * HOUR_MS), metrics: ["machine_speed"] })).toEqual({ machine_speed: 14.5 });
    expect(most).toBe(6);
  });

  it("answers any range of any samples, however they lie in segments and tail, as if they were one list", async () => {
    const HOURS = 5;
    const value = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    );
    const at = fc.integer({ min: 0, max: HOURS * HOUR_MS - 1 });
    const list = fc.uniqueArray(fc.tuple(at, value), { selector: ([t]) => t, maxLength: 80 });
    const texts = fc.uniqueArray(fc.tuple(at, fc.constantFrom("A-1", "B 2", "")), { selector: ([t]) => t, maxLength: 20 });
    const states = fc.uniqueArray(fc.tuple(at, fc.integer({ min: 0, max: 6 })), { selector: ([t]) => t, maxLength: 40 });
    const inTail = fc.array(fc.boolean(), { minLength: HOURS, maxLength: HOURS });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ machine_speed: list, order: texts, machine_state: states }),
        inTail,
        at,
        at,
        fc.integer({ min: 1, max: 90 }),
        async (metrics, tailHours, a, b, buckets) => {
          const [startMs, endMs] = [Math.min(a, b), Math.max(a, b) + 1];
          const store = memoryStore();
          const hourOf = ([t]: [number, unknown]) => Math.floor(t / HOUR_MS);
          const ofHours = (isWanted: (hour: number) => boolean) =>
            Object.fromEntries(
              Object.entries(metrics).map(([metric, samples]) => [
                metric,
                (samples as Samples).filter((sample) => isWanted(hourOf(sample))),
              ]),
            );
          const segments: Segment[] = [];
          for (let hour = 0; hour < HOURS; hour++) {
            const inHour = ofHours((one) => one === hour && !tailHours[hour]);
            if (Object.values(inHour).some((samples) => samples.length > 0)) segments.push(await seal(store, hour, inHour));
          }
          const tail = toColumns(ofHours((hour) => tailHours[hour] === true));
          const before = (metrics.machine_state as Samples).filter(([t]) => t < startMs).sort(([x], [y]) => y - x)[0];
          const stateBefore: Sample | null = before ? { timeMs: T0 + before[0], value: before[1] } : null;
          const reader = createSeriesReader({ store, recorder: fakeRecorder({ segments, tail, stateBefore }).recorder });

          const names = Object.keys(metrics);
          const all = toColumns(metrics as Record<string, Samples>);
          const grid = { startMs: T0 + startMs, endMs: T0 + endMs, buckets };
          const answer = await reader.buckets({ ...range(startMs, endMs), metrics: names, buckets });
          for (const name of names) expect(answer[name], name).toEqual(toBuckets(name, [all[name] as Column], grid));

          const inside = metrics.machine_speed.filter(([t]) => t >= startMs && t < endMs).map(([, v]) => v);
          const { machine_speed: mean } = await reader.averages({ ...range(startMs, endMs), metrics: ["machine_speed"] });
          if (inside.length === 0) expect(mean).toBeNull();
          else expect(mean).toBeCloseTo(inside.reduce((sum, v) => sum + v, 0) / inside.length, 2);

          let held: number | null = null;
          const expected: [number, number][] = [];
          for (const [t, code] of [...(metrics.machine_state as [number, number][])].sort(([x], [y]) => x - y)) {
            if (t >= endMs) break;
            if (t > startMs && held !== null && expected.length === 0) expected.push([startMs, held]);
            if (t >= startMs && (expected.at(-1)?.[1] ?? null) !== code) expected.push([t, code]);
            held = code;
          }
          if (expected.length === 0 && held !== null) expected.push([startMs, held]);
          const changes = await reader.stateChanges(range(startMs, endMs));
          expect(changes.map(({ timeMs, code }) => [timeMs - T0, code])).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });
});
