import { expect, it } from "vitest";
import { fleetTotals } from "./fleet-totals.ts";
import { toReadings } from "./readings.ts";
import { CARD_METRICS, type FleetMachine } from "./fleet-types.ts";
import { lackingOf, namesOf } from "./lacking.ts";

const NOW = 1_000_000;
const machine = (id: number, reachable: boolean, ageMs: number | null) => {
  const told = ageMs === null ? null : { value: 4, timeMs: NOW - ageMs, adFlag: null };
  const initial = Object.fromEntries(CARD_METRICS.map((metric) => [metric, told]));
  return { id, name: `FFG ${id}`, reachable, initial } as FleetMachine;
};

it("a figure lacks machines that send nothing, and, apart from them, those that could not be read", () => {
  const heardSince = { ...machine(4, true, 1_000), reachable: false };
  const machines = [
    machine(1, true, 60_000),
    machine(2, false, null),
    machine(3, true, null),
    heardSince,
  ];
  const readings = new Map(machines.map((each) => [each.id, toReadings(each, NOW)]));
  expect(lackingOf(machines, readings, fleetTotals(readings).silent)).toEqual({
    silent: { total: 2, names: "FFG 1, FFG 3" },
    unread: { total: 1, names: "FFG 2" },
  });
});

it("names the first of many", () => {
  expect(namesOf({ total: 3, machines: [{ id: 1, name: "FFG 1" }] }).names).toBe("FFG 1, …");
});
