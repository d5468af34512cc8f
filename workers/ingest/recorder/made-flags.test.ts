/** Flags of hours that are behind are answered as sealing them would judge them, and a question for them seals nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { QUIET_MS } from "./limits.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 3, 7);
const HOURS = 30;
/** From here on there are bounds. */
const BOUND_HOUR = 25;
const END = START + HOURS * HOUR_MS;
const RUNS = Number(process.env.HELIOS_PROPERTY_RUNS ?? 5);
const THRESHOLD = { threshold: { lower: 2, upper: 98 }, uts: false };
const METRICS = ["temp", "sheets_per_hour"];

/** A day and some hours of a machine whose tags are judged, all of it sealed. */
async function liveBench(): Promise<RecorderBench> {
  const bench = recorderBench(END + 6 * HOUR_MS);
  bench.judge({ temp: THRESHOLD, press: THRESHOLD, sheets_per_hour: THRESHOLD });
  const every = (stepMs: number): number[] =>
    Array.from({ length: (HOURS * HOUR_MS) / stepMs }, (_, at) => START + at * stepMs);
  const [minutes, fives] = [every(MINUTE_MS), every(5 * MINUTE_MS)];
  let sheets = 0;
  await bench.post([
    {
      times: minutes,
      tags: {
        temp: minutes.map((_, at) => 50 + ((at * 37) % 41) + (at % 211 === 0 ? 30 : 0)),
        press: minutes.map((_, at) => 10 + (at % 10)),
      },
    },
    {
      times: fives,
      tags: {
        machine_state: fives.map((_, at) => (at % 19 < 17 ? 4 : 1)),
        sheet_count: fives.map((_, at) => (sheets += (at * 13) % 29)),
      },
    },
  ]);
  bench.advance(HOUR_MS);
  await bench.settle();
  return bench;
}

const sealedOf = (bench: RecorderBench): number =>
  bench.events.filter(({ event }) => event === "recorder_sealed").length;

async function ask(bench: RecorderBench, fromHour: number, hours: number, buckets: number) {
  const startMs = START + fromHour * HOUR_MS;
  const range = { deviceId: DEVICE, startMs, endMs: startMs + hours * HOUR_MS };
  return {
    buckets: await bench.reader.buckets({ ...range, metrics: METRICS, buckets }),
    abnormal: await bench.reader.abnormal({ ...range, metrics: METRICS, buckets: 6 }),
    flags: await bench.reader.averages({ ...range, metrics: ["temp_ad_flag"] }),
  };
}

describe("flags of hours that are behind", () => {
  it("are in an answer when they are the metric's first ones", async () => {
    const bench = await liveBench();
    const before = sealedOf(bench);
    const timeMs = START + 26 * HOUR_MS + 1000;
    const range = { deviceId: DEVICE, startMs: timeMs, endMs: timeMs + 1, buckets: 5 };
    await bench.post([{ times: [timeMs], tags: { press: [99] } }]);
    const read = () => bench.reader.buckets({ ...range, metrics: ["press"] });
    const found = await read();
    expect(found.press).toMatchObject([{ value: 99, adFlag: true, upper: 19 }]);
    expect(sealedOf(bench)).toBe(before);
    bench.advance(HOUR_MS);
    await bench.settle();
    expect(await read()).toEqual(found);
  });

  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("post" as const),
        metric: fc.constantFrom("temp", "machine_state", "sheet_count"),
        fromMs: fc.integer({ min: -5 * 60, max: HOURS * 60 - 1 }).map((at) => at * MINUTE_MS),
        stepMs: fc.constantFrom(20_000, MINUTE_MS, 7 * MINUTE_MS),
        values: fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("seal" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("kill at work" as const) }) },
  );

  it("are answered as sealing judges them, late, before, killed or at work, and nothing is sealed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: BOUND_HOUR, max: HOURS - 1 }),
        fc.constantFrom(1, 5, 60, 500),
        fc.boolean(),
        async (steps, fromHour, buckets, isAtWork) => {
          const bench = await liveBench();
          for (const current of steps) {
            if (current.do === "post") {
              const { metric, fromMs, stepMs, values } = current;
              const times = values.map((_, at) => START + fromMs + at * stepMs);
              const tags = {
                [metric]: values.map((value) => (metric === "temp" ? value * 20 : value)),
              };
              expect(await bench.post([{ times, tags }])).toMatchObject({ rejected: [] });
            } else if (current.do === "seal") {
              bench.advance(QUIET_MS);
              await bench.settle();
            } else if (current.do === "restart") bench.restart();
            else {
              bench.advance(QUIET_MS);
              void bench.recorder().upkeep.work();
              await Promise.resolve();
              bench.restart();
            }
          }
          const questions: [fromHour: number, hours: number, buckets: number][] = [
            [fromHour, HOURS - fromHour, buckets],
            [BOUND_HOUR, HOURS - BOUND_HOUR, 180],
          ];
          if (isAtWork) bench.advance(QUIET_MS);
          const work = isAtWork ? bench.recorder().upkeep.work() : null;
          const before = sealedOf(bench);
          const found = [];
          for (const question of questions) found.push(await ask(bench, ...question));
          if (!isAtWork) expect(sealedOf(bench)).toBe(before);
          await work;
          bench.advance(HOUR_MS);
          await bench.settle();
          for (const [at, question] of questions.entries())
            expect(await ask(bench, ...question)).toEqual(found[at]);
        },
      ),
      {
        numRuns: RUNS,
        endOnFailure: true,
      },
    );
  }, 3_600_000);
});
