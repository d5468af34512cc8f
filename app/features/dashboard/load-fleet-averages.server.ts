import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { maxOf } from "#app/domain/extremes.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { listFacilityChoices } from "./facility-choice.server.ts";
import { fleetAverages } from "./fleet-averages.ts";
import {
  GAUGE_RANGE_MS,
  type FleetAverages,
  type GaugeRange,
  type MachineAverages,
} from "./fleet-types.ts";
import { ALL_CARDS } from "./large-fleet.ts";
import { machinesOf } from "./shown-machines.ts";

type Deps = {
  db: Db;
  actor: Actor;
  series: Pick<SeriesReader, "heldAverages">;
  now: number;
};

const METRICS = ["machine_running", "operating_productivity"] as const;
const MACHINES_AT_ONCE = 12;
const PATIENCE_MS = 8_000;

/**
 * The gauges of the machines that the actor's dashboard shows, or of those of them that are asked for: of no more than may have
 * a card. A machine that cannot be read in time does not count.
 */
export async function loadFleetAverages(
  { db, actor, series, now }: Deps,
  range: GaugeRange,
  asked: readonly number[] | null = null,
): Promise<FleetAverages> {
  const [all, facilities] = await Promise.all([
    listMachines({ db, actor }),
    listFacilityChoices({ db, actor }),
  ]);
  const read: (MachineAverages | null)[] = [];
  const machines = machinesOf(facilities, all)
    .filter(({ id }) => asked === null || asked.includes(id))
    .slice(0, ALL_CARDS);
  await forEachBounded(machines, MACHINES_AT_ONCE, async ({ id: deviceId }) => {
    read.push(await withinMs(PATIENCE_MS, readAverages({ series, now }, deviceId, range)));
  });
  return fleetAverages(read);
}

/** One machine's gauges over the range that ends now: its means by time, and for how long of it readings held. */
export async function readAverages(
  { series, now }: Pick<Deps, "series" | "now">,
  deviceId: number,
  range: GaugeRange,
): Promise<MachineAverages> {
  const startMs = now - GAUGE_RANGE_MS[range];
  const held = await series.heldAverages({ deviceId, metrics: METRICS, startMs, endMs: now });
  const longest = maxOf(METRICS.map((metric) => held[metric]?.heldMs ?? 0));
  return {
    uptime: held["machine_running"]?.mean ?? null,
    productivity: held["operating_productivity"]?.mean ?? null,
    spanMs: longest > 0 ? longest : null,
  };
}
