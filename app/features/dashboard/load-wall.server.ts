import type { Db } from "#app/db/client.server.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import { answersById } from "#app/storage/bounded.ts";
import type { Fleet } from "./fleet-types.ts";
import type { WallFleet, WholeWall } from "./wall-fleet.ts";
import { STRIP_MS } from "./fleet-types.ts";
import { sinceBefore } from "./since-before.server.ts";
import { readCounts } from "./load-attention.server.ts";
import { findFleet, loadFleetValues, type FoundFleet } from "./load-fleet.server.ts";
import {
  isLarge,
  loadFirstCards,
  readWholeFleet,
  type LargeFleetDeps,
} from "./load-large-fleet.server.ts";
import { loadWallAlarms } from "./load-wall-alarms.server.ts";
import type { Counts } from "./need.ts";
import { asHeardLast, splitWall } from "./slideshow.ts";

type Deps = LargeFleetDeps & { db: Db };

const MACHINES_AT_ONCE = 12;
/** Later states come with the next reading of the fleet. */
const PATIENCE_MS = 3_000;

/**
 * The fleet as a wall shows it: its values, the states of its strips, where an alarm is on or work is overdue, and those alarms
 * that must be seen from afar. Of a large one those that need a person by what D1 knows; the wall asks for the whole once it
 * stands.
 */
export async function loadWall(deps: Deps): Promise<WallFleet> {
  const [found, counts, raised] = await Promise.all([
    findFleet(deps),
    readCounts(deps),
    loadWallAlarms(deps),
  ]);
  const large = isLarge(found)
    ? { ids: found.machines.map(({ id }) => id), whole: null, failed: false }
    : null;
  const fleet =
    large === null
      ? await loadFleetValues(deps, found)
      : (await loadFirstCards(deps, found, counts)).fleet;
  const withMaintenance = found.machines.filter(({ serviceTier }) =>
    passesTier(deps.actor, serviceTier, "accessMaintenances"),
  ).length;
  return {
    ...fleet,
    ...(await readStates(deps, fleet)),
    counts,
    ...raised,
    withMaintenance,
    large,
  };
}

/** Of those machines that a wall can show the ones that need a person first, and the figures of all. */
export async function loadWholeWall(
  deps: LargeFleetDeps,
  found: FoundFleet,
  counts: Counts,
): Promise<WholeWall> {
  const { machines, totals, summary, readAtMs } = await readWholeFleet(deps, found, {
    ...{ counts, first: null },
    // A wall draws no past but its strips.
    known: found.machines.map(({ id }) => id),
    suiting: (all) => asHeardLast(splitWall(all).shown),
  });
  const { running, heard } = totals;
  return {
    ...{ machines, readAtMs, whole: { running, heard, summary } },
    ...(await readStates(deps, { machines })),
  };
}

async function readStates(
  { series, now }: Pick<Deps, "series" | "now">,
  { machines }: Pick<Fleet, "machines">,
): Promise<Pick<WallFleet, "states" | "since">> {
  const reachable = machines.flatMap(({ id, reachable }) => (reachable ? id : []));
  const patience = { atOnce: MACHINES_AT_ONCE, eachMs: PATIENCE_MS };
  const range = { startMs: now - STRIP_MS, endMs: now };
  const states = await answersById(reachable, patience, (deviceId) =>
    series.stateChanges({ deviceId, ...range }),
  );
  // By itself: a strip is drawn whether or not this comes in time.
  const since = await answersById([...states.keys()], patience, (deviceId) =>
    sinceBefore({ series, now }, deviceId, {
      changes: states.get(deviceId)!,
      startMs: range.startMs,
    }),
  );
  return {
    states: Object.fromEntries(states),
    since: Object.fromEntries([...since].flatMap(([id, each]) => (each ? [[id, each]] : []))),
  };
}
