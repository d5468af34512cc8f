import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ColumnBuffer } from "./column-buffer.ts";
import { Deriver, EMPTY_CARRY, toSignalBars, type Carry } from "./derive.ts";
import { HourBuffer } from "./hour-buffer.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const T0 = 1_763_700_000_000 - (1_763_700_000_000 % HOUR_MS);
const OFF = 0;
const READY = 2;
const RUNNING = 3;
const FEEDING = 4;

type Samples = Record<string, [number, number][]>;

function derive(samples: Samples, carry: Carry = EMPTY_CARRY) {
  const raw = new Map<string, ColumnBuffer>();
  for (const [metric, list] of Object.entries(samples)) {
    const column = new ColumnBuffer("number");
    for (const [timeMs, value] of list) column.put(timeMs, value);
    raw.set(metric, column);
  }
  const out: Record<string, [number, number][]> = {};
  const deriver = new Deriver(carry);
  deriver.advance(raw, (metric, timeMs, value) => (out[metric] ??= []).push([timeMs, value]));
  return { out, carry: deriver.carry() };
}

describe("derived metrics", () => {
  it("tell running and feeding from the state", () => {
    const { out } = derive({
      machine_state: [
        [T0, OFF],
        [T0 + 1, READY],
        [T0 + 2, RUNNING],
        [T0 + 3, FEEDING],
        [T0 + 4, -1],
      ],
    });
    expect(out.machine_running?.map(([, value]) => value)).toEqual([0, 0, 1, 1, 0]);
    expect(out.machine_feeding?.map(([, value]) => value)).toEqual([0, 0, 0, 1, 0]);
    expect(out.machine_running_feeding?.map(([, value]) => value)).toEqual([0, 0, 0, 1, 0]);
  });

  it("count the seconds since the machine last left off", () => {
    const { out } = derive({
      machine_state: [
        [T0, OFF],
        [T0 + 10_000, READY],
        [T0 + 70_000, RUNNING],
        [T0 + 80_000, OFF],
        [T0 + 90_000, READY],
        [T0 + 95_000, READY],
      ],
    });
    expect(out.time_online?.map(([, value]) => value)).toEqual([0, 0, 60, 0, 0, 5]);
  });

  it("answer 50 % uptime for two hours of running in four", () => {
    const minutes = Array.from({ length: 241 }, (_, minute): [number, number] => [
      T0 + minute * 60_000,
      minute < 120 ? RUNNING : READY,
    ]);
    const { out } = derive({ machine_state: minutes });
    expect(out.uptime?.at(-1)).toEqual([T0 + 240 * 60_000, 50]);
    expect(out.uptime?.[60]?.[1]).toBeCloseTo(25, 10);
  });

  it("do not let a state hold for more than 15 minutes of silence", () => {
    const { out } = derive({
      machine_state: [
        [T0, RUNNING],
        [T0 + HOUR_MS, READY],
      ],
    });
    expect(out.uptime?.at(-1)?.[1]).toBeCloseTo((15 / 240) * 100, 10);
  });

  it("forget running that is older than four hours", () => {
    const seconds = Array.from({ length: 61 }, (_, minute): [number, number] => [
      T0 + minute * 60_000,
      minute < 60 ? RUNNING : READY,
    ]);
    const { carry } = derive({ machine_state: seconds });
    const at = (hours: number) =>
      derive({ machine_state: [[T0 + hours * HOUR_MS, READY]] }, carry).out.uptime?.[0]?.[1];
    expect(at(4)).toBeCloseTo(25, 10);
    expect(at(4.5)).toBeCloseTo(12.5, 10);
    expect(at(5)).toBe(0);
  });

  it("make a rate of the counter over the last minute, through resets", () => {
    const counts = Array.from({ length: 121 }, (_, second): [number, number] => [
      T0 + second * 1000,
      second < 100 ? second * 2 : (second - 100) * 2,
    ]);
    const { out } = derive({ sheet_count: counts });
    expect(out.sheets_per_hour?.[0]).toEqual([T0 + 1000, 7200]);
    expect(out.sheets_per_hour?.at(-1)?.[1]).toBeCloseTo(7200 - (2 / 60) * 3600, 6);
    expect(Math.min(...(out.sheets_per_hour ?? []).map(([, value]) => value))).toBeGreaterThan(
      7000,
    );
  });

  it("give no rate after a long silence, and one over the gap of a slow sampler", () => {
    const { out } = derive({
      sheet_count: [
        [T0, 0],
        [T0 + 300_000, 500],
        [T0 + 300_000 + 16 * 60_000, 9000],
        [T0 + 301_000 + 16 * 60_000, 9002],
      ],
    });
    expect(out.sheets_per_hour).toEqual([
      [T0 + 300_000, 6000],
      [T0 + 301_000 + 16 * 60_000, 7200],
    ]);
  });

  it("speak of the last minute alone after a pause of the sampler and where no count stands at its beginning", () => {
    const rates = (counts: [second: number, count: number][]) =>
      derive({
        sheet_count: counts.map(([second, count]): [number, number] => [T0 + second * 1000, count]),
      }).out.sheets_per_hour?.map(([timeMs, value]) => [(timeMs - T0) / 1000, value]);
    // It stood still for ten minutes, told on change only, and then makes three sheets a second.
    const run = [610, 620, 630, 640, 650, 660, 670].map((second): [number, number] => [
      second,
      1000 + 3 * (second - 600),
    ]);
    expect(rates([[0, 1000], [600, 1000], ...run])).toEqual([
      ...[
        [600, 0],
        [610, 1800],
        [620, 3600],
        [630, 5400],
      ],
      ...[
        [640, 7200],
        [650, 9000],
        [660, 10800],
        [670, 10800],
      ],
    ]);
    // It made as many all the while.
    expect(
      rates([
        [0, 0],
        [600, 1800],
        [610, 1830],
      ])?.at(-1),
    ).toEqual([610, 10800]);
    // Counts each 45 s, of a machine that starts at 90.
    expect(
      rates([
        [0, 0],
        [45, 0],
        [90, 0],
        [135, 135],
        [180, 270],
      ]),
    ).toEqual([
      ...[
        [45, 0],
        [90, 0],
        [135, 8100],
        [180, 10800],
      ],
    ]);
  });

  it("use the size that held at the time for MSF per hour", () => {
    const { out } = derive({
      sheet_size: [
        [T0, 10],
        [T0 + 2500, 20],
      ],
      sheet_count: [
        [T0, 0],
        [T0 + 1000, 1],
        [T0 + 2000, 2],
        [T0 + 3000, 3],
      ],
    });
    expect(out.msf_hr?.map(([, value]) => value)).toEqual([36, 36, 72]);
  });

  it("rest on the rate that the sampler sends", () => {
    const { out } = derive({
      sheets_per_hour: [[T0, 8000]],
      sheet_size: [[T0, 12.5]],
      sheet_count: [
        [T0, 1],
        [T0 + 1000, 2],
      ],
    });
    expect(out.sheets_per_hour).toBeUndefined();
    expect(out.msf_hr).toEqual([[T0, 100]]);
  });

  it("read signal bars off the level", () => {
    expect([-50, -70, -71, -85, -86, -100, -101, -110, -111].map(toSignalBars)).toEqual([
      4, 4, 3, 3, 2, 2, 1, 1, 0,
    ]);
  });

  it("are the same however the samples came", () => {
    const sample = fc.tuple(
      fc.constantFrom("machine_state", "sheet_count", "sheet_size", "signal_dbm"),
      fc.integer({ min: 0, max: 3599 }),
      fc.integer({ min: 0, max: 6 }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(sample, {
          selector: ([metric, second]) => `${metric}${second}`,
          maxLength: 80,
        }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer(),
        (samples, parts, seed) => {
          const inOrder = new HourBuffer(T0, true);
          for (const [metric, second, value] of samples.toSorted((a, b) => a[1] - b[1]))
            inOrder.put(metric, T0 + second * 1000, value);
          const carry = inOrder.derive(EMPTY_CARRY);
          const shuffled = new HourBuffer(T0, true);
          samples
            .toSorted((a, b) => ((a[1] * 7919 + seed) % 101) - ((b[1] * 7919 + seed) % 101))
            .forEach(([metric, second, value], index) => {
              shuffled.put(metric, T0 + second * 1000, value);
              if (index % parts === 0) shuffled.derive(EMPTY_CARRY);
            });
          expect(shuffled.derive(EMPTY_CARRY)).toEqual(carry);
          expect(shuffled.columns()).toEqual(inOrder.columns());
        },
      ),
      { numRuns: 300 },
    );
  });
});
