import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 0, 5);
/** Packing takes fewer turns of the microtask queue. */
const TURNS = 400;

const at = (minute: number): number => START + minute * MINUTE_MS;
const isPacked = ({ events }: RecorderBench): boolean =>
  events.some(({ event }) => event === "recorder_packed");

/** Two sealed hours. */
async function sealedHours(): Promise<RecorderBench> {
  const bench = recorderBench(START);
  bench.advance(3 * HOUR_MS);
  await bench.post([{ times: [at(10), at(70)], tags: { temp: [1, 2] } }]);
  bench.advance(HOUR_MS);
  await bench.settle();
  return bench;
}

/** When such hours are packed into a file of several. */
async function packedAt(): Promise<number> {
  const bench = await sealedHours();
  for (let works = 0; works < 50 && !isPacked(bench); works++) {
    bench.advance(Math.max(0, bench.recorder().upkeep.nextDueMs - bench.nowMs()));
    await bench.settle();
  }
  return bench.nowMs();
}

/** What is answered of late samples that came as packing began, to who asks so many turns of the queue afterwards. */
async function askWhilePacking(packAtMs: number, turns: number): Promise<unknown[]> {
  const bench = await sealedHours();
  bench.advance(packAtMs - bench.nowMs());
  const packing = bench.settle();
  // What lies beside sealed samples when packing begins is sealed first: these come while it is at work.
  await bench.post([{ times: [at(20), at(80)], tags: { temp: [3, 4], other: [5, 6] } }]);
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  const range = { startMs: START, endMs: START + 3 * HOUR_MS };
  const query = { deviceId: DEVICE, metrics: ["temp", "other"], ...range, buckets: 5_000 };
  const answer = await bench.reader.buckets(query);
  await packing;
  expect(isPacked(bench)).toBe(true);
  return ["temp", "other"].map((metric) => (answer[metric] ?? []).map(({ value }) => value));
}

it("answers late samples of an hour that is packed while the answer is prepared", async () => {
  const packAtMs = await packedAt();
  const wrong: [number, unknown[]][] = [];
  for (let turns = 0; turns < TURNS; turns++) {
    const values = await askWhilePacking(packAtMs, turns);
    if (JSON.stringify(values) !== "[[1,3,2,4],[5,6]]") wrong.push([turns, values]);
  }
  expect(wrong).toEqual([]);
});
