/** A clock that is wrong for a while: nothing is deleted by it, nothing refused, and afterwards everything goes on. */
import { describe, expect, it } from "vitest";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2026, 0, 1);
const KEPT = { default: { rawDays: 10, minuteDays: 20 } };
const WRONG_MS = 3 * 365 * DAY_MS;
const DAYS = 8;

const one = (timeMs: number) => ({ times: [timeMs], tags: { temp: [timeMs % 1000] } });
const stored = { status: "stored", accepted: 1, duplicate: 0, rejected: [] };

/** So many days of a sample each three hours. */
async function run(bench: RecorderBench, days: number): Promise<void> {
  for (let step = 0; step < days * 8; step++) {
    bench.advance(3 * HOUR_MS);
    expect(await bench.post([one(bench.nowMs())])).toEqual(stored);
    await bench.settle();
  }
}
const countFrom = async (bench: RecorderBench, fromMs: number, toMs: number) => {
  const { temp = [] } = await bench.reader.buckets({
    deviceId: 1,
    metrics: ["temp"],
    startMs: fromMs,
    endMs: toMs,
    buckets: 5000,
  });
  return temp.reduce((sum, { count }) => sum + count, 0);
};
const eventsOf = (bench: RecorderBench, name: string) =>
  bench.events.filter(({ event }) => event === name);
const retiredDays = (bench: RecorderBench) =>
  bench.events.reduce((sum, event) => sum + ("days" in event ? event.days : 0), 0);

describe("a start with a clock three years ahead", () => {
  it("deletes nothing, takes today's samples, and says so", async () => {
    const bench = recorderBench(START, KEPT);
    await run(bench, DAYS);
    const today = bench.nowMs();
    bench.advance(WRONG_MS);
    bench.restart();
    await bench.settle();
    expect(await bench.post([one(today + MINUTE_MS)])).toEqual(stored);
    for (let hour = 0; hour < 12; hour++) {
      bench.advance(HOUR_MS);
      await bench.settle();
    }
    expect(eventsOf(bench, "recorder_retired")).toEqual([]);
    expect(eventsOf(bench, "recorder_clock_jumped")).toHaveLength(1);
    bench.advance(-WRONG_MS);
    bench.restart();
    expect(await bench.post([one(bench.nowMs())])).toEqual(stored);
    await bench.settle();
    expect(await countFrom(bench, START, bench.nowMs() + 1)).toBe(DAYS * 8 + 2);
  });

  it("costs no more than a day a day when the samples are ahead too", async () => {
    const bench = recorderBench(START, KEPT);
    await run(bench, DAYS);
    bench.advance(WRONG_MS);
    bench.restart();
    await run(bench, 4);
    expect(retiredDays(bench)).toBeLessThanOrEqual(2);
  });

  it("leaves upkeep as it was: days are packed and retired when the clock is right again", async () => {
    const bench = recorderBench(START, KEPT);
    await run(bench, 3);
    bench.advance(WRONG_MS);
    bench.restart();
    expect(await bench.post([one(bench.nowMs() - WRONG_MS + MINUTE_MS)])).toEqual(stored);
    bench.advance(HOUR_MS);
    await bench.settle();
    bench.advance(-WRONG_MS);
    bench.restart();
    await run(bench, 20);
    expect(retiredDays(bench)).toBeGreaterThanOrEqual(11);
    expect(bench.recorder().status().overdueHours).toBe(0);
    expect(bench.store.keys().filter((key) => key.startsWith("raw/")).length).toBeLessThan(20);
  });
});

it("a machine that sends nothing any more keeps what it sent last", async () => {
  const bench = recorderBench(START, KEPT);
  await run(bench, DAYS);
  for (let day = 0; day < 60; day++) {
    bench.advance(DAY_MS);
    await bench.settle();
  }
  expect(eventsOf(bench, "recorder_retired")).toEqual([]);
});

describe("the first batch of a machine, by a clock three years ahead", () => {
  it("is taken where Helios knows better, and what follows when the clock is right again", async () => {
    const bench = recorderBench(START + WRONG_MS, KEPT);
    const recorder = bench.recorder();
    recorder.configure({ ...recorder.config!, version: 2, believedMs: START });
    expect(await bench.post([one(START)])).toEqual(stored);
    for (let hour = 0; hour < 12; hour++) {
      bench.advance(HOUR_MS);
      expect(await bench.post([one(START + (hour + 1) * HOUR_MS)])).toEqual(stored);
      await bench.settle();
    }
    bench.advance(-WRONG_MS);
    bench.restart();
    await run(bench, 1);
    expect(eventsOf(bench, "recorder_retired")).toEqual([]);
    expect(await countFrom(bench, START, bench.nowMs() + 1)).toBe(13 + 8);
  });

  it("is too old where nothing says what time it is", async () => {
    const bench = recorderBench(START + WRONG_MS, KEPT);
    expect(await bench.post([one(START)])).toMatchObject({
      accepted: 0,
      rejected: [{ tag: "temp", reason: "too_old", count: 1 }],
    });
  });
});
