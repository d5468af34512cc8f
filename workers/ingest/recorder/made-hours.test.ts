import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { DERIVED_METRICS, DERIVE_INPUTS } from "#app/domain/series/derive.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { QUIET_MS } from "./limits.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 1, 3);
const RUNS = Number(process.env.HELIOS_PROPERTY_RUNS ?? 60);
const METRICS = [...DERIVE_INPUTS, ...DERIVED_METRICS.filter((name) => !DERIVE_INPUTS.has(name))];
const SENT = ["machine_state", "sheet_count", "sheet_size", "signal_dbm", "sheets_per_hour"];

type Question = { startMs: number; endMs: number; buckets: number };

/** Every way in which a range is read. */
async function ask(bench: RecorderBench, { buckets, ...range }: Question, metrics = METRICS) {
  const query = { deviceId: DEVICE, metrics, ...range };
  const { points, states } = await bench.reader.steps({ ...query, buckets });
  return {
    ...{ points, states },
    numbers: await bench.reader.numbers({ ...query, spans: [[range.startMs, range.endMs]] }),
    averages: await bench.reader.averages(query),
    values: await bench.reader.values({ ...query, buckets }),
  };
}

const sealedOf = (bench: RecorderBench): number =>
  bench.events.filter(({ event }) => event === "recorder_sealed").length;

describe("what is derived of hours that are behind", () => {
  const HOURS = 30;
  const atMs = fc.nat(HOURS * 60 - 1).map((minute) => minute * MINUTE_MS);
  const series = fc.record({
    metric: fc.constantFrom("machine_state", "machine_state", ...SENT),
    fromMs: atMs,
    stepMs: fc.constantFrom(20_000, MINUTE_MS, 7 * MINUTE_MS, 14 * MINUTE_MS, HOUR_MS),
    values: fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }),
  });
  const question = fc.oneof(
    // Rows of hours and of minutes, and samples.
    fc
      .tuple(fc.nat(HOURS), fc.integer({ min: 1, max: HOURS }))
      .map(([from, hours]) => ({ from: from * HOUR_MS, ms: hours * HOUR_MS, buckets: hours })),
    fc
      .tuple(fc.nat(HOURS), fc.integer({ min: 1, max: 6 }))
      .map(([from, hours]) => ({ from: from * HOUR_MS, ms: hours * HOUR_MS, buckets: hours * 12 })),
    fc
      .tuple(atMs, fc.integer({ min: 1000, max: 4 * HOUR_MS }))
      .map(([from, ms]) => ({ from: from + 1234, ms, buckets: 7 })),
  );
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("post" as const), series }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("seal" as const),
        ms: fc.constantFrom(QUIET_MS, QUIET_MS, DAY_MS),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("kill at work" as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("ask" as const),
        question,
        isAtWork: fc.boolean(),
        metrics: fc.constantFrom(METRICS, ...DERIVED_METRICS.map((metric) => [metric])),
      }),
    },
  );

  it("is answered as if all samples had come at once, early, late, sealed, killed or at work", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        const bench = recorderBench(START + 2 * DAY_MS);
        const samples = new Map<string, Map<number, number>>();
        const truth = async (asked: Question, metrics: string[]) => {
          const other = recorderBench(START + 2 * DAY_MS);
          for (const [metric, own] of samples) {
            const times = [...own.keys()].sort((a, b) => a - b);
            const values = times.map((timeMs) => own.get(timeMs) as number);
            await other.post([{ times, tags: { [metric]: values } }]);
          }
          return ask(other, asked, metrics);
        };
        const toQuestion = ({
          from,
          ms,
          buckets,
        }: {
          from: number;
          ms: number;
          buckets: number;
        }) => ({
          startMs: START + from,
          endMs: START + from + ms,
          buckets,
        });
        for (const current of steps) {
          if (current.do === "post") {
            const { metric, fromMs, stepMs, values } = current.series;
            const times = values.map((_, at) => START + fromMs + at * stepMs);
            const own = samples.get(metric) ?? new Map<number, number>();
            samples.set(metric, own);
            times.forEach((timeMs, at) => own.set(timeMs, values[at] as number));
            const frame: BatchFrame = { times, tags: { [metric]: values } };
            expect(await bench.post([frame])).toMatchObject({ status: "stored", rejected: [] });
          } else if (current.do === "seal") {
            bench.advance(current.ms);
            await bench.settle();
          } else if (current.do === "restart") {
            bench.restart();
          } else if (current.do === "kill at work") {
            bench.advance(QUIET_MS);
            void bench.recorder().upkeep.work();
            await Promise.resolve();
            bench.restart();
          } else {
            const asked = toQuestion(current.question);
            if (current.isAtWork) bench.advance(QUIET_MS);
            const work = current.isAtWork ? bench.recorder().upkeep.work() : null;
            expect(await ask(bench, asked, current.metrics)).toEqual(
              await truth(asked, current.metrics),
            );
            await work;
          }
        }
        const whole = { startMs: START, endMs: START + HOURS * HOUR_MS, buckets: HOURS };
        const expected = await truth(whole, METRICS);
        expect(await ask(bench, whole)).toEqual(expected);
        bench.advance(QUIET_MS);
        await bench.settle();
        expect(await ask(bench, whole)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  }, 3_600_000);

  it("is right where the size came in an hour whose roll-ups are in a file", async () => {
    // The year ends meanwhile: its hours' rows go into a file.
    const start = Date.UTC(2025, 11, 30);
    const bench = recorderBench(start + 4 * DAY_MS);
    const send = (metric: string, atMs: number, value: number) =>
      bench.post([{ times: [start + atMs], tags: { [metric]: [value] } }]);
    await send("sheet_size", 5 * HOUR_MS, 10);
    await send("machine_state", HOUR_MS, 0);
    await send("machine_state", 25 * HOUR_MS, 0);
    bench.advance(QUIET_MS);
    await bench.settle();
    // Twice: the hour is in memory, and nothing of it is new.
    await send("machine_state", HOUR_MS, 0);
    await send("machine_state", 0, 0);
    await send("sheet_count", 25 * HOUR_MS, 0);
    await send("sheet_count", 25 * HOUR_MS + 1000, 1);
    const range = { startMs: start + 12 * HOUR_MS, endMs: start + 26 * HOUR_MS };
    const query = { deviceId: DEVICE, metrics: ["msf_hr"], ...range, buckets: 1 };
    const { points } = await bench.reader.telemetry(query);
    // One sheet of 10 in a second.
    expect(points.msf_hr?.map(({ value }) => value)).toEqual([36]);
  });

  it("is right where an hour was sealed upon such a value while the question was prepared", async () => {
    const bench = recorderBench(START + 2 * DAY_MS);
    const post = (minutes: number[], state: number) =>
      bench.post([
        {
          times: minutes.map((minute) => START + minute * MINUTE_MS),
          tags: { machine_state: minutes.map(() => state) },
        },
      ]);
    await post([36, 50, 64], 0);
    await post([78, 92, 106, 120], 1);
    bench.advance(QUIET_MS);
    await bench.settle();
    await post([77, 78], 0);
    await post([180], 1);
    bench.advance(QUIET_MS);
    const work = bench.recorder().upkeep.work();
    const range = { startMs: START, endMs: START + 4 * HOUR_MS };
    const query = { deviceId: DEVICE, metrics: ["time_online"], ...range, buckets: 4 };
    const { points } = await bench.reader.steps(query);
    expect(points.time_online?.at(-1)?.value).toBe((180 - 92) * 60);
    await work;
  });
});

describe("a question after an import into a machine that was live before", () => {
  const LIVE_HOURS = 72;
  const NOW = START + LIVE_HOURS * HOUR_MS;
  const minutes = (fromMs: number, toMs: number): BatchFrame => {
    const times: number[] = [];
    for (let at = fromMs; at < toMs; at += 2 * MINUTE_MS) times.push(at);
    return {
      times,
      tags: {
        machine_state: times.map((at) => ((at / MINUTE_MS) % 97 < 80 ? 3 : 1)),
        sheet_count: times.map((at) => at / MINUTE_MS - START / MINUTE_MS + 1e6),
        sheet_size: times.map(() => 12),
      },
    };
  };
  /** Days live, sealed, and then what was before them and something among them. */
  async function imported(days: number): Promise<RecorderBench> {
    const bench = recorderBench(NOW);
    await bench.post([minutes(START, NOW)]);
    bench.advance(HOUR_MS);
    await bench.settle();
    for (let day = days; day > 0; day--)
      await bench.post([minutes(START - day * DAY_MS, START - (day - 1) * DAY_MS)]);
    const late = [NOW - 30 * HOUR_MS + 1000, NOW - 2 * HOUR_MS + 1000];
    await bench.post([{ times: late, tags: { machine_state: [0, 1] } }]);
    return bench;
  }
  const questions: [string, Question][] = [
    ["the last hour", { startMs: NOW - HOUR_MS, endMs: NOW, buckets: 60 }],
    ["the last day", { startMs: NOW - DAY_MS, endMs: NOW, buckets: 24 }],
    ["all of it", { startMs: START - 8 * DAY_MS, endMs: NOW, buckets: 11 * 24 }],
  ];

  it.each(questions)(
    "about %s seals no hour, and reads few",
    async (_, question) => {
      const bench = await imported(8);
      const before = sealedOf(bench);
      let reads = 0;
      const { get } = bench.store;
      bench.store.get = (key, range) => {
        reads++;
        return get(key, range);
      };
      const read = async () => {
        const answers = [];
        for (const metrics of [DERIVED_METRICS, ...DERIVED_METRICS.map((metric) => [metric])])
          answers.push(await bench.reader.telemetry({ deviceId: DEVICE, metrics, ...question }));
        return answers;
      };
      const first = await read();
      expect(sealedOf(bench)).toBe(before);
      expect(reads).toBeLessThanOrEqual(4 * LIVE_HOURS);
      bench.advance(HOUR_MS);
      await bench.settle();
      expect(sealedOf(bench)).toBeGreaterThan(before + 8 * 24);
      expect(await read()).toEqual(first);
    },
    60_000,
  );

  it("seals no hour where a value has lasted for longer than all that is read, nor for flags", async () => {
    const bench = recorderBench(NOW + 3 * DAY_MS);
    bench.judge({ uptime: { threshold: { lower: 1, upper: 99 }, uts: true } });
    const hours = 120;
    await bench.post([minutes(START, START + hours * HOUR_MS)]);
    bench.advance(HOUR_MS);
    await bench.settle();
    await bench.post([minutes(START - HOUR_MS, START)]);
    const before = sealedOf(bench);
    let reads = 0;
    const { get } = bench.store;
    bench.store.get = (key, range) => {
      reads++;
      return get(key, range);
    };
    const range = { startMs: START + (hours - 1) * HOUR_MS, endMs: START + hours * HOUR_MS };
    const query = { deviceId: DEVICE, ...range, metrics: DERIVED_METRICS };
    const read = async () => [
      await bench.reader.averages(query),
      await bench.reader.buckets({ ...query, buckets: 60 }),
    ];
    const first = await read();
    expect(sealedOf(bench)).toBe(before);
    expect(reads).toBeLessThan(20);
    bench.advance(HOUR_MS);
    await bench.settle();
    expect(sealedOf(bench)).toBe(before + hours + 1);
    expect(await read()).toEqual(first);
    expect(first[0]?.time_online).toBeGreaterThan(hours * 3600 - 1);
  });

  it("merges late samples of as many hours as its samples allow, and seals the oldest of more", async () => {
    const bench = recorderBench(NOW);
    await bench.post([minutes(START, NOW)]);
    bench.advance(HOUR_MS);
    await bench.settle();
    const late = Array.from({ length: LIVE_HOURS - 1 }, (_, at) => START + at * HOUR_MS + 1000);
    await bench.post([{ times: late, tags: { sheet_size: late.map((_, at) => at) } }]);
    const before = sealedOf(bench);
    const query = {
      deviceId: DEVICE,
      metrics: ["sheet_size", "msf_hr"],
      startMs: START,
      endMs: NOW,
    };
    const read = async () => [
      await bench.reader.buckets({ ...query, buckets: LIVE_HOURS }),
      await bench.reader.averages({ ...query, metrics: ["sheet_size"] }),
    ];
    const first = await read();
    expect(sealedOf(bench)).toBe(before);
    bench.advance(HOUR_MS);
    await bench.settle();
    expect(await read()).toEqual(first);
  });
});
