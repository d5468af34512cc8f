import type { Db } from "#app/db/client.server.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "reasons">;
};

/** Why UTS detection found that anomalies of the measure began in [startMs, endMs): the newest ones, ascending. */
export async function listReasons(
  { db, actor, recorder }: Deps,
  of: { device: string; metric: string; startMs: number; endMs: number },
): Promise<UtsReason[]> {
  const machine = await requireMachine({ db, actor }, of.device);
  requireTier(actor, machine, "accessAnomalyExplorer");
  return recorder(machine.id).reasons(of.metric, of.startMs, of.endMs);
}
