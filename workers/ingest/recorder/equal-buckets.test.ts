/**
 * Buckets are asked for by their number. Either all are of one length, to the millisecond, or each says where it ends; and
 * either way it tells of exactly the time that it says, whatever files and roll-ups the answer was made of.
 */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2025, 0, 1);
const DAYS = 120;
const END = START + DAYS * DAY_MS;
const MINUTES = DAY_MS / MINUTE_MS;
const METRIC = "temp";
const valueAt = (minute: number): number => (minute * 7919) % 97;
const minuteOf = (timeMs: number): number => Math.ceil((timeMs - START) / MINUTE_MS);

/** Samples of a stretch of time, and their mean by time: each minute's value holds until the next. */
function expected(fromMs: number, toMs: number) {
  let area = 0;
  for (let minute = minuteOf(fromMs) - 1; minute < minuteOf(toMs); minute++) {
    const atMs = START + minute * MINUTE_MS;
    area += valueAt(minute) * (Math.min(atMs + MINUTE_MS, toMs) - Math.max(atMs, fromMs));
  }
  return { count: minuteOf(toMs) - minuteOf(fromMs), value: area / (toMs - fromMs) };
}

let bench: RecorderBench;
beforeAll(async () => {
  bench = recorderBench(END + DAY_MS, { default: { rawDays: 3000, minuteDays: 3000 } });
  for (let day = 0; day < DAYS; day++) {
    const times = Array.from({ length: MINUTES }, (_, at) => START + day * DAY_MS + at * MINUTE_MS);
    const tags = { [METRIC]: times.map((_, at) => valueAt(day * MINUTES + at)) };
    expect(await bench.post([{ times, tags }])).toMatchObject({ status: "stored", rejected: [] });
    bench.advance(21_000);
    await bench.settle();
  }
}, 3_600_000);

async function askFor(startMs: number, endMs: number, buckets: number): Promise<"equal" | "told"> {
  const query = { deviceId: DEVICE, metrics: [METRIC], startMs, endMs, buckets };
  const points = (await bench.reader.buckets(query))[METRIC] ?? [];
  expect(points).toHaveLength(buckets);
  const isTold = points[0]?.endMs !== undefined;
  const edges = points.map(({ timeMs }, at) =>
    isTold ? timeMs : startMs + Math.ceil((at * (endMs - startMs)) / buckets),
  );
  expect(points.map(({ timeMs }) => timeMs)).toEqual(edges);
  const ends = [...edges.slice(1), endMs];
  expect(points.map((point) => point.endMs)).toEqual(ends.map((at) => (isTold ? at : undefined)));
  expect(edges[0]).toBe(startMs);
  for (const [at, point] of points.entries()) {
    const { count, value } = expected(edges[at]!, ends[at]!);
    expect([at, point.count]).toEqual([at, count]);
    expect(point.value).toBeCloseTo(value, 6);
  }
  return isTold ? "told" : "equal";
}

it("equal buckets are equal, or the answer says the bucket's own end", async () => {
  const kinds = new Set<string>();
  for (const [startMs, endMs, buckets] of [
    [START + DAY_MS, START + 91 * DAY_MS, 300],
    [START + DAY_MS, START + 91 * DAY_MS, 90],
    [START + DAY_MS, START + 91 * DAY_MS, 7],
    [START + DAY_MS + 1, START + 91 * DAY_MS - 1, 1_000],
    [START + 3 * HOUR_MS, START + 27 * HOUR_MS, 300],
    [START + 3 * HOUR_MS + 12_345, START + 27 * HOUR_MS, 1_400],
    [START + DAY_MS, START + 31 * DAY_MS, 11],
  ] as const)
    kinds.add(await askFor(startMs, endMs, buckets));
  const moment = fc.oneof(
    fc.integer({ min: HOUR_MS, max: DAYS * DAY_MS }),
    fc.integer({ min: 1, max: DAYS * 24 }).map((hour) => hour * HOUR_MS),
  );
  await fc.assert(
    fc.asyncProperty(
      moment,
      moment,
      fc.integer({ min: 1, max: 900 }),
      async (one, other, asked) => {
        const [fromMs, toMs] = [Math.min(one, other), Math.max(one, other)];
        const minutes = minuteOf(START + toMs) - minuteOf(START + fromMs);
        // With fewer samples than buckets the samples themselves come back.
        fc.pre(minutes > 1);
        kinds.add(await askFor(START + fromMs, START + toMs, Math.min(asked, minutes - 1)));
      },
    ),
    { numRuns: 150 },
  );
  expect([...kinds].sort()).toEqual(["equal", "told"]);
}, 3_600_000);
