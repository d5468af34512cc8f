import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { fleetAverages, isMajority } from "./fleet-averages.ts";
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
      unread: 0,
      span: { ms: 3 * DAY_MS, isMost: false },
    });
  });

  it("say that it is so at most where a machine has much less", () => {
    expect(fleetAverages([machine(3 * DAY_MS), machine(DAY_MS)]).span).toEqual({
      ...{ ms: 3 * DAY_MS, isMost: true },
    });
  });

  it("tell of how many machines nothing is known", () => {
    const averages = fleetAverages([machine(DAY_MS), null, null]);
    expect(averages.unread).toBe(2);
    expect(averages.uptime).toEqual({ value: 0.5, machines: 1 });
  });

  it("stand for the fleet when no more machines are unread than counted, however many sent nothing", () => {
    const judges = (...all: Parameters<typeof fleetAverages>[0]) => {
      const { uptime, unread } = fleetAverages(all);
      return isMajority(uptime.machines, unread);
    };
    const silent = machine(null, null);
    expect(judges(machine(DAY_MS), silent, silent, silent)).toBe(true);
    expect(judges(machine(DAY_MS), null)).toBe(true);
    expect(judges(machine(DAY_MS), null, null)).toBe(false);
    expect(judges(machine(DAY_MS), silent, null, null)).toBe(false);
  });

  it("are not of the time of a machine without a value, and of none where none has any", () => {
    expect(fleetAverages([machine(DAY_MS), machine(7 * DAY_MS, null)]).span?.ms).toBe(DAY_MS);
    expect(fleetAverages([machine(null)]).span).toBeNull();
    expect(fleetAverages([]).span).toBeNull();
  });
});

it("a machine's means tell for how long readings held, not since when there was one", async () => {
  const asked = (range: "4hr" | "week", heldMs: number) => {
    const held = { mean: heldMs > 0 ? 0.4 : null, heldMs };
    const heldAverages = async () => ({ machine_running: held });
    return readAverages({ series: { heldAverages }, now: NOW }, 1, range);
  };
  // One sample holds for 15 minutes, however long ago it was.
  expect((await asked("4hr", 15 * MINUTE_MS)).spanMs).toBe(15 * MINUTE_MS);
  expect(await asked("week", 3 * DAY_MS)).toEqual({
    ...{ uptime: 0.4, productivity: null, spanMs: 3 * DAY_MS },
  });
  expect((await asked("week", 0)).spanMs).toBeNull();
});
