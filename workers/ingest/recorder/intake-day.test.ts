import { expect, it } from "vitest";
import { encodeBatch } from "#app/domain/series/batch.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { KEY_HASH, recorderBench, SAMPLER } from "./testing/recorder-bench.ts";

const QUARTER = 900_000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 4, 12);

const newBench = () => {
  const bench = recorderBench(START);
  const send = (values: number[], said: { buffered?: number; dropped?: number } = {}) => {
    const times = values.map((_, index) => bench.nowMs() + index);
    return bench.recorder().ingest({
      ...{ samplerId: SAMPLER, keyHash: KEY_HASH, batchId: "b" },
      batch: encodeBatch([{ times, tags: { speed: values } }]).bytes,
      ...{ buffered: 0, dropped: 0, ...said },
    });
  };
  return { ...bench, send, day: () => bench.recorder().intakeDay(SAMPLER) };
};
const slot = (index: number, change: object) => ({
  ...{ startMs: START + index * QUARTER, batches: 1, accepted: 1, duplicate: 0 },
  ...{ rejectedBy: {}, buffered: 0, dropped: 0, ...change },
});

it("a sampler's batches are told by the quarter of an hour in which they came", async () => {
  const { send, day, advance, recorder } = newBench();
  expect(day()).toEqual([]);
  await send([1, 2], { buffered: 7, dropped: 3 });
  await send([1, 2], { buffered: 2, dropped: 3 });
  advance(2 * QUARTER);
  await send([5], { dropped: 10 });
  // A count that began anew, as of a sampler with an empty disk.
  await send([6, 7], { dropped: 2 });
  expect(day()).toEqual([
    slot(0, { batches: 2, accepted: 2, duplicate: 2, buffered: 7, dropped: 3 }),
    slot(2, { batches: 2, accepted: 3, dropped: 9 }),
  ]);
  expect(recorder().intakeDay(SAMPLER + 1)).toEqual([]);
});

it("what was refused is told by its reason", async () => {
  const { day, recorder, configure } = withOnlyMapped(newBench());
  configure();
  await recorder().ingest({
    ...{ samplerId: SAMPLER, keyHash: KEY_HASH, batchId: "b", buffered: 0, dropped: 0 },
    batch: encodeBatch([{ times: [START, START + 1], tags: { junk: [1, 2] } }]).bytes,
    rejected: [{ tag: "x", reason: "bad_value", count: 4 }],
  });
  expect(day()).toEqual([slot(0, { accepted: 0, rejectedBy: { unmapped: 2, bad_value: 4 } })]);
});

it("it outlives a restart, and a day later it is gone", async () => {
  const { send, day, advance, restart, settle } = newBench();
  await send([1]);
  advance(HOUR + QUARTER);
  await settle();
  await send([2, 3]);
  const before = day();
  expect(before).toEqual([slot(0, {}), slot(5, { accepted: 2 })]);
  restart();
  expect(day()).toEqual(before);
  advance(24 * HOUR - HOUR - QUARTER - 1);
  expect(day()).toEqual(before);
  advance(1);
  expect(day()).toEqual([slot(5, { accepted: 2 })]);
  await send([4]);
  await settle();
  restart();
  expect(day()).toEqual([slot(5, { accepted: 2 }), slot(96, {})]);
});

function withOnlyMapped<T extends ReturnType<typeof newBench>>(bench: T) {
  const configure = () => {
    const { config } = bench.recorder();
    const samplers = config!.samplers.map((sampler) => ({ ...sampler, onlyMappedTags: true }));
    bench.recorder().configure({ ...config!, version: 9, samplers } satisfies RecorderConfig);
  };
  return { ...bench, configure };
}
