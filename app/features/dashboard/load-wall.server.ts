import { withinMs } from "#app/domain/within.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { STRIP_MS, type WallFleet } from "./fleet-types.ts";
import { attentionOf } from "./load-attention.server.ts";
import { loadFleet } from "./load-fleet.server.ts";

type Deps = Parameters<typeof loadFleet>[0] & { series: Pick<SeriesReader, "stateChanges"> };

const MACHINES_AT_ONCE = 12;
/** Later states come with the next reading of the fleet. */
const PATIENCE_MS = 3_000;

/** The fleet as a wall shows it: its values, the states of its strips, and where an alarm is on. */
export async function loadWall(deps: Deps): Promise<WallFleet> {
  const [fleet, alarms] = await Promise.all([loadFleet(deps), listTriggeredAlarms(deps)]);
  const { series, now } = deps;
  const states: WallFleet["states"] = {};
  const reachable = fleet.machines.filter((machine) => machine.reachable);
  await forEachBounded(reachable, MACHINES_AT_ONCE, async ({ id: deviceId }) => {
    const range = { deviceId, startMs: now - STRIP_MS, endMs: now };
    const changes = await withinMs(PATIENCE_MS, series.stateChanges(range));
    if (changes !== null) states[deviceId] = changes;
  });
  return { ...fleet, states, counts: attentionOf([[], alarms], fleet.machines).counts };
}
