import { afterEach, expect, it, vi } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { DEVICE, recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 0, 1);
const HOURS = 14_000;

afterEach(() => void vi.restoreAllMocks());

it("a batch with a sample in each of thousands of hours is stored and answered, and so are the batches behind it", async () => {
  const bench = recorderBench(START);
  const times = Array.from({ length: HOURS }, (_, hour) => START - hour * HOUR_MS);
  const stored = { status: "stored", accepted: HOURS, duplicate: 0, rejected: [] };
  const batch = (behindMs: number) => [
    {
      times: times.map((timeMs) => timeMs - behindMs),
      tags: { sheet_count: times.map(() => 9) },
    },
  ];
  expect(await bench.post(batch(0))).toEqual(stored);
  expect(await bench.post(batch(1000))).toEqual(stored);

  const derived = countDerived();
  const { sheet_count: counts = [] } = await bench.reader.buckets({
    ...{ deviceId: DEVICE, metrics: ["sheet_count", "sheets_per_hour"] },
    ...{ startMs: START - HOURS * HOUR_MS, endMs: START + HOUR_MS, buckets: 100 },
  });
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2 * HOURS);
  // Each hour once, or a few times; not once for each hour after it.
  expect(derived()).toBeLessThan(4 * HOURS);
});

function countDerived(): () => number {
  const { derive } = HourBuffer.prototype;
  let count = 0;
  vi.spyOn(HourBuffer.prototype, "derive").mockImplementation(function (this: HourBuffer, ...args) {
    count++;
    if (count > 100 * HOURS) throw new Error("hours are derived again and again");
    return derive.apply(this, args);
  });
  return () => count;
}
