import type { Db } from "#app/db/client.server.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { Fleet } from "./fleet-types.ts";
import type { LargeWall, WallFleet } from "./wall-fleet.ts";
import { STRIP_MS } from "./fleet-types.ts";
import { readCounts } from "./load-attention.server.ts";
import { commonZone, findFleet, loadFleetValues, type FoundFleet } from "./load-fleet.server.ts";
import {
  isLarge,
  loadFirstCards,
  readWholeFleet,
  type LargeFleetDeps,
} from "./load-large-fleet.server.ts";
import { loadWallAlarms } from "./load-wall-alarms.server.ts";
import type { Counts } from "./need.ts";
import { asHeardLast, splitWall } from "./slideshow.ts";
import { takeWholeFleetTurn } from "./whole-fleet-turn.server.ts";

type Deps = LargeFleetDeps & { db: Db };

const MACHINES_AT_ONCE = 12;
/** Later states come with the next reading of the fleet. */
const PATIENCE_MS = 3_000;

/** The fleet as a wall shows it: its values, the states of its strips, where an alarm is on or work is overdue, and those alarms that must be seen from afar. */
export async function loadWall(deps: Deps): Promise<WallFleet> {
  const [found, counts, raised] = await Promise.all([
    findFleet(deps),
    readCounts(deps),
    loadWallAlarms(deps),
  ]);
  const { fleet, large } = isLarge(found)
    ? await loadLargeWall(deps, found, counts)
    : { fleet: await loadFleetValues(deps, found), large: null };
  return { ...fleet, states: await readStates(deps, fleet), counts, ...raised, large };
}

/** Of those machines that a wall can show the ones that need a person first, and the figures of all. */
async function loadLargeWall(
  deps: Deps,
  found: FoundFleet,
  counts: Counts,
): Promise<{ fleet: Fleet; large: LargeWall }> {
  const ids = found.machines.map(({ id }) => id);
  if ((await takeWholeFleetTurn(deps)) !== null) {
    const { fleet } = await loadFirstCards(deps, found, counts);
    return { fleet, large: { ids, whole: null } };
  }
  const {
    machines,
    totals: { running, heard },
    summary,
  } = await readWholeFleet(deps, found, {
    ...{ counts, first: null },
    // A wall draws no past but its strips.
    known: ids,
    suiting: (all) => asHeardLast(splitWall(all).shown),
  });
  const { customerName, facilities } = found;
  const timezone = commonZone(found);
  return {
    fleet: { customerName, facilities, timezone, machines, nowMs: deps.now },
    large: { ids, whole: { running, heard, summary } },
  };
}

async function readStates(
  { series, now }: Pick<Deps, "series" | "now">,
  { machines }: Fleet,
): Promise<WallFleet["states"]> {
  const states: WallFleet["states"] = {};
  const reachable = machines.filter((machine) => machine.reachable);
  await forEachBounded(reachable, MACHINES_AT_ONCE, async ({ id: deviceId }) => {
    const range = { deviceId, startMs: now - STRIP_MS, endMs: now };
    const changes = await withinMs(PATIENCE_MS, series.stateChanges(range));
    if (changes !== null) states[deviceId] = changes;
  });
  return states;
}
