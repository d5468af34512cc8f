/**
 * What a report reads of packed days: the samples of a machine that sends a value a minute, the minutes of one that sends
 * more; and every row is the same, whichever it reads.
 */
import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import { DEVICE, recorderBench } from "#workers/ingest/recorder/testing/recorder-bench.ts";

const START = Date.UTC(2026, 2, 2);
const METRICS = ["bearing_temp", "machine_state", "sheet_count", "line"];

/** Two days, packed, of a sample of each metric every `stepMs`. */
async function packed(stepMs: number) {
  const bench = recorderBench(START);
  for (let hour = 0; hour < 48; hour++) {
    bench.advance(HOUR_MS);
    const times = Array.from({ length: HOUR_MS / stepMs }, (_, n) => START + hour * HOUR_MS + n * stepMs + 300); // prettier-ignore
    const at = (time: number): number => (time - START - 300) / stepMs;
    const tags = {
      bearing_temp: times.map((time) => ((at(time) * 7919) % 977) / 10),
      machine_state: times.map((time) => (at(time) % 90 < 60 ? 4 : 2)),
      sheet_count: times.map((time) => at(time) * 3),
      line: times.map((time) => `order ${Math.floor(at(time) / 50)}`),
    };
    await bench.post([{ times, tags }]);
    await bench.settle();
  }
  for (let hour = 0; hour < 48; hour++) {
    bench.advance(HOUR_MS);
    await bench.settle();
  }
  const asked: string[] = [];
  let isPlain = true;
  const reader = createSeriesReader({
    store: {
      ...bench.store,
      get: (key, range) => (
        asked.push(key.slice(0, key.indexOf("/"))),
        bench.store.get(key, range)
      ),
    },
    recorder: () => ({
      snapshot: (request) => bench.recorder().snapshot({ ...request, plain: isPlain }),
      snapshotPart: async (more) => bench.recorder().snapshotPart(more),
    }),
  });
  const read = async (mayBeSamples: boolean) => {
    isPlain = mayBeSamples;
    asked.length = 0;
    const startMs = START + DAY_MS;
    const range = { startMs, endMs: startMs + DAY_MS, buckets: DAY_MS / MINUTE_MS };
    const values = await reader.values({ deviceId: DEVICE, metrics: METRICS, ...range });
    return { values, from: [...new Set(asked)] };
  };
  return { samples: await read(true), minutes: await read(false) };
}

it.each([
  [60_000, "raw"],
  [10_000, "rollup"],
])(
  "of a sample every %d ms it reads %s, and the rows are those of minutes",
  async (stepMs, from) => {
    const { samples, minutes } = await packed(stepMs);
    expect([samples.from, minutes.from]).toEqual([[from], ["rollup"]]);
    expect(Object.keys(samples.values).sort()).toEqual([...METRICS].sort());
    expect(samples.values).toEqual(minutes.values);
    expect([...(samples.values["bearing_temp"] ?? [])].slice(0, 3)).toHaveLength(3);
  },
);
