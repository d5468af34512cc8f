import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 0, 1);
const HOURS = 14_000;

it("a batch with a sample in each of thousands of hours is stored, and so are the batches behind it", async () => {
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
});
