import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { requireMachines } from "#app/features/machines/require-machines.server.ts";
import { MACHINES_AT_ONCE } from "./machines-at-once.ts";

type Deps = { db: Db; actor: Actor; series: Pick<SeriesReader, "averages"> };
type Range = { startMs: number; endMs: number };

/** The mean over exactly [startMs, endMs); null where no sample is. */
export async function getSingleAverage(
  { db, actor, series }: Deps,
  { device, metric, ...range }: Range & { device: string; metric: string },
): Promise<number | null> {
  const { id: deviceId } = await requireMachine({ db, actor }, device);
  return (await series.averages({ deviceId, metrics: [metric], ...range }))[metric] ?? null;
}

/** Means by machine id and metric. */
export async function getAverages(
  { db, actor, series }: Deps,
  { devices, metrics, ...range }: Range & { devices: string[]; metrics: string[] },
): Promise<Record<number, Record<string, number | null>>> {
  const machines = await requireMachines({ db, actor }, devices);
  const values: Record<number, Record<string, number | null>> = {};
  await forEachBounded(machines, MACHINES_AT_ONCE, async ({ id: deviceId }) => {
    values[deviceId] = await series.averages({ deviceId, metrics, ...range });
  });
  return values;
}
