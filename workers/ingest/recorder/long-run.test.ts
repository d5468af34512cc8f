/** A recorder over a year: what a long question reads, and what is left when samples and minutes are past retention. */
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_READS } from "#app/domain/series/plan-sources.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2025, 0, 1);
const DAYS = 365;
/** A quarter of each day, so that a question may read a quarter of the bytes. */
const SHIFT_HOURS = 6;
const STEP_MS = 5 * 60_000;
const KEPT = { default: { rawDays: 30, minuteDays: 60 } };

let random = 1;
/** A sensor with a tenth of noise. */
const measure = (at: number): number => {
  random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.round(10 * (180 + 20 * Math.sin(at / DAY_MS) + (random / 2 ** 31) * 8)) / 10;
};

describe("a year of a machine", () => {
  let bench: RecorderBench;
  const sent: [timeMs: number, value: number][] = [];
  const meanOf = (fromMs: number, toMs: number): number => {
    const inside = sent.filter(([timeMs]) => timeMs >= fromMs && timeMs < toMs);
    return inside.reduce((sum, [, value]) => sum + Math.round(value * 10), 0) / 10 / inside.length;
  };
  const average = async (fromMs: number, toMs: number) =>
    (await bench.reader.averages({ deviceId: 1, metrics: ["temp"], startMs: fromMs, endMs: toMs }))
      .temp ?? null;

  beforeAll(async () => {
    bench = recorderBench(START, KEPT);
    for (let day = 0; day < DAYS; day++) {
      const dayMs = START + day * DAY_MS;
      bench.advance(dayMs + 13 * HOUR_MS - bench.nowMs());
      const times = Array.from(
        { length: (SHIFT_HOURS * HOUR_MS) / STEP_MS },
        (_, step) => dayMs + 6 * HOUR_MS + step * STEP_MS,
      );
      const values = times.map(measure);
      times.forEach((timeMs, index) => sent.push([timeMs, values[index] as number]));
      const answer = await bench.post([
        {
          times,
          tags: { temp: values, machine_state: times.map((_, i) => (i % 9 === 0 ? 3 : 5)) },
        },
      ]);
      expect(answer).toMatchObject({ status: "stored", rejected: [] });
      bench.advance(HOUR_MS);
      await bench.settle();
    }
  });

  it("is answered at 300 points with a few reads of some kilobytes", async () => {
    const { counts } = bench.store;
    const before = { ...counts };
    const range = { startMs: START + 1234, endMs: START + DAYS * DAY_MS - 77_000 };
    const { temp } = await bench.reader.buckets({
      deviceId: 1,
      metrics: ["temp"],
      ...range,
      buckets: 300,
    });
    expect(temp?.length).toBeGreaterThan(290);
    expect(counts.gets - before.gets).toBeLessThanOrEqual(MAX_READS);
    expect(counts.bytesRead - before.bytesRead).toBeLessThanOrEqual(
      (512 * 1024 * SHIFT_HOURS) / 24,
    );
  });

  it("keeps its exact means when samples are gone, and by the hour when minutes are gone", async () => {
    const { events } = bench;
    expect(events.filter(({ event }) => event === "recorder_retired").length).toBeGreaterThan(300);
    const last = START + (DAYS - 1) * DAY_MS;
    const [young, middle, old] = [last - 10 * DAY_MS, last - 45 * DAY_MS, last - 200 * DAY_MS];
    const cut = 7 * HOUR_MS + 12 * 60_000;
    expect(await average(young + cut + 1000, young + 9 * HOUR_MS)).toBeCloseTo(
      meanOf(young + cut + 1000, young + 9 * HOUR_MS),
      9,
    );
    expect(await average(middle + cut, middle + 9 * HOUR_MS)).toBeCloseTo(
      meanOf(middle + cut, middle + 9 * HOUR_MS),
      9,
    );
    expect(await average(old + 7 * HOUR_MS, old + 9 * HOUR_MS)).toBeCloseTo(
      meanOf(old + 7 * HOUR_MS, old + 9 * HOUR_MS),
      9,
    );
    expect(await average(START, last + DAY_MS)).toBeCloseTo(meanOf(START, last + DAY_MS), 9);
  });

  it("knows the state of a day whose samples are gone", async () => {
    const dayMs = START + 100 * DAY_MS;
    const states = await bench.reader.stateChanges({
      deviceId: 1,
      startMs: dayMs,
      endMs: dayMs + DAY_MS,
    });
    // The state that held on from the evening before, then by nines.
    expect(states.slice(0, 3).map(({ timeMs }) => (timeMs - dayMs) / 60_000)).toEqual([
      0, 360, 365,
    ]);
  });

  it("refuses samples of such a day, whole and clearly, and takes those of a day that is kept", async () => {
    const late = (day: number) =>
      bench.post([{ times: [START + day * DAY_MS + 8 * HOUR_MS + 1], tags: { temp: [1] } }]);
    expect(await late(100)).toMatchObject({
      status: "stored",
      accepted: 0,
      rejected: [{ reason: "too_old" }],
    });
    expect(await late(DAYS - 5)).toMatchObject({ status: "stored", accepted: 1, rejected: [] });
  });

  it("deletes only what nothing refers to, and all of that", async () => {
    for (const ms of [DAY_MS, HOUR_MS, HOUR_MS]) {
      bench.advance(ms);
      await bench.settle();
    }
    const keys = bench.store.keys();
    const status = bench.recorder().status();
    expect(keys.length).toBe(status.segments + status.rollupFiles);
    expect(keys.filter((key) => key.startsWith("rollup/1m/")).length).toBeLessThanOrEqual(62);
  });
});
