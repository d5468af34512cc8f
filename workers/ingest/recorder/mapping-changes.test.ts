/** Mappings that change while samples come: each change holds at once, and no sample is lost or kept twice. */
import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 0, 5);
const BATCHES = 60;
const PER_BATCH = 50;
const NAMES = ["first_name", "second_name", "PLC.Tag"] as const;

it.each([false, true])("with a kill between them: %s", async (isKilled) => {
  const bench = recorderBench(START + 2 * HOUR_MS);
  /** What each millisecond must be found under. */
  const expected: Record<string, number[]> = { first_name: [], second_name: [], "PLC.Tag": [] };
  let held: (typeof NAMES)[number] = "PLC.Tag";
  for (let batch = 0; batch < BATCHES; batch++) {
    // Mapped to the one, to the other, not at all.
    const name = NAMES[batch % NAMES.length]!;
    const frames = [0, 1].map((part) => ({
      times: Array.from(
        { length: PER_BATCH / 2 },
        (_, n) => START + batch * PER_BATCH + (part * PER_BATCH) / 2 + n,
      ),
      tags: {
        "PLC.Tag": Array.from({ length: PER_BATCH / 2 }, (_, n) => batch * PER_BATCH + n),
      },
    }));
    // The first part is on its way when the mapping changes; the second already obeys the change.
    const [first, second] = [frames[0]!, frames[1]!];
    const before = bench.post([first]);
    bench.map(name === "PLC.Tag" ? {} : { "PLC.Tag": name });
    const after = bench.post([second]);
    const stored = { status: "stored", accepted: PER_BATCH / 2, duplicate: 0, rejected: [] };
    expect(await Promise.all([before, after])).toEqual([stored, stored]);
    expected[held]!.push(...first.times);
    expected[name]!.push(...second.times);
    held = name;
    if (isKilled && batch % 7 === 0) bench.restart();
  }
  const check = async () => {
    for (const [metric, times] of Object.entries(expected)) {
      const range = { deviceId: 1, metrics: [metric], startMs: START, endMs: START + HOUR_MS };
      const points = await bench.reader.buckets({ ...range, buckets: 10_000 });
      expect([metric, (points[metric] ?? []).map(({ timeMs }) => timeMs)]).toEqual([metric, times]);
    }
  };
  await check();
  bench.advance(30 * HOUR_MS);
  await bench.settle();
  await check();
});
