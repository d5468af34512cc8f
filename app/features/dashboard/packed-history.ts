/** The past of a fleet as it travels: its series and states as text. It is unpacked where it arrives, once. */
import {
  unpackChanges,
  unpackGrid,
  type PackedChanges,
  type PackedGrid,
} from "#app/domain/series/packed.ts";
import {
  CHART_METRICS,
  type ChartMetric,
  type FleetHistory,
  type MachineHistory,
} from "./fleet-types.ts";

export type PackedMachine = Omit<MachineHistory, "grids" | "states"> & {
  grids: Record<ChartMetric, PackedGrid>;
  states: PackedChanges;
};
export type PackedHistory = Omit<FleetHistory, "machines"> & {
  machines: Record<number, PackedMachine>;
};

export const unpackHistory = ({ machines, ...window }: PackedHistory): FleetHistory => ({
  ...window,
  machines: Object.fromEntries(
    Object.entries(machines).map(([id, past]) => [id, unpackMachine(past)]),
  ),
});

const unpackMachine = ({ grids, states, ...past }: PackedMachine): MachineHistory => ({
  ...past,
  grids: Object.fromEntries(
    CHART_METRICS.map((metric) => [metric, unpackGrid(grids[metric])]),
  ) as MachineHistory["grids"],
  states: unpackChanges(states),
});
