import { withinMs } from "#app/domain/within.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { STRIP_MS, type WallFleet } from "./fleet-types.ts";
import { attentionOf } from "./load-attention.server.ts";
import { loadFleet } from "./load-fleet.server.ts";
import { loadWallAlarms } from "./load-wall-alarms.server.ts";

type Deps = Parameters<typeof loadFleet>[0] & { series: Pick<SeriesReader, "stateChanges"> };

const MACHINES_AT_ONCE = 12;
/** Later states come with the next reading of the fleet. */
const PATIENCE_MS = 3_000;

/** The fleet as a wall shows it: its values, the states of its strips, where an alarm is on, and those that must be seen from afar. */
export async function loadWall(deps: Deps): Promise<WallFleet> {
  const [fleet, triggered, raised] = await Promise.all([
    loadFleet(deps),
    listTriggeredAlarms(deps),
    loadWallAlarms(deps),
  ]);
  const { series, now } = deps;
  const states: WallFleet["states"] = {};
  const reachable = fleet.machines.filter((machine) => machine.reachable);
  await forEachBounded(reachable, MACHINES_AT_ONCE, async ({ id: deviceId }) => {
    const range = { deviceId, startMs: now - STRIP_MS, endMs: now };
    const changes = await withinMs(PATIENCE_MS, series.stateChanges(range));
    if (changes !== null) states[deviceId] = changes;
  });
  const { counts } = attentionOf([[], triggered], fleet.machines);
  return { ...fleet, states, counts, ...raised };
}
