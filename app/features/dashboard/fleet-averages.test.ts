import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { fleetAverages } from "./fleet-averages.ts";
import { readAverages } from "./load-fleet-averages.server.ts";

const NOW = 400 * DAY_MS;
const machine = (spanMs: number | null, uptime: number | null = 0.5) => ({
  ...{ uptime, productivity: null, spanMs },
});

describe("the fleet's means", () => {
  it("count every machine that has a value alike, and say of how long there are readings", () => {
    expect(fleetAverages([machine(3 * DAY_MS, 0.4), machine(3 * DAY_MS - HOUR_MS, 0.6)])).toEqual({
      uptime: { value: 0.5, machines: 2 },
      productivity: { value: null, machines: 0 },
      span: { ms: 3 * DAY_MS, isMost: false },
    });
  });

  it("say that it is so at most where a machine has much less", () => {
    expect(fleetAverages([machine(3 * DAY_MS), machine(DAY_MS)]).span).toEqual({
      ...{ ms: 3 * DAY_MS, isMost: true },
    });
  });

  it("are not of the time of a machine without a value, and of none where none has any", () => {
    expect(fleetAverages([machine(DAY_MS), machine(7 * DAY_MS, null)]).span?.ms).toBe(DAY_MS);
    expect(fleetAverages([machine(null)]).span).toBeNull();
    expect(fleetAverages([]).span).toBeNull();
  });
});

it.each([
  ["from its first reading on", 96, 3 * DAY_MS],
  ["of the whole range, where it was heard before it", 0, 7 * DAY_MS],
  ["of nothing, where it never was", Infinity, null],
])("a machine's means are %s", async (_, firstStep, spanMs) => {
  const series = {
    averages: async () => ({ machine_running: 0.4 }),
    // It was silent for a while later on.
    values: async ({ buckets }: { buckets: number }) => ({
      machine_running: Float64Array.from({ length: buckets }, (_, step) =>
        step < firstStep || step === 120 ? Number.NaN : 0.4,
      ),
    }),
  };
  expect(await readAverages({ series, now: NOW }, 1, "week")).toEqual({
    ...{ uptime: 0.4, productivity: null, spanMs },
  });
});
