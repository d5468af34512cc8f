import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { PLANT_CARDS, plantIdOf, type PlantMachines } from "./large-fleet.ts";
import { loadFleetHistory } from "./load-fleet-history.server.ts";
import {
  findFleet,
  loadFleetValues,
  type FleetDeps,
  type FoundFleet,
} from "./load-fleet.server.ts";
import type { PackedHistory } from "./packed-history.ts";

/** `plantId`: of a facility, or NO_PLANT; `from`: how many machines by name come before the asked ones. */
export type PlantAsked = { plantId: number; from: number };

/** Machines of a plant that the actor's dashboard shows, with their values; none of a plant that is not theirs. */
export async function loadPlantMachines(
  deps: FleetDeps,
  asked: PlantAsked,
): Promise<PlantMachines> {
  const found = await findFleet(deps);
  const { some, total } = partOf(found, asked);
  const { machines } = await loadFleetValues(deps, found, some);
  return { machines, total, nowMs: deps.now };
}

/** The past of the same machines. */
export async function loadPlantPast(
  deps: {
    db: Db;
    actor: Actor;
    series: Pick<SeriesReader, "steps" | "heldAverages" | "stateChanges">;
    now: number;
  },
  asked: PlantAsked,
): Promise<PackedHistory> {
  const { some } = partOf(await findFleet(deps), asked);
  return loadFleetHistory(
    deps,
    some.map(({ id }) => id),
  );
}

function partOf({ machines }: FoundFleet, { plantId, from }: PlantAsked) {
  const all = machines.filter(({ facility }) => plantIdOf(facility) === plantId);
  return { some: all.slice(from, from + PLANT_CARDS), total: all.length };
}
