/** Rows of the log that are not what was written: their samples are missing, no value is made of them, and the machine goes on. */
import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2024, 11, 30);
/** Flips tried of the batch. */
const FLIPS = 150;

/** Three batches of ten seconds each. */
async function threeBatches(): Promise<RecorderBench> {
  const bench = recorderBench(START + 60_000);
  for (const batch of [0, 1, 2]) await post(bench, batch);
  return bench;
}

function post(bench: RecorderBench, batch: number) {
  const times = Array.from({ length: 10 }, (_, at) => START + (batch * 10 + at) * 1000);
  return bench.post([
    {
      times,
      tags: {
        temp: times.map((time) => ((time / 1000) % 97) / 8),
        order_number: times.map(() => `A-${batch} Ø`),
        sheet_count: times.map((time) => (time / 1000) % 1000),
      },
    },
  ]);
}

async function ask(bench: RecorderBench) {
  const { points } = await bench.reader.telemetry({
    deviceId: DEVICE,
    metrics: ["temp", "order_number", "sheet_count"],
    startMs: START,
    endMs: START + HOUR_MS,
    buckets: 5000,
  });
  return points;
}

/** How often a row was told to be damaged. */
const told = ({ events }: RecorderBench) =>
  events.filter(({ event }) => event === "recorder_log_row_damaged").length;

async function withoutTheSecond() {
  const bench = recorderBench(START + 60_000);
  for (const batch of [0, 2]) await post(bench, batch);
  return ask(bench);
}

it("are left out, whichever bit of the batch is flipped", async () => {
  const right = await withoutTheSecond();
  const { storage } = await threeBatches();
  const batch = new Uint8Array(
    storage.sql.exec<{ batch: ArrayBuffer }>("SELECT batch FROM log WHERE seq = 2").one().batch,
  );
  for (let at = 0; at < batch.length; at += Math.ceil(batch.length / FLIPS)) {
    const flipped = batch.slice();
    flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
    const bench = await threeBatches();
    bench.storage.sql.exec("UPDATE log SET batch = ? WHERE seq = 2", flipped);
    bench.restart();
    expect([at, await ask(bench), told(bench)]).toEqual([at, right, 1]);
  }
});

it.each(["sampler", "received", "start", "end"])(
  "are left out when what stands beside the batch is another: %s",
  async (column) => {
    const right = await withoutTheSecond();
    const bench = await threeBatches();
    bench.storage.sql.exec(`UPDATE log SET ${column} = ${column} + 4 WHERE seq = 2`);
    bench.restart();
    expect([await ask(bench), told(bench)]).toEqual([right, 1]);
  },
);

it("hold up nothing: the same batch may come again, and hours are sealed", async () => {
  const bench = await threeBatches();
  const right = await ask(bench);
  bench.storage.sql.exec("UPDATE log SET batch = zeroblob(40) WHERE seq = 2");
  bench.restart();
  expect(await post(bench, 1)).toMatchObject({ status: "stored", accepted: 30, duplicate: 0 });
  expect(await ask(bench)).toEqual(right);
  bench.restart();
  expect([await ask(bench), told(bench)]).toEqual([right, 1]);
  bench.advance(3 * HOUR_MS);
  await bench.settle();
  expect(bench.recorder().status().unsealedSamples).toBe(0);
  expect(await ask(bench)).toEqual(right);
});

it("are told apart from those of an older release, which have no checksum", async () => {
  const bench = await threeBatches();
  const right = await ask(bench);
  for (const { seq, batch } of bench.storage.sql
    .exec<{ seq: number; batch: ArrayBuffer }>("SELECT seq, batch FROM log")
    .toArray()) {
    const old = new Uint8Array(batch).fill(0, 20, 24);
    bench.storage.sql.exec("UPDATE log SET batch = ? WHERE seq = ?", old, seq);
  }
  bench.restart();
  expect([await ask(bench), told(bench)]).toEqual([right, 0]);
});
