import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { requireMachines } from "#app/features/machines/require-machines.server.ts";
import { MACHINES_AT_ONCE } from "./machines-at-once.ts";

type Deps = { db: Db; actor: Actor; series: Pick<SeriesReader, "buckets"> };
export type DevicesQuery = {
  devices: string[];
  metrics: string[];
  startMs: number;
  endMs: number;
  datapoints: number;
};
export type DevicePoints = {
  deviceId: number;
  points: Pick<SeriesPoint, "timeMs" | "endMs" | "value">[];
};

/** The same metrics of several machines, by metric and in the order the machines were asked for. */
export async function getDevicesTimeseries(
  { db, actor, series }: Deps,
  query: DevicesQuery,
): Promise<Map<string, DevicePoints[]>> {
  const { metrics, startMs, endMs, datapoints } = query;
  const deviceIds = (await requireMachines({ db, actor }, query.devices)).map(
    (machine) => machine.id,
  );
  const byDevice = new Map<number, Awaited<ReturnType<SeriesReader["buckets"]>>>();
  await forEachBounded(deviceIds, MACHINES_AT_ONCE, async (deviceId) => {
    byDevice.set(
      deviceId,
      await series.buckets({ deviceId, metrics, startMs, endMs, buckets: datapoints }),
    );
  });
  const pointsOf = (deviceId: number, metric: string) => byDevice.get(deviceId)?.[metric] ?? [];
  return new Map(
    metrics.map((metric) => [
      metric,
      deviceIds.map((deviceId) => ({ deviceId, points: pointsOf(deviceId, metric) })),
    ]),
  );
}
