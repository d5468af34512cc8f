import { describe, expect, it, vi } from "vitest";
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { MAX_UNMAPPED_METRICS } from "#app/domain/series/machine-metrics.ts";
import type { Adopter } from "./handover.ts";
import { GARBAGE_MS } from "./limits.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 9, 5, 6);
const HOURS = 5;
const OLD = 3;
const METRICS = ["machine_speed", "machine_state", "order_number", "own_tag"];
/** By metric and time. */
type Samples = Map<string, number | string>;

const frame = (fromMs: number, stepMs: number, count: number, own: number): BatchFrame => {
  const times = Array.from({ length: count }, (_, i) => fromMs + i * stepMs);
  return {
    times,
    tags: {
      machine_speed: times.map((_, i) => own + i / 8),
      machine_state: times.map((_, i) => (i % 7 === 0 ? 3 : null)),
      order_number: times.map((_, i) => (i % 5 === 0 ? `A-${own}-${i}` : null)),
      // Numbers and texts of one tag.
      own_tag: times.map((_, i) => (i % 3 === 0 ? own : i % 3 === 1 ? `t${i}` : null)),
    },
  };
};

/** What is acknowledged goes to a third recorder too, in the same order: the other one must end as that one. */
async function post(
  bench: RecorderBench,
  truth: RecorderBench,
  frames: BatchFrame[],
): Promise<string> {
  const { status } = await bench.post(frames);
  if (status === "stored") await truth.post(frames);
  return status;
}

async function stored(bench: RecorderBench): Promise<Samples> {
  const found: Samples = new Map();
  for (let hour = -1; hour <= HOURS; hour++) {
    const startMs = START + hour * HOUR_MS;
    const columns = await bench.reader.buckets({
      ...{ deviceId: 1, metrics: METRICS, startMs, endMs: startMs + HOUR_MS, buckets: 5_000 },
    });
    for (const [metric, points] of Object.entries(columns))
      for (const { timeMs, value, count } of points)
        if (count === 1) found.set(`${metric} ${timeMs}`, value as number | string);
  }
  return found;
}

/** Two machines' recorders: sealed hours, an open one, and late samples of a sealed one; some times in both. */
async function twoMachines() {
  const [from, to, truth] = [recorderBench(START), recorderBench(START), recorderBench(START)];
  truth.advance(HOURS * HOUR_MS);
  for (let hour = 0; hour < HOURS; hour++) {
    const hourMs = START + hour * HOUR_MS;
    for (const bench of [to, from]) {
      bench.advance(HOUR_MS);
      const own = bench === from ? 100 : 200;
      if (bench === to || hour > 1)
        await post(bench, truth, [frame(hourMs + (bench === from ? 500 : 0), 20_000, 150, own)]);
      if (hour < HOURS - 1) await bench.settle();
    }
  }
  // Of times that the old machine has too: those of the new one were sent last.
  await post(from, truth, [frame(START + 2 * HOUR_MS + 1_000_000, 20_000, 4, 300)]);
  expect((await stored(truth)).size).toBeGreaterThan(2_000);
  return { truth, from, to };
}

/** The other recorder as it is when it is asked: one that was woken again is another one. */
const whoIs = (bench: RecorderBench): Adopter => ({
  adopt: (batch) => bench.recorder().adopt(batch),
  watch: (metric) => Promise.resolve(bench.recorder().watch(metric)),
});

describe("handing over a recorder's samples", () => {
  it("leaves every acknowledged sample in the other one, once, and takes none from then on", async () => {
    const { truth, from, to } = await twoMachines();
    from.recorder().watch("machine_speed");
    from.recorder().handover.begin(OLD);
    expect(await post(from, truth, [frame(START + 4.5 * HOUR_MS, 1_000, 3, 900)])).toBe("busy");
    expect(await from.recorder().handover.run(whoIs(to))).toBe(true);
    expect(await stored(to)).toEqual(await stored(truth));
    expect(to.recorder().takeFresh().has("machine_speed")).toBe(true);
    to.restart();
    to.advance(HOUR_MS);
    await to.settle();
    expect(await stored(to)).toEqual(await stored(truth));
    // What it derived itself is not taken for what a sampler sent.
    expect(to.recorder().status().samplers).toHaveLength(1);

    expect(from.recorder().handover.moved).toMatchObject({ recorderId: OLD, isDone: true });
    from.restart();
    expect(from.recorder().handover.moved).toMatchObject({ recorderId: OLD, isDone: true });
    expect(await post(from, truth, [frame(START, 1_000, 1, 1)])).toBe("busy");
  });

  it("rests in time though the clock is set back meanwhile, and goes on", async () => {
    const { truth, from, to } = await twoMachines();
    from.recorder().handover.begin(OLD);
    vi.useFakeTimers({ toFake: ["Date"], now: START });
    try {
      let batches = 0;
      const other = whoIs(to);
      const during: Adopter = {
        ...other,
        adopt(batch) {
          if (batches++ === 0) vi.setSystemTime(START - HOUR_MS);
          return other.adopt(batch);
        },
      };
      expect(await from.recorder().handover.run(during)).toBe(false);
      expect(await from.recorder().handover.run(during)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
    expect(await stored(to)).toEqual(await stored(truth));
  });

  it("keeps its objects for those who read them, then deletes them", async () => {
    const { from, to } = await twoMachines();
    from.recorder().handover.begin(OLD);
    await from.recorder().handover.run(whoIs(to));
    const before = from.store.keys().length;
    expect(before).toBeGreaterThan(0);
    await from.recorder().handover.sweep();
    expect(from.store.keys()).toHaveLength(before);
    from.advance(GARBAGE_MS);
    expect(from.recorder().handover.nextDueMs).toBeLessThanOrEqual(from.nowMs());
    await from.recorder().handover.sweep();
    expect(from.store.keys()).toEqual([]);
    expect(from.recorder().handover.nextDueMs).toBe(Infinity);
  });

  it("ends with the same after a kill at each step, while samples come in at both", async () => {
    let [step, steps] = [0, Infinity];
    for (; step < steps; step++) {
      const { truth, from, to } = await twoMachines();
      let count = 0;
      /** A step is before or after the other one has a batch, or the read of an object. */
      const mayBeKilled = () => {
        if (count++ === step) throw new Error("killed");
      };
      const killable: Adopter = {
        watch: () => Promise.resolve(null),
        async adopt(batch) {
          mayBeKilled();
          const outcome = await to.recorder().adopt(batch);
          mayBeKilled();
          return outcome;
        },
      };
      from.recorder().handover.begin(OLD);
      if (step % 3 === 2) from.fail(1);
      const first = await from
        .recorder()
        .handover.run(killable)
        .catch((error: Error) => error);
      // The last write of a time stands, whenever it came.
      const late = START + 3 * HOUR_MS + step * 1_000 + 250;
      expect(await post(from, truth, [frame(late, 100, 2, 7)])).toBe("busy");
      expect(await post(to, truth, [frame(late, 100, 2, 8)])).toBe("stored");
      if (first !== true) {
        from.restart();
        if (step % 2 === 0) to.restart();
        from.advance(MINUTE_MS);
        to.advance(MINUTE_MS);
        await to.settle();
        expect(from.recorder().handover.nextDueMs).toBe(-Infinity);
        expect(await from.recorder().handover.run(whoIs(to))).toBe(true);
      } else steps = Math.min(steps, step + 1);
      expect([step, await stored(to)]).toEqual([step, await stored(truth)]);
    }
    expect(step).toBeGreaterThan(5);
  });

  it("waits for one that has too much to do, and passes by its share of unmapped tags", async () => {
    const from = recorderBench(START);
    const to = recorderBench(START);
    const many = (name: string) =>
      Object.fromEntries(Array.from({ length: MAX_UNMAPPED_METRICS }, (_, i) => [name + i, [i]]));
    for (const [bench, name] of [
      [from, "a"],
      [to, "b"],
    ] as const)
      expect(await bench.post([{ times: [START], tags: many(name) }])).toMatchObject({
        accepted: MAX_UNMAPPED_METRICS,
      });
    from.recorder().handover.begin(OLD);
    const busy = { status: "busy", retryAfterSeconds: 2 } as const;
    const tired: Adopter = { ...whoIs(to), adopt: () => Promise.resolve(busy) };
    expect(await from.recorder().handover.run(tired)).toBe(false);
    expect(await from.recorder().handover.run(whoIs(to))).toBe(true);
    expect(to.recorder().metrics()).toHaveLength(2 * MAX_UNMAPPED_METRICS);
    expect(await to.post([{ times: [START + 1], tags: { c: [1] } }])).toMatchObject({
      rejected: [{ reason: "too_many_metrics" }],
    });
  });
});
