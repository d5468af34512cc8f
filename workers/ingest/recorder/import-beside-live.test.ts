/** A history that comes faster than it is sealed, beside the machine's own samples and those who ask for all of it. */
import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { LIVE_ROOM_SAMPLES, MAX_UNSEALED_SAMPLES, SEALED_BEFORE_ANSWER } from "./limits.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2024, 11, 30);
const NAMES = Array.from({ length: 50 }, (_, at) => `metric_${at}`);

const HOUR_SAMPLES = 30_000;
/** A sample each 6 s of all metrics. */
const postHour = (bench: RecorderBench, hourMs: number) => {
  const times = Array.from({ length: 600 }, (_, at) => hourMs + at * 6_000);
  return bench.post([{ times, tags: Object.fromEntries(NAMES.map((name) => [name, times])) }]);
};
const samplesOf = (bench: RecorderBench): number => bench.recorder().status().unsealedSamples;

it("lets history wait before the machine's own samples, and seals between large answers", async () => {
  const bench = recorderBench(START + 200 * HOUR_MS);
  let hour = START;
  while ((await postHour(bench, hour)).status === "stored") hour += HOUR_MS;
  expect(samplesOf(bench)).toBeGreaterThan(MAX_UNSEALED_SAMPLES - LIVE_ROOM_SAMPLES);
  expect(samplesOf(bench)).toBeLessThan(MAX_UNSEALED_SAMPLES - LIVE_ROOM_SAMPLES + 60_000);
  const live = { times: [bench.nowMs() - MINUTE_MS, bench.nowMs()], tags: { metric_0: [1, 2] } };
  expect(await bench.post([live])).toMatchObject({ status: "stored", accepted: 2 });

  const answered = async (): Promise<number> => {
    const end = await bench.recorder().upkeep.holdForAnswer();
    end();
    return samplesOf(bench);
  };
  const before = samplesOf(bench);
  const first = await answered();
  expect(first).toBeLessThanOrEqual(before - SEALED_BEFORE_ANSWER);
  expect(first).toBeGreaterThan(before - SEALED_BEFORE_ANSWER - 60_000);
  expect(await answered()).toBeLessThanOrEqual(first - SEALED_BEFORE_ANSWER);
  // Samples that come meanwhile hold no answer up.
  const sealed = bench.recorder().status().segments;
  let isHeld = false;
  const holding = bench
    .recorder()
    .upkeep.holdForAnswer()
    .then((end) => {
      isHeld = true;
      end();
    });
  for (let post = 0; post < 300 && !isHeld; post++)
    if ((await postHour(bench, hour)).status === "stored") hour += HOUR_MS;
  await holding;
  expect(bench.recorder().status().segments).toBeLessThanOrEqual(
    sealed + Math.ceil(SEALED_BEFORE_ANSWER / HOUR_SAMPLES),
  );
  // No store, no sealing; the answer comes all the same.
  bench.fail(1);
  const held = samplesOf(bench);
  expect(await answered()).toBe(held);
});
