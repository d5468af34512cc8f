import { isUnread, type Readings } from "./readings.ts";
import type { FleetMachine } from "./fleet-types.ts";
import type { Named } from "./large-fleet.ts";

/** How many they are, and their names, or the first ones. */
type NamedMachines = { total: number; names: string };
/** The machines that a figure is without: those that send nothing, and those of which it is not known. */
export type LackingMachines = { silent: NamedMachines; unread: NamedMachines };

export type LackingFrom = Pick<FleetMachine, "id" | "name" | "reachable">;

/** From what they are told: of a fleet that the page knows whole, or as its recorders said. */
export type Lacking =
  | {
      machines: readonly LackingFrom[];
      readings: ReadonlyMap<number, Readings>;
      silent: readonly number[];
    }
  | { silent: Named; unread: Named };

export const nameLacking = (from: Lacking): LackingMachines =>
  "readings" in from
    ? lackingOf(from.machines, from.readings, from.silent)
    : { silent: namesOf(from.silent), unread: namesOf(from.unread) };

/** Those of `silent` by why: of some nobody knows whether they send. */
export function lackingOf(
  machines: readonly LackingFrom[],
  readings: ReadonlyMap<number, Readings>,
  silent: readonly number[],
): LackingMachines {
  const missing = machines.filter(({ id }) => silent.includes(id));
  const isOfUnread = ({ id, reachable }: LackingFrom) => {
    const held = readings.get(id);
    return held !== undefined && isUnread(reachable, held);
  };
  const named = (some: readonly LackingFrom[]) =>
    namesOf({ total: some.length, machines: [...some] });
  return {
    silent: named(missing.filter((machine) => !isOfUnread(machine))),
    unread: named(missing.filter(isOfUnread)),
  };
}

export const namesOf = ({ total, machines }: Named): NamedMachines => {
  const names = machines.map(({ name }) => name).join(", ");
  return { total, names: total > machines.length ? `${names}, …` : names };
};
