import type { Fleet } from "./fleet-types.ts";
import type { LargeFleet } from "./large-fleet.ts";
import { loadFleetHistory } from "./load-fleet-history.server.ts";
import { loadFleetValues, type FleetDeps, type FoundFleet } from "./load-fleet.server.ts";
import { isLarge, loadFirstCards, type LargeFleetDeps } from "./load-large-fleet.server.ts";
import type { Counts } from "./need.ts";
import type { PackedHistory } from "./packed-history.ts";

type Loaded = {
  /** With the machines that have a card: all of them, or a large fleet's first ones in need. */
  fleet: Fleet;
  /** null of a fleet that is not large: its cards say all that there is. */
  large: LargeFleet | null;
  /** Still on its way. */
  past: Promise<PackedHistory>;
};

/** What the dashboard shows of the fleet that was found. */
export async function loadDashboard(
  deps: FleetDeps & LargeFleetDeps,
  found: FoundFleet,
  counts: Counts,
): Promise<Loaded> {
  const { fleet, large } = isLarge(found)
    ? await loadFirstCards(deps, found, counts)
    : { fleet: await loadFleetValues(deps, found), large: null };
  const known = fleet.machines.filter(({ reachable }) => reachable).map(({ id }) => id);
  return { fleet, large, past: loadFleetHistory(deps, known) };
}
