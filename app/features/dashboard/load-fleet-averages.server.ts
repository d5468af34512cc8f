import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { stepValue } from "#app/domain/series/step-values.ts";
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
  type MachineMeans,
} from "./fleet-types.ts";
import { ALL_CARDS } from "./large-fleet.ts";
import { machinesOf } from "./shown-machines.ts";

type Deps = {
  db: Db;
  actor: Actor;
  series: Pick<SeriesReader, "averages" | "values">;
  now: number;
};

const METRICS = ["machine_running", "operating_productivity"] as const;
/** So exactly is known when a machine's first reading was. */
const SPAN_STEP_MS = HOUR_MS;
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
  const read: MachineAverages[] = [];
  const machines = machinesOf(facilities, all)
    .filter(({ id }) => asked === null || asked.includes(id))
    .slice(0, ALL_CARDS);
  await forEachBounded(machines, MACHINES_AT_ONCE, async ({ id: deviceId }) => {
    const means = await withinMs(PATIENCE_MS, readAverages({ series, now }, deviceId, range));
    read.push(means ?? { uptime: null, productivity: null, spanMs: null });
  });
  return fleetAverages(read);
}

/** One machine's gauges over the range that ends now, and of how much of it there are readings. */
export async function readAverages(
  { series, now }: Pick<Deps, "series" | "now">,
  deviceId: number,
  range: GaugeRange,
): Promise<MachineAverages> {
  const startMs = now - GAUGE_RANGE_MS[range];
  const steps = GAUGE_RANGE_MS[range] / SPAN_STEP_MS;
  const [means, values] = await Promise.all([
    readMeans({ series, now }, deviceId, range),
    series.values({ deviceId, metrics: METRICS, startMs, endMs: now, buckets: steps }),
  ]);
  const isHeard = (_: unknown, step: number) =>
    METRICS.some((metric) => stepValue(values[metric], step) !== null);
  const first = Array.from({ length: steps }).findIndex(isHeard);
  return { ...means, spanMs: first < 0 ? null : (steps - first) * SPAN_STEP_MS };
}

/** Its means by time. */
export async function readMeans(
  { series, now }: { series: Pick<SeriesReader, "averages">; now: number },
  deviceId: number,
  range: GaugeRange,
): Promise<MachineMeans> {
  const startMs = now - GAUGE_RANGE_MS[range];
  const means = await series.averages({ deviceId, metrics: METRICS, startMs, endMs: now });
  return {
    uptime: means["machine_running"] ?? null,
    productivity: means["operating_productivity"] ?? null,
  };
}
