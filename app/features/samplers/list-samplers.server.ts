import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { samplers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type {
  MetricCounts,
  RecorderPort,
  SamplerStatus,
} from "#app/domain/series/recorder-port.ts";
import { requireSampledMachine, toSamplerJson } from "./sampler-record.server.ts";
import type { ListedSampler } from "./schemas.ts";

type Deps = { db: Db; actor: Actor; recorder: (deviceId: number) => Pick<RecorderPort, "status"> };

/** A machine's samplers by name, each with what it said of itself last. */
export async function listSamplers(
  deps: Deps,
  idOrSerial: string | number,
): Promise<ListedSampler[]> {
  const machine = await requireSampledMachine(deps, idOrSerial);
  const rows = await deps.db
    .select()
    .from(samplers)
    .where(eq(samplers.deviceId, machine.id))
    .orderBy(asc(samplers.name), asc(samplers.id))
    .all();
  // The list is useful without the recorder's word.
  const known =
    rows.length === 0
      ? null
      : await deps
          .recorder(machine.id)
          .status()
          .catch(() => null);
  const metrics = known ? toCountsJson(known.metrics) : null;
  return rows.map((row) => {
    const status = known?.samplers.find(({ samplerId }) => samplerId === row.id);
    return { ...toSamplerJson(row), status: status ? toStatusJson(status) : null, metrics };
  });
}

export function toStatusJson(status: SamplerStatus): NonNullable<ListedSampler["status"]> {
  const { lastBatchAtMs, buffered, dropped, accepted, duplicate, rejected, rejectedBy } = status;
  return {
    last_batch_at: new Date(lastBatchAtMs).toISOString(),
    buffered,
    dropped,
    accepted,
    duplicate,
    rejected,
    rejected_by_reason: rejectedBy,
  };
}

export const toCountsJson = ({
  count,
  unmapped,
  unmappedLimit,
}: MetricCounts): NonNullable<ListedSampler["metrics"]> => ({
  count,
  unmapped,
  unmapped_limit: unmappedLimit,
});
