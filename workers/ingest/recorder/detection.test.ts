/** Samples are judged in event time, once: against a plain model, in any order, over kills, and as long as mappings say. */
import { describe, expect, it } from "vitest";
import { UtsDetector } from "#app/domain/detection/uts-detector.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import { loadSegment } from "#app/storage/segment-read.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2026, 2, 2);
const STEP_MS = 60_000;
const DAYS = 4;
const deviceId = 11;
const THRESHOLD = { threshold: { lower: 0.1, upper: 99.9 }, uts: false };

const randomFrom = (seed: number) => () =>
  (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

type Row = { timeMs: number; temp: number; state: number };

/** Days of a tag: noise while running, cold while off, and a few values beyond all that was before. */
function plant(seed: number): Row[] {
  const random = randomFrom(seed);
  return Array.from({ length: (DAYS * DAY_MS) / STEP_MS }, (_, i) => {
    const hour = Math.floor((i * STEP_MS) / HOUR_MS) % 24;
    const state = hour >= 6 && hour < 22 ? 4 : 0;
    const noise = Math.round(random() * 400) / 10;
    const isSpike = i % 701 < 3 && i > 1000;
    return {
      timeMs: START + i * STEP_MS,
      temp: state === 0 ? 5 : isSpike ? 99 + i / 100 : 50 + noise,
      state,
    };
  });
}

/** Type 7, of a whole sorted list. */
function percentile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] as number;
  const high = sorted[Math.min(sorted.length - 1, Math.floor(position) + 1)] as number;
  return low + (position - Math.floor(position)) * (high - low);
}

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS) * DAY_MS;

/** Each row with its bounds and flag, as the words of the demand say. */
function judged(rows: readonly Row[]) {
  const boundsOf = new Map<number, { lower: number; upper: number } | null>();
  return rows.map((row) => {
    const day = dayOf(row.timeMs - HOUR_MS);
    if (!boundsOf.has(day)) {
      const past = rows
        .filter(({ timeMs, state }) => timeMs < day && timeMs >= day - 30 * DAY_MS && state === 4)
        .map(({ temp }) => temp)
        .sort((a, b) => a - b);
      boundsOf.set(
        day,
        past.length < 1000
          ? null
          : { lower: percentile(past, 0.001), upper: percentile(past, 0.999) },
      );
    }
    const bounds = boundsOf.get(day) ?? null;
    const isOut = bounds !== null && (row.temp < bounds.lower || row.temp > bounds.upper);
    return { ...row, bounds, isAbnormal: bounds && isOut && row.state === 4 };
  });
}

const post = (bench: RecorderBench, rows: readonly Row[]) =>
  bench.post([
    {
      times: rows.map(({ timeMs }) => timeMs),
      tags: { temp: rows.map(({ temp }) => temp), machine_state: rows.map(({ state }) => state) },
    },
  ]);

const points = async (bench: RecorderBench, startMs: number, endMs: number, buckets = 5000) =>
  (await bench.reader.buckets({ deviceId, metrics: ["temp"], startMs, endMs, buckets })).temp ?? [];

async function expectAsModel(bench: RecorderBench, rows: readonly Row[]): Promise<void> {
  const model = judged(rows);
  for (let day = START; day < START + DAYS * DAY_MS; day += DAY_MS) {
    const own = model.filter(({ timeMs }) => dayOf(timeMs) === day);
    const found = await points(bench, day, day + DAY_MS);
    expect(found.length).toBe(own.length);
    for (const [i, point] of found.entries()) {
      const { bounds, isAbnormal } = own[i] as (typeof own)[number];
      expect(point.adFlag).toBe(bounds ? isAbnormal : null);
      if (!bounds) expect(point).toMatchObject({ lower: null, upper: null });
      else {
        // Beside a flag four digits are kept.
        expect(point.lower! / bounds.lower).toBeCloseTo(1, 3);
        expect(point.upper! / bounds.upper).toBeCloseTo(1, 3);
      }
    }
  }
}

describe("threshold detection in the recorder", () => {
  it("flags what a plain model flags, as days go by, with the share of time in every roll-up", async () => {
    const rows = plant(5);
    const bench = recorderBench(START);
    bench.judge({ temp: THRESHOLD });
    for (let from = START; from < START + DAYS * DAY_MS; from += HOUR_MS) {
      bench.advance(from + HOUR_MS - bench.nowMs());
      await post(
        bench,
        rows.filter(({ timeMs }) => timeMs >= from && timeMs < from + HOUR_MS),
      );
      bench.advance(5 * MINUTE_MS);
      await bench.settle();
      if ((from - START) % (7 * HOUR_MS) === 0) bench.restart();
    }
    await expectAsModel(bench, rows);
    const model = judged(rows);
    expect(model.filter(({ isAbnormal }) => isAbnormal).length).toBeGreaterThan(5);

    for (const wait of [0, 40 * DAY_MS]) {
      bench.advance(wait);
      await bench.settle();
      const [startMs, endMs] = [START + 2 * DAY_MS, START + 4 * DAY_MS];
      const { points: steps } = await bench.reader.steps({
        ...{ deviceId, metrics: ["temp_ad_flag"], startMs, endMs, buckets: 48 },
      });
      const abnormalMs = (steps.temp_ad_flag ?? []).reduce(
        (sum, { value, heldMs = 0 }) => sum + Number(value ?? 0) * heldMs,
        0,
      );
      const expected = model.filter(({ timeMs, isAbnormal }) => isAbnormal && timeMs >= startMs);
      expect(abnormalMs).toBeCloseTo(expected.length * STEP_MS, 3);
    }
    expect(bench.recorder().metrics()).not.toContain("temp_ad_flag");
  });

  it.each([1, 2, 3])(
    "gives the same flags in any order, split and repetition (%i)",
    async (seed) => {
      const rows = plant(5);
      const random = randomFrom(seed);
      const bench = recorderBench(START + DAYS * DAY_MS + HOUR_MS);
      bench.judge({ temp: THRESHOLD });
      const shuffled = rows
        .map((row) => ({ row, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row);
      for (let from = 0; from < shuffled.length;) {
        const to = from + 1 + Math.floor(random() * 900);
        await post(bench, shuffled.slice(Math.max(0, from - 20), to));
        if (random() < 0.2) bench.restart();
        from = to;
      }
      for (const ms of [MINUTE_MS, HOUR_MS, DAY_MS]) {
        bench.advance(ms);
        await bench.settle();
      }
      await expectAsModel(bench, rows);
    },
    120_000,
  );

  it("judges a late sample for its own time, by the bounds recorded for it", async () => {
    const rows = plant(5);
    const bench = recorderBench(START);
    bench.judge({ temp: THRESHOLD });
    for (let day = START; day < START + DAYS * DAY_MS; day += DAY_MS) {
      bench.advance(day + DAY_MS - bench.nowMs());
      await post(
        bench,
        rows.filter(({ timeMs }) => dayOf(timeMs) === day),
      );
      bench.advance(HOUR_MS);
      await bench.settle();
    }
    const lateMs = START + 2 * DAY_MS + 12 * HOUR_MS + 30_000;
    await bench.post([{ times: [lateMs], tags: { temp: [500] } }]);
    const look = async () => {
      const found = await points(bench, lateMs - STEP_MS, lateMs + STEP_MS);
      return found.map(({ value, adFlag }) => [value === 500, adFlag]);
    };
    const first = await look();
    expect(first).toContainEqual([true, true]);
    bench.restart();
    bench.advance(HOUR_MS);
    await bench.settle();
    expect(await look()).toEqual(first);
    // What was usual before and after it stays so.
    expect(first.filter(([, flag]) => flag === false).length).toBe(2);
  });

  it("judges what is months old by the days before it, of a machine that was live since", async () => {
    const rows = plant(6);
    const live = START + 100 * DAY_MS;
    const bench = recorderBench(live);
    bench.judge({ temp: THRESHOLD });
    for (let day = 0; day < 3; day++) {
      await post(bench, [{ timeMs: bench.nowMs(), temp: 50, state: 4 }]);
      bench.advance(DAY_MS);
      await bench.settle();
    }
    await post(bench, rows);
    bench.advance(HOUR_MS);
    await bench.settle();
    await expectAsModel(bench, rows);
  });

  it("stops with its switch, and leaves what was flagged", async () => {
    const rows = plant(5);
    const bench = recorderBench(START);
    bench.judge({ temp: THRESHOLD });
    for (let day = START; day < START + 2 * DAY_MS; day += DAY_MS) {
      bench.advance(day + DAY_MS - bench.nowMs());
      await post(
        bench,
        rows.filter(({ timeMs }) => dayOf(timeMs) === day),
      );
      bench.advance(HOUR_MS);
      await bench.settle();
    }
    const dayMs = START + 2 * DAY_MS;
    bench.advance(dayMs + 12 * HOUR_MS - bench.nowMs());
    const at = (minute: number) => dayMs + 11.5 * HOUR_MS + minute * MINUTE_MS;
    await bench.post([{ times: [at(0)], tags: { machine_state: [4], temp: [500] } }]);
    bench.judge({ temp: { threshold: null, uts: false } });
    bench.advance(20 * MINUTE_MS);
    await bench.post([{ times: [at(45)], tags: { machine_state: [4], temp: [500] } }]);
    const flags = async () => (await points(bench, at(0), at(50))).map(({ adFlag }) => adFlag);
    expect(await flags()).toEqual([true, null]);
    bench.restart();
    expect(await flags()).toEqual([true, null]);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
    expect(await flags()).toEqual([true, null]);
  });

  it("has no opinion before 1,000 samples, nor of a counter, and says how far it is", async () => {
    const bench = recorderBench(START);
    bench.judge({ temp: THRESHOLD, sheets: THRESHOLD, grade: THRESHOLD });
    const times = Array.from({ length: 300 }, (_, i) => START + i * MINUTE_MS);
    bench.advance(6 * HOUR_MS);
    await bench.post([
      { times, tags: { temp: times.map((_, i) => i % 10), grade: times.map(() => "A") } },
    ]);
    bench.advance(20 * HOUR_MS);
    await bench.settle();
    expect(bench.recorder().detection()).toMatchObject({
      temp: { threshold: true, samples: 300, needed: 1000 },
      // Texts are never judged.
      grade: { threshold: false, isJudged: false },
    });
    const more = Array.from({ length: 1300 }, (_, i) => START + DAY_MS + i * MINUTE_MS);
    bench.advance(DAY_MS);
    await bench.post([
      { times: more, tags: { sheets: more.map((_, i) => i), temp: more.map((_, i) => i % 10) } },
    ]);
    await bench.settle();
    bench.advance(HOUR_MS);
    // The day's bounds are found when the day after begins.
    await bench.post([{ times: [START + 2 * DAY_MS], tags: { temp: [4] } }]);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
    expect(bench.recorder().detection()).toMatchObject({
      temp: { isJudged: true, isCounter: false },
      sheets: { isJudged: false, isCounter: true },
    });
  });
});

describe("what a sampler says of its own metrics", () => {
  it("is that metric's flag and bounds, live and in answers, and none of the machine's metrics", async () => {
    const bench = recorderBench(START);
    const times = [0, 1, 2].map((minute) => START + minute * MINUTE_MS);
    bench.advance(3 * MINUTE_MS);
    await bench.post([
      {
        times,
        tags: {
          temp: [50, 90, 51],
          temp_ad_flag: [false, true, false],
          temp_upper: [80, 80, 81],
          temp_lower: [20, 20, 21],
          gap_upper: [1, 2, 3],
        },
      },
    ]);
    const expected = [
      { value: 50, adFlag: false, lower: 20, upper: 80 },
      { value: 90, adFlag: true, lower: 20, upper: 80 },
      { value: 51, adFlag: false, lower: 21, upper: 81 },
    ];
    expect(await points(bench, START, START + HOUR_MS)).toMatchObject(expected);
    // A name that is nobody's companion is a metric.
    expect(bench.recorder().metrics()).toEqual(["gap_upper", "temp"]);
    expect(bench.recorder().latest(["temp"]).temp).toMatchObject({ value: 51, adFlag: false });
    bench.advance(3 * HOUR_MS);
    await bench.settle();
    bench.restart();
    expect(await points(bench, START, START + HOUR_MS)).toMatchObject(expected);
    const [bucket] = await points(bench, START, START + HOUR_MS, 1);
    expect(bucket).toMatchObject({ adFlag: true, upper: expect.closeTo(241 / 3, 9), count: 3 });
    // One of three minutes.
    expect(bucket?.adShare).toBe(0.333);
    const alone = await points(bench, START + MINUTE_MS, START + 2 * MINUTE_MS, 1);
    expect(alone[0]).not.toHaveProperty("adShare");
  });
});

describe("UTS detection in the recorder", () => {
  const SECONDS = 20;
  const random = randomFrom(9);
  const rows = Array.from({ length: (2.5 * DAY_MS) / (SECONDS * 1000) }, (_, i) => {
    const hour = (i * SECONDS) / 3600;
    const shift = hour > 50 && hour < 52 ? 30 : 0;
    return {
      timeMs: START + i * SECONDS * 1000,
      temp: Math.round((50 + 5 * Math.sin(hour / 4) + random() * 4 + shift) * 10) / 10,
    };
  });
  const detector = new UtsDetector();
  const reasons: UtsReason[] = [];
  const model = rows.map(({ timeMs, temp }) => {
    const { abnormal, why } = detector.judge(timeMs, temp, null);
    if (why) reasons.push({ metric: "temp", timeMs, state: null, why });
    return abnormal;
  });
  const send = (bench: RecorderBench, some: typeof rows) =>
    bench.post([
      { times: some.map(({ timeMs }) => timeMs), tags: { temp: some.map(({ temp }) => temp) } },
    ]);
  const found = async (bench: RecorderBench) => {
    const all: (boolean | null)[] = [];
    for (let day = START; day < START + 3 * DAY_MS; day += DAY_MS)
      all.push(...(await points(bench, day, day + DAY_MS)).map(({ adFlag }) => adFlag === true));
    return all;
  };

  it("flags what the detector flags on the whole series, over kills and hours", async () => {
    expect(model.filter(Boolean).length).toBeGreaterThan(0);
    const bench = recorderBench(START);
    bench.judge({ temp: { threshold: null, uts: true } });
    const r = randomFrom(3);
    for (let from = START; from < START + 2.5 * DAY_MS; from += HOUR_MS) {
      const own = rows.filter(({ timeMs }) => timeMs >= from && timeMs < from + HOUR_MS);
      bench.advance(from + HOUR_MS - bench.nowMs());
      // Within the hour in no order.
      for (const half of [own.filter((_, i) => i % 2 === 1), own.filter((_, i) => i % 2 === 0)])
        await send(bench, half);
      if (r() < 0.3) bench.restart();
      if (r() < 0.8) {
        bench.advance(5 * MINUTE_MS);
        await bench.settle();
      }
      if (r() < 0.3) bench.restart();
    }
    expect(await found(bench)).toEqual(model);
    expect(reasons.length).toBeGreaterThan(0);
    const kept = () => bench.recorder().reasons("temp", START, START + 3 * DAY_MS);
    expect(kept()).toEqual(reasons);
    bench.advance(DAY_MS);
    await bench.settle();
    expect(await found(bench)).toEqual(model);
    bench.restart();
    expect(kept()).toEqual(reasons);
    const [first] = reasons;
    expect(bench.recorder().reasons("temp", START, first!.timeMs)).toEqual([]);
    expect(bench.recorder().reasons("other", START, START + 3 * DAY_MS)).toEqual([]);
  });

  it("writes flags and bounds as columns of the segments", async () => {
    const bench = recorderBench(START);
    bench.judge({ temp: { threshold: null, uts: true } });
    bench.advance(2.5 * DAY_MS + HOUR_MS);
    await send(bench, rows);
    bench.advance(MINUTE_MS);
    await bench.settle();
    const names = new Set<string>();
    for (const each of bench.store.keys().filter((k) => !k.startsWith("rollup"))) {
      const { metrics } = await loadSegment(bench.store, each);
      for (const name of metrics) names.add(name);
    }
    for (const name of ["temp_ad_flag", "temp_ad_uts", "temp_upper", "temp_lower"])
      expect(names).toContain(name);
  });
});
