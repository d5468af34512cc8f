import type { FleetAverages, MachineAverages } from "./fleet-types.ts";

/** The fleet's gauges: every machine that has a value counts alike; one without counts for nothing. */
export function fleetAverages(machines: readonly MachineAverages[]): FleetAverages {
  const mean = (key: keyof MachineAverages) => {
    const values = machines.flatMap((machine) => machine[key] ?? []);
    const value =
      values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
    return { value, machines: values.length };
  };
  return { uptime: mean("uptime"), productivity: mean("productivity") };
}
