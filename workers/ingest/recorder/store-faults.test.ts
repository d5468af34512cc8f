/** Objects that cannot be stored, or only slowly: batches are taken and answered all the while, and what waited is done. */
import { describe, expect, it } from "vitest";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2026, 1, 3);
const SCANS = 120;

/** Half a minute of a metric that tells its own time. */
const frame = (fromMs: number) => {
  const times = Array.from({ length: SCANS }, (_, index) => fromMs + index * 250);
  return { times, tags: { speed: times.map((timeMs) => (timeMs - START) / 250) } };
};
const stored = { status: "stored", accepted: SCANS, duplicate: 0, rejected: [] };

async function expectAll(bench: RecorderBench, batches: readonly number[]): Promise<void> {
  for (const fromMs of batches) {
    const { speed = [] } = await bench.reader.buckets({
      deviceId: 1,
      metrics: ["speed"],
      startMs: fromMs,
      endMs: fromMs + 30_000,
      buckets: SCANS,
    });
    expect(speed.map(({ value, count }) => [value, count])).toEqual(
      frame(fromMs).tags.speed.map((value) => [value, 1]),
    );
  }
}

describe("a store of objects", () => {
  it("that is away for a day costs nothing: batches are answered, values read, and the backlog drains", async () => {
    const bench = recorderBench(START);
    const batches: number[] = [];
    bench.fail(Number.MAX_SAFE_INTEGER);
    for (let hour = 0; hour < 24; hour++) {
      const fromMs = START + hour * HOUR_MS;
      bench.advance(HOUR_MS);
      expect(await bench.post([frame(fromMs)])).toEqual(stored);
      batches.push(fromMs);
      await bench.settle();
    }
    expect(bench.recorder().status()).toMatchObject({ segments: 0, unsealedSamples: 24 * SCANS });
    expect(bench.recorder().status().overdueHours).toBeGreaterThan(20);
    await expectAll(bench, batches);
    bench.restart();
    await expectAll(bench, batches);

    bench.fail(0);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
    expect(bench.recorder().status()).toMatchObject({
      overdueHours: 0,
      unsealedSamples: 0,
      unsealedBytes: 0,
    });
    await expectAll(bench, batches);
  });

  it("that takes its time holds up no batch, and loses none that came to the hour meanwhile", async () => {
    const bench = recorderBench(START + 2 * HOUR_MS);
    expect(await bench.post([frame(START)])).toEqual(stored);
    bench.advance(60_000);
    const { asked, release } = bench.hold();
    const sealing = bench.recorder().upkeep.work();
    await asked;
    // The seal's object is on its way. One batch for its hour, one for another.
    expect(await bench.post([frame(START + 60_000)])).toEqual(stored);
    expect(await bench.post([frame(START + HOUR_MS)])).toEqual(stored);
    release();
    expect(await sealing).toBe(true);
    const batches = [START, START + 60_000, START + HOUR_MS];
    await expectAll(bench, batches);
    bench.restart();
    await expectAll(bench, batches);
    bench.advance(HOUR_MS);
    await bench.settle();
    expect(bench.recorder().status().unsealedSamples).toBe(0);
    await expectAll(bench, batches);
    expect(await bench.post([frame(START)])).toEqual({ ...stored, accepted: 0, duplicate: SCANS });
  });

  it("in which a write that was given up arrives late stands as it was committed", async () => {
    const bench = recorderBench(START + 2 * HOUR_MS);
    const batches = [START, START + 60_000];
    expect(await bench.post([frame(START)])).toEqual(stored);
    bench.advance(60_000);
    bench.fail(1, "work late");
    await bench.settle();
    bench.restart();
    expect(await bench.post([frame(START + 60_000)])).toEqual(stored);
    bench.advance(60_000);
    await bench.settle();
    expect(bench.recorder().status().unsealedSamples).toBe(0);
    await bench.arrive();
    bench.restart();
    await expectAll(bench, batches);

    // Nobody refers to it, and it goes.
    bench.advance(HOUR_MS);
    await bench.settle();
    expect(bench.store.keys()).toHaveLength(1);
    await expectAll(bench, batches);
  });

  it("in the middle of which the recorder is evicted is left as it was, or as it should be", async () => {
    const bench = recorderBench(START + 2 * HOUR_MS);
    for (const moment of [0, 1, 2, 5, 20]) {
      const fromMs = START + moment * 60_000;
      expect(await bench.post([frame(fromMs)])).toEqual(stored);
      bench.advance(60_000);
      void bench.recorder().upkeep.work();
      for (let turn = 0; turn < moment; turn++) await Promise.resolve();
      bench.restart();
      await expectAll(bench, [fromMs]);
      bench.advance(60_000);
      await bench.settle();
      await expectAll(bench, [fromMs]);
    }
    expect(bench.recorder().status().unsealedSamples).toBe(0);
  });

  it("is not what a live machine waits for while a week is replayed", async () => {
    const bench = recorderBench(START + 8 * 24 * HOUR_MS);
    const live: number[] = [];
    let mostStored = 0;
    for (let hour = 0; hour < 7 * 24; hour++) {
      expect(await bench.post([frame(START + hour * HOUR_MS)])).toEqual(stored);
      const work = bench.recorder().upkeep.work();
      const fromMs = bench.nowMs() - 30_000;
      const before = bench.store.counts.puts;
      expect(await bench.post([frame(fromMs)])).toEqual(stored);
      mostStored = Math.max(mostStored, bench.store.counts.puts - before);
      live.push(fromMs);
      expect(bench.recorder().latest(["speed"]).speed?.timeMs).toBe(fromMs + (SCANS - 1) * 250);
      await work;
      bench.advance(30_000);
    }
    await bench.settle();
    await expectAll(bench, [START, START + 100 * HOUR_MS, ...live.slice(-3)]);
    // One hour's seal at most stands before a batch.
    expect(mostStored).toBeLessThanOrEqual(1);
  });
});
