import type { EventMachine } from "./event-types.ts";

/** The machines that a page was read with, from its routes' data: a fleet's; null where it has none. */
export function machinesOfPage(data: readonly unknown[]): readonly EventMachine[] | null {
  for (const each of data) {
    const fleet = (each as { fleet?: { machines?: EventMachine[] } } | null | undefined)?.fleet;
    if (fleet?.machines !== undefined && fleet.machines.length > 0) return fleet.machines;
  }
  return null;
}
