/** One truth, told by three samplers: on change, each second, at random times. Every mean of it is the same. */
import { beforeAll, describe, expect, it } from "vitest";
import { readAverages } from "#app/features/dashboard/load-fleet-averages.server.ts";
import { loadFleetHistory } from "#app/features/dashboard/load-fleet-history.server.ts";
import { loadMachineHealth } from "#app/features/machines/load-machine-health.server.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2026, 2, 30, 21);
const HOURS = 9;
const END = START + HOURS * HOUR_MS;

let seed = 7;
const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

/** Changes of state at whole seconds, at least each 14 minutes: a longer silence is no state any more. */
const changes: [timeMs: number, state: number][] = [];
for (let at = START; at < END; at += 1000 * Math.ceil(1 + random() * 840))
  changes.push([at, [4, 4, 3, 2, 1, 0][Math.floor(random() * 6)] as number]);

const stateAt = (timeMs: number): number =>
  (changes.findLast(([at]) => at <= timeMs) as [number, number])[1];

const samplers = {
  "on change": changes.map(([at]) => at),
  "each second": Array.from({ length: HOURS * 3600 }, (_, second) => START + second * 1000),
  // It tells each change too, and what holds at any moment between.
  "at random": [
    ...new Set([
      ...changes.map(([at]) => at),
      ...Array.from({ length: 4000 }, () => START + Math.floor(random() * HOURS * HOUR_MS)),
    ]),
  ].sort((a, b) => a - b),
};

describe("a machine's uptime", () => {
  const benches: [name: string, bench: RecorderBench][] = [];
  const deviceId = 1;

  beforeAll(async () => {
    for (const [name, times] of Object.entries(samplers)) {
      const bench = recorderBench(START);
      for (let from = START; from < END; from += HOUR_MS) {
        const own = times.filter((at) => at >= from && at < from + HOUR_MS);
        bench.advance(HOUR_MS);
        await bench.post([{ times: own, tags: { machine_state: own.map(stateAt) } }]);
        await bench.settle();
      }
      benches.push([name, bench]);
    }
  });

  const ranges: [fromMs: number, toMs: number][] = [
    [START, END],
    [START + 2 * HOUR_MS, START + 6 * HOUR_MS],
    [START + 1_234_567, END - 7_654_321],
    [START + 3 * HOUR_MS + 1, START + 3 * HOUR_MS + 2],
    [START + 5 * HOUR_MS + 10_001, START + 5 * HOUR_MS + 19_999],
    [START - DAY_MS, END],
  ];

  /** The share of the time, of which the state is known, in which it was 3 or 4. */
  function truth(fromMs: number, toMs: number): number | null {
    let [ran, held] = [0, 0];
    changes.forEach(([at, state], i) => {
      const ms = Math.min(changes[i + 1]?.[0] ?? END, toMs) - Math.max(at, fromMs);
      if (ms <= 0) return;
      held += ms;
      if (state === 3 || state === 4) ran += ms;
    });
    return held === 0 ? null : ran / held;
  }

  it.each(["as it came", "packed and rolled up"])(
    "is the same for all three, at every range and resolution, %s",
    async (when) => {
      for (const [, bench] of benches) {
        if (when !== "as it came")
          for (const ms of [HOUR_MS, 5 * DAY_MS, DAY_MS]) {
            bench.advance(ms);
            await bench.settle();
          }
        for (const [startMs, endMs] of ranges) {
          const query = { deviceId, metrics: ["machine_running"], startMs, endMs };
          const { machine_running: mean } = await bench.reader.averages(query);
          expect(mean).toBeCloseTo(truth(startMs, endMs) as number, 12);
          for (const buckets of [1, 2, 7, 24, 300]) {
            if (buckets > endMs - startMs) continue;
            const { points } = await bench.reader.steps({ ...query, buckets });
            const own = points.machine_running ?? [];
            for (const [i, { timeMs, value }] of own.entries()) {
              const expected = truth(timeMs, own[i + 1]?.timeMs ?? endMs);
              if (expected === null) expect(value).toBeNull();
              else expect(value).toBeCloseTo(expected, 12);
            }
          }
        }
      }
    },
    120_000,
  );

  it("is the same on the gauge and in the fleet's past, and the card's where no state was missing", async () => {
    for (const [, bench] of benches) {
      const now = changes.at(-1)![0];
      const deps = { series: bench.reader, now };
      const gauge = await readAverages(deps, deviceId, "4hr");
      const { machines } = await loadFleetHistory(deps, [deviceId]);
      expect(machines[deviceId]?.averages).toEqual(gauge);
      const { points } = await bench.reader.telemetry({
        ...{ deviceId, metrics: ["uptime"], buckets: 5000 },
        ...{ startMs: now, endMs: now + 1 },
      });
      // The card's is kept in ten thousandths of a percent.
      const card = points.uptime?.at(-1)?.value as number;
      expect(Math.abs(card - 100 * (gauge.uptime as number))).toBeLessThanOrEqual(0.000_05 + 1e-9);
    }
  });

  it("is the same on the wall's slide and on the machine's overview, gauge and trend", async () => {
    for (const [, bench] of benches) {
      // A slide shows the newest value of the live metric, as the dashboard's card does (toFleetMachine).
      const { uptime: wall } = bench.recorder().latest(["uptime"]);
      const now = wall!.timeMs;
      expect(now).toBeGreaterThanOrEqual(changes.at(-1)![0]);
      const deps = { series: bench.reader, now };
      const gauge = await readAverages(deps, deviceId, "4hr");
      const shown = 100 * (gauge.uptime as number);
      expect(Math.abs((wall!.value as number) - shown)).toBeLessThanOrEqual(0.000_05 + 1e-9);
      const overview = await loadMachineHealth(deps, deviceId);
      expect(overview.uptime).toBe(gauge.uptime);
      expect(overview.productivity).toBe(gauge.productivity);
      expect(overview.trends.machine_running).toHaveLength(4);
      overview.trends.machine_running.forEach((value, i) => {
        const from = now - (4 - i) * HOUR_MS;
        expect(value).toBeCloseTo(truth(from, Math.min(from + HOUR_MS, now)) as number, 12);
      });
    }
  });

  it("is no steady value where a sampler falls silent for more than 15 minutes", async () => {
    const bench = recorderBench(START);
    bench.advance(HOUR_MS);
    await bench.post([{ times: [START, START + 40 * MINUTE_MS], tags: { machine_state: [4, 0] } }]);
    const range = { startMs: START, endMs: START + 55 * MINUTE_MS };
    const query = { deviceId, metrics: ["machine_running"], ...range };
    // A quarter of an hour of running and one of standing; the 25 minutes between are not known.
    expect((await bench.reader.averages(query)).machine_running).toBe(0.5);
  });
});
