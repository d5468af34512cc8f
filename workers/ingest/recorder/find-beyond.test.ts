/** What is told of thresholds' flags is a sample that was flagged, with the state of its own moment. */
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { STATE_FEEDING, STATE_OFF } from "#app/domain/metrics/states.ts";
import { findBeyond } from "#app/features/analytics/anomalies/find-beyond.server.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 2, 2);
const DAYS = 4;
const LAST = START + (DAYS - 1) * DAY_MS;
const STEP_MS = 20_000;
/** The machine stands in the first ten minutes of each half hour; two samples are too high, each just after a stop. */
const stands = (timeMs: number): boolean => (timeMs / MINUTE_MS) % 30 < 10;
const high = [LAST + 10 * HOUR_MS + 11 * MINUTE_MS, LAST + 15 * HOUR_MS + 12 * MINUTE_MS];
const HIGH = 400;

let bench: RecorderBench;
beforeAll(async () => {
  bench = recorderBench(START);
  bench.judge({ rpm: { threshold: { lower: 0.1, upper: 99.9 }, uts: false } });
  for (let day = START; day < START + DAYS * DAY_MS; day += DAY_MS) {
    bench.advance(day + DAY_MS - bench.nowMs());
    const times = Array.from({ length: DAY_MS / STEP_MS }, (_, at) => day + at * STEP_MS);
    const rpm = times.map((at) => (high.includes(at) ? HIGH : stands(at) ? 0 : 300 + (at % 7)));
    const state = times.map((at) => (stands(at) ? STATE_OFF : STATE_FEEDING));
    await bench.post([{ times, tags: { rpm, machine_state: state } }]);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
  }
});

const asked = { deviceId: DEVICE, metric: "rpm", startMs: START, endMs: START + 7 * DAY_MS };

describe("what lay beyond its bounds", () => {
  it("is told by a value that was flagged, not by the lowest of a stop beside it", async () => {
    const found = await findBeyond(bench.reader, asked, []);
    expect(found.map(({ timeMs, state }) => [timeMs, state])).toEqual(
      high.map((timeMs) => [timeMs, STATE_FEEDING]),
    );
    for (const { why } of found)
      expect(why).toMatchObject({ code: "threshold", observed: HIGH, low: 300 });
  });

  it("is expected since the measure's first sample, where that is younger than the days that bounds are made of", async () => {
    const found = await findBeyond(bench.reader, asked, []);
    for (const { why } of found) expect(Math.abs(why.sinceMs - START)).toBeLessThan(HOUR_MS);
  });

  it("is not told where UTS said already why", async () => {
    const [timeMs] = high as [number];
    const uts = { metric: "rpm", timeMs, state: STATE_FEEDING, why: { code: "unrest" } } as const;
    const byUts = [{ ...uts, why: { ...uts.why, times: 3, sinceMs: START } }];
    expect((await findBeyond(bench.reader, asked, byUts)).map((each) => each.timeMs)).toEqual([
      high[1],
    ]);
  });
});
