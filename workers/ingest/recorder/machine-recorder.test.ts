import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { Deriver, EMPTY_CARRY } from "#app/domain/series/derive.ts";
import { UNIT_MS } from "#app/domain/series/levels.ts";
import { plainMean, plainPoints } from "#app/domain/series/testing/plain-points.ts";
import { changesWithin, type StateChange } from "#app/domain/series/state-changes.ts";
import { stepValue } from "#app/domain/series/step-values.ts";
import type { Column, Kind, Sample, SampleValue, SeriesPoint } from "#app/domain/series/types.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

const METRICS = [
  "machine_state",
  "sheet_count",
  "sheet_size",
  "machine_speed",
  "order_number",
  "kiln",
  "tag",
];
const DERIVED = ["uptime", "sheets_per_hour", "msf_hr", "time_online"];
/** With the end of a month, a quarter and a year inside, so that roll-ups go into files at once; or none for weeks. */
const STARTS = [Date.UTC(2025, 11, 30), Date.UTC(2026, 1, 3)];
const SPAN_MS = 4 * DAY_MS;
const RUNS = Number(process.env.HELIOS_PROPERTY_RUNS ?? 150);
const SEED = process.env.HELIOS_PROPERTY_SEED;

/** Of a question that answers a point for every step, samples or not. */
const MAX_STEPS = 24;
const MAX_BUCKETS = 300;

type Samples = Map<number, SampleValue>;

/** The samples as a plain map holds them. */
class Model {
  readonly samples = new Map<string, Samples>();
  /** Metrics that were numbers once, also where a text took each number's place since. */
  readonly #wereNumbers = new Set<string>();

  forget(metric: string): void {
    this.samples.delete(metric);
    this.#wereNumbers.delete(metric);
  }

  apply(frames: readonly BatchFrame[]): { accepted: number; duplicate: number } {
    const counts = { accepted: 0, duplicate: 0 };
    for (const { times, tags } of frames)
      for (const [metric, values] of Object.entries(tags))
        Array.from(values).forEach((value, row) => {
          const samples = this.samples.get(metric) ?? new Map<number, SampleValue>();
          counts[samples.get(times[row] as number) === value ? "duplicate" : "accepted"]++;
          if (typeof value === "number") this.#wereNumbers.add(metric);
          this.samples.set(metric, samples.set(times[row] as number, value as SampleValue));
        });
    return counts;
  }

  buffer(metric: string, kind: Kind): ColumnBuffer {
    const buffer = new ColumnBuffer(kind);
    for (const [timeMs, value] of this.samples.get(metric) ?? [])
      if (typeof value === (kind === "text" ? "string" : "number")) buffer.put(timeMs, value);
    return buffer;
  }

  /** What a metric was most of the range, numbers where that is undecided, or what it always was. */
  kindIn(metric: string, { startMs, endMs }: Range): Kind {
    if (this.samples.has(metric) && !this.#wereNumbers.has(metric)) return "text";
    const [numbers, texts] = (["number", "text"] as const).map(
      (kind) => this.buffer(metric, kind).slice(startMs, endMs).times.length,
    ) as [number, number];
    return texts > numbers ? "text" : "number";
  }

  /** When the kind was sent that the metric is not in the range. */
  endsIn(metric: string, range: Range): number[] {
    const other = this.kindIn(metric, range) === "text" ? "number" : "text";
    return [...this.buffer(metric, other).slice().times];
  }

  /** Sent and derived. */
  columns(range: Range): Map<string, Sample[]> {
    const raw = new Map(
      METRICS.map((metric) => [metric, this.buffer(metric, this.kindIn(metric, range))]),
    );
    const derived = new Map(DERIVED.map((metric) => [metric, new ColumnBuffer("number")]));
    new Deriver(EMPTY_CARRY).advance(raw, (metric, timeMs, value) =>
      derived.get(metric)?.put(timeMs, value),
    );
    return new Map(
      [...raw, ...derived].map(([metric, buffer]) => {
        const { times, values } = buffer.slice();
        const samples = Array.from(times, (timeMs, i) => ({
          timeMs,
          value: values[i] as SampleValue,
        }));
        return [metric, samples];
      }),
    );
  }
}

type Range = { startMs: number; endMs: number };
/** Equal to what the samples say, with buckets as asked for, or on whole units where those are finer than the buckets. */
function expectPoints(
  metric: string,
  got: SeriesPoint[],
  samples: readonly Sample[],
  range: Range,
  buckets: number,
  { always = false, ends }: { always?: boolean; ends: readonly number[] },
): void {
  const widthMs = (range.endMs - range.startMs) / buckets;
  const snapMs = got.some(({ endMs }) => endMs !== undefined)
    ? Object.values(UNIT_MS).filter((unitMs) => unitMs <= widthMs)
    : [0];
  const plain = (each = 0) =>
    plainPoints(metric, samples, range, buckets, { snapMs: each, always, ends });
  const text = JSON.stringify(got);
  if (snapMs.some((each) => JSON.stringify(plain(each)) === text)) return;
  expect({ metric, range, buckets, points: got }).toEqual({
    metric,
    range,
    buckets,
    points: plain(snapMs[0]),
  });
}

/**
 * Means, points in each of these numbers of buckets, and steps of as many, each asked once. First what was sent alone: who
 * asks for what is derived waits until late hours are sealed anew.
 */
async function check(
  { reader }: RecorderBench,
  model: Model,
  range: Range,
  ...inBuckets: readonly number[]
): Promise<void> {
  const columns = model.columns(range);
  const inSteps = new Set(inBuckets.map((buckets) => Math.min(buckets, MAX_STEPS)));
  const state = model.buffer("machine_state", "number").slice();
  const changes = plainStates(state);
  const held = changes.findLast(({ timeMs }) => timeMs <= range.startMs) ?? null;
  const expectedStates = changesWithin(changes, held, range.startMs, range.endMs);
  for (const metrics of [METRICS, [...columns.keys()]]) {
    const query = { deviceId: 1, metrics, ...range };
    const samplesOf = (metric: string) => columns.get(metric) as Sample[];
    const ends = new Map(metrics.map((metric) => [metric, model.endsIn(metric, range)]));
    const endsOf = (metric: string) => ends.get(metric) as number[];
    const averages = await reader.averages(query);
    for (const metric of metrics) {
      const mean = plainMean(metric, samplesOf(metric), range, endsOf(metric));
      expect({ metric, range, mean: averages[metric] }).toEqual({ metric, range, mean });
    }
    for (const buckets of inBuckets) {
      const { points, states } = await reader.telemetry({ ...query, buckets });
      for (const metric of metrics)
        expectPoints(metric, points[metric] ?? [], samplesOf(metric), range, buckets, {
          ends: endsOf(metric),
        });
      expect(states).toEqual(expectedStates);
    }
    for (const buckets of inSteps) {
      const steps = await reader.steps({ ...query, buckets });
      const values = await reader.values({ ...query, buckets });
      for (const metric of metrics) {
        const stepsOf = steps.points[metric] ?? [];
        expectPoints(metric, stepsOf, samplesOf(metric), range, buckets, {
          always: true,
          ends: endsOf(metric),
        });
        const valuesOf = stepsOf.map((_, step) => stepValue(values[metric], step));
        expect({ metric, values: valuesOf }).toEqual({
          metric,
          values: stepsOf.map(({ value }) => value),
        });
      }
    }
  }
}

/** Every sample, and what nobody knows 15 minutes after one that no other follows. */
function plainStates({ times, values }: Column): StateChange[] {
  return [...times].flatMap((timeMs, i): StateChange[] => {
    const silentMs = timeMs + 15 * MINUTE_MS;
    const change = { timeMs, code: toStateCode(values[i] as number) };
    return silentMs < (times[i + 1] ?? Infinity)
      ? [change, { timeMs: silentMs, code: -1, isSilent: true }]
      : [change];
  });
}

const stored = (metric: string, value: number): SampleValue =>
  metric === "order_number" || (metric === "tag" && value > 3)
    ? `order ${value}`
    : metric === "machine_state"
      ? toStateCode(value)
      : metric === "kiln"
        ? value / 3
        : metric === "machine_speed"
          ? value * 17.3
          : value;

const second = fc.oneof(
  fc.record({ day: fc.nat(3), hour: fc.constantFrom(0, 1, 5, 13, 23), second: fc.nat(3599) }),
  fc.record({ day: fc.nat(1), hour: fc.constant(1), second: fc.nat(90) }),
);
/** From the start on. */
const atMs = second.map((at) => at.day * DAY_MS + at.hour * HOUR_MS + at.second * 1000);
const sample = fc.record({
  metric: fc.constantFrom(...METRICS),
  timeMs: atMs,
  value: fc.integer({ min: 0, max: 6 }),
});
const edge = fc.oneof(
  atMs,
  fc.nat(SPAN_MS - 1),
  fc.nat(96).map((hour) => hour * HOUR_MS),
);
const range = fc
  .tuple(edge, edge)
  // A bucket narrower than a millisecond holds no time that a sample could have.
  .filter(([a, b]) => Math.abs(a - b) >= MAX_BUCKETS)
  .map(([a, b]): Range => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }));
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("post" as const),
      samples: fc.array(sample, { minLength: 1, maxLength: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("repeat" as const), back: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(30_000, HOUR_MS, DAY_MS, 3 * DAY_MS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fault" as const),
      calls: fc.integer({ min: 1, max: 4 }),
      lost: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("kill at work" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("forget" as const),
      metric: fc.constantFrom("tag", "kiln"),
      isKept: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("read" as const),
      range,
      buckets: fc.constantFrom(1, 2, 7, 24, MAX_BUCKETS),
    }),
  },
);

describe("a machine's recorder", () => {
  it("answers like plain loops over a map of samples, whatever is repeated, late, corrected, sealed, packed, rolled up, killed or lost between", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STARTS),
        fc.array(step, { minLength: 4, maxLength: 30 }),
        async (startMs, steps) => {
          const bench = recorderBench(startMs + SPAN_MS);
          const whole = { startMs, endMs: startMs + SPAN_MS };
          const model = new Model();
          const posted: BatchFrame[][] = [];
          const send = async (frames: BatchFrame[]) => {
            expect(await bench.post(frames)).toEqual({
              status: "stored",
              ...model.apply(frames),
              rejected: [],
            });
          };
          for (const current of steps) {
            if (current.do === "post") {
              const frames = current.samples.map(({ metric, timeMs, value }) => ({
                times: [startMs + timeMs],
                tags: { [metric]: [stored(metric, value)] },
              }));
              posted.push(frames);
              await send(frames);
            } else if (current.do === "repeat" && posted.length > 0) {
              await send(posted[Math.max(0, posted.length - 1 - current.back)] as BatchFrame[]);
            } else if (current.do === "wait") {
              bench.advance(current.ms);
              await bench.settle();
            } else if (current.do === "restart") {
              bench.restart();
            } else if (current.do === "fault") {
              bench.advance(DAY_MS);
              bench.fail(current.calls, current.lost ? "lose the answer" : "refuse");
              await bench.settle();
              bench.fail(0);
            } else if (current.do === "forget") {
              const { metric, isKept } = current;
              await bench.recorder().forget([metric], isKept);
              if (!isKept) model.forget(metric);
              expect(bench.recorder().metrics()).not.toContain(metric);
            } else if (current.do === "kill at work") {
              bench.advance(DAY_MS);
              void bench.recorder().upkeep.work();
              await Promise.resolve();
              bench.restart();
            } else if (current.do === "read") {
              const { range, buckets } = current;
              await check(
                bench,
                model,
                { startMs: startMs + range.startMs, endMs: startMs + range.endMs },
                buckets,
              );
            }
          }
          await check(bench, model, whole, 5000);
          bench.advance(4 * DAY_MS);
          await bench.settle();
          await check(bench, model, whole, 1, 24, 300, 5000);
          for (const { event } of bench.events) seen.add(event);
        },
      ),
      { numRuns: RUNS, ...(SEED ? { seed: Number(SEED) } : {}) },
    );
    // Days pass in which a machine sends nothing: its retention clock waits then, or does not.
    seen.delete("recorder_clock_jumped");
    expect([...seen].sort()).toEqual([
      "recorder_erased",
      "recorder_packed",
      "recorder_rolled",
      "recorder_sealed",
      "recorder_upkeep_failed",
    ]);
  }, 3_600_000);
});
