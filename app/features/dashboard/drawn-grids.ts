import type { FleetStore } from "./fleet-store.ts";
import type { Grids } from "./fleet-types.ts";

export type MachineGrids = ReadonlyMap<number, Grids>;

/** A chart that is redrawn more often is seen to tremble. */
export const REDRAW_MS = 5_000;

/** Tells which grids to draw: the newest, at most every few seconds; at once when they are of other machines. Returns what ends it. */
export function watchGrids(
  store: Pick<FleetStore, "snapshot" | "subscribe">,
  draw: (grids: MachineGrids) => void,
): () => void {
  let drawn: MachineGrids;
  const take = () => {
    drawn = store.snapshot().grids;
    draw(drawn);
  };
  take();
  const timer = setInterval(take, REDRAW_MS);
  const leave = store.subscribe(() => {
    if (!areOfSame(drawn, store.snapshot().grids)) take();
  });
  return () => {
    clearInterval(timer);
    leave();
  };
}

const areOfSame = (some: MachineGrids, others: MachineGrids): boolean =>
  some === others ||
  (some.size === others.size && [...some.keys()].every((deviceId) => others.has(deviceId)));

/** Of these machines, and how many of them it is without. */
export function gridsOf(
  grids: MachineGrids,
  machines: readonly { id: number }[],
): { grids: MachineGrids; lacking: number } {
  const held = machines.flatMap(({ id }) => {
    const own = grids.get(id);
    return own === undefined ? [] : [[id, own] as const];
  });
  return { grids: new Map(held), lacking: machines.length - held.length };
}
