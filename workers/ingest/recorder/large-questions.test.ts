/**
 * Two months at one sample a minute of fifteen metrics, imported and asked for before anything of it is packed: each
 * question is answered, and no message of the recorder is large. By minutes they take tens of messages, as a longer time
 * does, which would take longer to import.
 */
import { serialize } from "node:v8";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { bucketStartMs } from "#app/domain/series/bucket-edges.ts";
import { PART_BYTES } from "#app/domain/series/snapshot-parts.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import { PART_PATIENCE_MS } from "./snapshot-answers.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2025, 0, 1);
const DAYS = 62;
const END = START + DAYS * DAY_MS;
const METRICS = Array.from({ length: 15 }, (_, index) => `temp_${index}`);
const MINUTES = DAY_MS / MINUTE_MS;
/** What metric 0 has at a minute; each further metric has one more. */
const valueAt = (minute: number): number => (minute * 7919) % 97;

function postDay(bench: RecorderBench, day: number) {
  const times = Array.from({ length: MINUTES }, (_, at) => START + day * DAY_MS + at * MINUTE_MS);
  const tags = Object.fromEntries(
    METRICS.map((metric, index) => [
      metric,
      times.map((_, at) => valueAt(day * MINUTES + at) + index),
    ]),
  );
  return bench.post([{ times, tags }]);
}

/** A reader of the bench that measures every message; `between` runs before each further part. */
function measured(bench: RecorderBench, between: () => Promise<unknown> = async () => undefined) {
  const sizes: number[] = [];
  const note = <Message>(message: Message): Message => {
    sizes.push(serialize(message).length);
    return message;
  };
  const reader = createSeriesReader({
    store: bench.store,
    recorder: () => ({
      snapshot: async (request) => note(await bench.recorder().snapshot(request)),
      snapshotPart: async (more) => {
        await between();
        return note(bench.recorder().snapshotPart(more));
      },
    }),
  });
  return { sizes, reader };
}

/** Count of the minutes of a bucket of metric 0, and its mean by time: each minute's value holds until the next. */
function expected(fromMs: number, toMs: number) {
  const [from, to] = [fromMs, toMs].map((at) => Math.ceil((at - START) / MINUTE_MS)) as [
    number,
    number,
  ];
  let area = 0;
  for (let minute = Math.max(0, from - 1); minute < to; minute++) {
    const at = START + minute * MINUTE_MS;
    area += valueAt(minute) * (Math.min(at + MINUTE_MS, toMs) - Math.max(at, fromMs));
  }
  return { count: to - from, value: area / (toMs - fromMs) };
}

describe("two months that were just imported", () => {
  let bench: RecorderBench;

  beforeAll(async () => {
    bench = recorderBench(END + DAY_MS, { default: { rawDays: 3000, minuteDays: 3000 } });
    for (let day = 0; day < DAYS; day++) {
      expect(await postDay(bench, day)).toMatchObject({ status: "stored", rejected: [] });
      // Quiet for long enough to be sealed, not for long enough to be packed.
      bench.advance(21_000);
      await bench.settle();
    }
    expect(bench.recorder().status().unsealedSamples).toBe(0);
  }, 3_600_000);

  const questions: [name: string, startMs: number, endMs: number, buckets: number][] = [
    ["all of it in 300 points", START, END, 300],
    ["all of it in 5,000 points", START, END, 5000],
    ["all of it in one point", START, END, 1],
    [
      "a week in 5,000 points, its edges in the middle of hours",
      END - 7 * DAY_MS + 12_345,
      END - 54_321,
      5000,
    ],
    ["a day in 300 points", END - DAY_MS, END, 300],
    ["an hour in 60 points", END - HOUR_MS, END, 60],
  ];
  it.each(questions)(
    "is answered for %s",
    async (_, startMs, endMs, buckets) => {
      const { reader, sizes } = measured(bench);
      const query = { deviceId: DEVICE, metrics: METRICS, startMs, endMs, buckets };
      const points = await reader.buckets(query);
      for (const [index, metric] of METRICS.entries()) {
        const own = points[metric] ?? [];
        const minutes =
          Math.ceil((endMs - START) / MINUTE_MS) - Math.ceil((startMs - START) / MINUTE_MS);
        expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(minutes);
        for (let at = 0; at < own.length; at += 97) {
          const next = own[at + 1]?.timeMs ?? endMs;
          const { count, value } = expected(own[at]?.timeMs as number, next);
          expect(own[at]).toMatchObject({ count });
          expect(own[at]?.value).toBeCloseTo(value + index, 9);
        }
        expect(own[0]?.timeMs).toBeGreaterThanOrEqual(bucketStartMs(query, 0));
      }
      expect(Math.max(...sizes)).toBeLessThan(2 * PART_BYTES);
    },
    120_000,
  );

  it("is averaged exactly", async () => {
    const { reader, sizes } = measured(bench);
    const averages = await reader.averages({
      deviceId: DEVICE,
      metrics: METRICS,
      startMs: START,
      endMs: END,
    });
    const { value } = expected(START, END);
    expect(averages.temp_3).toBeCloseTo(value + 3, 9);
    expect(Math.max(...sizes)).toBeLessThan(2 * PART_BYTES);
  });

  it("is answered as of one instant while batches come and hours are sealed and packed", async () => {
    let posted = 0;
    const work: Promise<unknown>[] = [];
    const late = START + (DAYS - 1) * DAY_MS + 30_000;
    const { reader, sizes } = measured(bench, async () => {
      posted++;
      await bench.post([
        { times: [late + posted * HOUR_MS], tags: { temp_0: [1e6], temp_14: [1e6] } },
      ]);
      bench.advance(HOUR_MS);
      work.push(bench.recorder().upkeep.work());
    });
    const points = await reader.buckets({
      deviceId: DEVICE,
      metrics: METRICS,
      startMs: END - 60 * DAY_MS,
      endMs: END,
      buckets: 5000,
    });
    await Promise.all(work);
    expect(sizes.length).toBeGreaterThan(20);
    expect(posted).toBe(sizes.length - 1);
    for (const metric of METRICS)
      expect((points[metric] ?? []).reduce((sum, { count }) => sum + count, 0)).toBe(60 * MINUTES);
    expect(Math.max(...(points.temp_14 ?? []).map(({ max }) => max ?? 0))).toBeLessThan(1000);
  });

  it("lets upkeep go on when a reader stays away", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const request = { metrics: METRICS, startMs: END - 60 * DAY_MS, endMs: END, buckets: 5000 };
      const { more } = await bench.recorder().snapshot(request);
      expect(more).not.toBeNull();
      const next = bench.recorder().upkeep.holdForAnswer();
      await vi.advanceTimersByTimeAsync(PART_PATIENCE_MS);
      (await next)();
      expect(bench.recorder().snapshotPart(more as string)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a question while late samples come without end", () => {
  it("is answered as of when it was asked, by few hours in memory", async () => {
    const HOURS = 40;
    const bench = recorderBench(START + 3 * DAY_MS);
    const post = (hour: number, second: number) =>
      bench.post([
        { times: [START + hour * HOUR_MS + second * 1000], tags: { machine_state: [3] } },
      ]);
    for (let hour = 0; hour < HOURS; hour++) await post(hour, 0);
    bench.advance(HOUR_MS);
    await bench.settle();
    for (let hour = 0; hour < HOURS; hour++) await post(hour, 1);

    let [posted, isPosting] = [0, false];
    const get = bench.store.get.bind(bench.store);
    bench.store.get = async (key, range) => {
      if (!isPosting && posted < 2000) {
        isPosting = true;
        await post((posted * 7) % HOURS, 2 + Math.floor(posted++ / HOURS));
        isPosting = false;
      }
      return get(key, range);
    };
    const read = (metric: string) =>
      bench.reader.averages({
        deviceId: DEVICE,
        metrics: [metric],
        startMs: START,
        endMs: START + HOURS * HOUR_MS,
      });
    expect(await read("machine_running")).toEqual({ machine_running: 1 });
    const derived = posted;
    expect(await read("machine_state")).toEqual({ machine_state: 3 });
    expect(derived).toBeGreaterThan(0);
    expect(posted).toBeLessThan(6 * HOURS);
  });
});
