import type { Db } from "#app/db/client.server.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { findBeyond } from "./find-beyond.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "reasons">;
  series: Pick<SeriesReader, "telemetry">;
};

/**
 * Why the measure was flagged in [startMs, endMs), ascending: where UTS found that anomalies began, the newest ones, and of
 * each of the newest other stretches a sample beyond its bounds.
 */
export async function listReasons(
  { db, actor, recorder, series }: Deps,
  of: { device: string; metric: string; startMs: number; endMs: number },
): Promise<UtsReason[]> {
  const machine = await requireMachine({ db, actor }, of.device);
  requireTier(actor, machine, "accessAnomalyExplorer");
  const { metric, startMs, endMs } = of;
  const byUts = await recorder(machine.id).reasons(metric, startMs, endMs);
  const asked = { deviceId: machine.id, metric, startMs, endMs };
  const beyond = await findBeyond(series, asked, byUts);
  return [...byUts, ...beyond].sort((a, b) => a.timeMs - b.timeMs);
}
