/** A sample holds until the next one of its metric, number or text, wherever they lie and however finely it is asked. */
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 2, 30, 21);
const HOURS = 2;
const END = START + HOURS * HOUR_MS;
const HOLD_MS = MINUTE_MS;

let seed = 11;
const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

type Sent = [timeMs: number, value: number | string][];

/** Samples some `stepMs` apart, of which so large a part are texts. */
function samples(stepMs: number, texts: number): Sent {
  const sent: Sent = [];
  for (let at = START; at < END; at += 1 + Math.floor(random() * 2 * stepMs))
    sent.push([at, random() < texts ? "n/a" : Math.floor(random() * 100)]);
  return sent;
}

const tags: Record<string, Sent> = {
  "a number each second, seldom a text": samples(3000, 0.004),
  "by turns": samples(5000, 0.5),
  "mostly texts": samples(5000, 0.85),
  "few, a text between": samples(40_000, 0.3),
};

/** Index of the first sample from that time on. */
function firstFrom(sent: Sent, timeMs: number): number {
  let [low, high] = [0, sent.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sent[middle]![0] < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The mean of the numbers that held and for how long, as CONTRACT says it. */
function truth(sent: Sent, fromMs: number, toMs: number): { mean: number | null; heldMs: number } {
  let [area, held] = [0, 0];
  for (let i = firstFrom(sent, fromMs - HOLD_MS); (sent[i]?.[0] ?? toMs) < toMs; i++) {
    const [at, value] = sent[i]!;
    if (typeof value === "string") continue;
    const endMs = Math.min(at + HOLD_MS, sent[i + 1]?.[0] ?? Infinity, toMs);
    const ms = endMs - Math.max(at, fromMs);
    if (ms <= 0) continue;
    held += ms;
    area += value * ms;
  }
  return { mean: held === 0 ? null : area / held, heldMs: held };
}

const ranges: [fromMs: number, toMs: number][] = [
  [START, END],
  [START + 1_234_567, END - 2_456_789],
  [START + HOUR_MS, START + 2 * HOUR_MS],
  [START + HOUR_MS + 10_001, START + HOUR_MS + 19_999],
  [START - DAY_MS, END + DAY_MS],
];

function sampler(bench: RecorderBench): void {
  const names = Object.keys(tags);
  bench.map(
    Object.fromEntries(names.map((name) => [name, name])),
    Object.fromEntries(names.map((name) => [name, "number"])),
  );
}

async function post(bench: RecorderBench, fromMs: number, toMs: number): Promise<void> {
  for (const [tag, sent] of Object.entries(tags)) {
    const own = sent.filter(([at]) => at >= fromMs && at < toMs);
    const values = own.map(([, value]) => value);
    await bench.post([{ times: own.map(([at]) => at), tags: { [tag]: values } }]);
  }
}

/** What is answered otherwise than CONTRACT says. */
async function wrongIn(bench: RecorderBench): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const [startMs, endMs] of ranges) {
    const query = { deviceId: 1, metrics: Object.keys(tags), startMs, endMs };
    const averages = await bench.reader.averages(query);
    for (const [tag, sent] of Object.entries(tags))
      if (!isSame(averages[tag], truth(sent, startMs, endMs).mean))
        wrong.push([tag, "average", startMs, averages[tag], truth(sent, startMs, endMs)]);
    for (const buckets of [1, 7, 240]) {
      if (buckets > endMs - startMs) continue;
      const { points } = await bench.reader.steps({ ...query, buckets });
      for (const [tag, sent] of Object.entries(tags)) {
        const own = points[tag] ?? [];
        own.forEach(({ timeMs, value }, i) => {
          const { mean: expected } = truth(sent, timeMs, own[i + 1]?.timeMs ?? endMs);
          if (!isSame(value, expected))
            wrong.push([tag, buckets, startMs, timeMs, value, expected]);
        });
      }
      const shares = await bench.reader.abnormal({ ...query, buckets });
      for (const [tag, sent] of Object.entries(tags))
        for (const slot of shares[tag] ?? []) {
          const { heldMs } = truth(sent, slot.startMs, slot.endMs);
          if (slot.heldMs !== heldMs) wrong.push([tag, "abnormal", buckets, slot, heldMs]);
        }
    }
  }
  return wrong;
}

const isSame = (found: unknown, expected: number | null): boolean =>
  expected === null
    ? (found ?? null) === null
    : typeof found === "number" && Math.abs(found - expected) < 1e-9 * 100;

describe("a mean of a metric that sends numbers and texts", () => {
  it("counts a number until the next text, in memory, sealed, packed and rolled up", async () => {
    const bench = recorderBench(END);
    sampler(bench);
    await post(bench, START, END);
    expect(await wrongIn(bench)).toEqual([]);
    for (const ms of [HOUR_MS, 30 * HOUR_MS, 5 * DAY_MS]) {
      bench.advance(ms);
      await bench.settle();
      bench.restart();
      expect(await wrongIn(bench)).toEqual([]);
    }
  });

  it("was abnormal no longer than it held", async () => {
    const bench = recorderBench(END);
    const times = [START, START + 5000];
    await bench.post([{ times, tags: { m: [10, "n/a"], m_ad_flag: [true, null] } }]);
    const query = { deviceId: 1, metrics: ["m"], startMs: START, endMs: START + HOUR_MS };
    const { m } = await bench.reader.abnormal({ ...query, buckets: 1 });
    expect(m).toEqual([{ startMs: START, endMs: START + HOUR_MS, heldMs: 5000, abnormalMs: 5000 }]);
  });

  it("is the same when half of it comes late", async () => {
    const bench = recorderBench(END);
    sampler(bench);
    await post(bench, START + HOUR_MS, END - MINUTE_MS);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
    await post(bench, START + HOUR_MS, END);
    await post(bench, START, START + HOUR_MS);
    expect(await wrongIn(bench)).toEqual([]);
    bench.advance(3 * DAY_MS);
    await bench.settle();
    expect(await wrongIn(bench)).toEqual([]);
  });

  it("holds but for a minute as long as the numbers did where only rows of hours are left", async () => {
    const bench = recorderBench(END, { default: { rawDays: 1, minuteDays: 1 } });
    sampler(bench);
    await post(bench, START, END);
    for (let day = 0; day < 8; day++) {
      bench.advance(DAY_MS);
      await bench.settle();
      await bench.post([{ times: [bench.nowMs()], tags: { other: [day] } }]);
    }
    const query = { deviceId: 1, metrics: Object.keys(tags), startMs: START, endMs: END };
    expect(await bench.reader.samplesFrom(query)).toBeGreaterThan(END);
    const held = await bench.reader.heldAverages(query);
    // How long the last number of an hour held on is not known of rows: a minute at most.
    for (const [tag, sent] of Object.entries(tags))
      expect(Math.abs(held[tag]!.heldMs - truth(sent, START, END).heldMs), tag).toBeLessThanOrEqual(
        HOURS * MINUTE_MS,
      );
  });
});
