import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { samplers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { RecorderPort, RecorderStatus } from "#app/domain/series/recorder-port.ts";
import { withinMs } from "#app/domain/within.ts";
import { seriesFailure } from "#app/storage/damage.ts";
import { toCountsJson, toStatusJson } from "./list-samplers.server.ts";
import { requireSampledMachine } from "./sampler-record.server.ts";
import type { IngestStatusJson } from "./schemas.ts";

type Deps = {
  db: Db;
  now: number;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "status">;
};

const RECORDER_PATIENCE_MS = 5_000;

/** How a machine's intake does: what came last, what waits to be sealed, and what became of each sampler's samples. */
export async function getIngestStatus(
  deps: Deps,
  idOrSerial: string | number,
): Promise<IngestStatusJson> {
  const { id } = await requireSampledMachine(deps, idOrSerial);
  let damage: AppError | null = null;
  const answer = deps
    .recorder(id)
    .status()
    .catch((error: unknown) => {
      damage = seriesFailure(error);
      throw error;
    });
  const [named, status] = await Promise.all([
    deps.db
      .select({ id: samplers.id, name: samplers.name })
      .from(samplers)
      .where(eq(samplers.deviceId, id))
      .orderBy(asc(samplers.name), asc(samplers.id))
      .all(),
    withinMs(RECORDER_PATIENCE_MS, answer),
  ]);
  // Asking again would not help.
  if (damage) throw damage as AppError;
  if (!status)
    throw new AppError("unavailable", {
      message: "The machine's recorder does not answer just now; ask again.",
    });
  return {
    device_id: id,
    newest_sample_at: toIso(status.newestSampleMs),
    lag_ms: status.newestSampleMs === null ? null : Math.max(0, deps.now - status.newestSampleMs),
    last_batch_at: toIso(status.lastBatchAtMs),
    unsealed_samples: status.unsealedSamples,
    unsealed_bytes: status.unsealedBytes,
    last_seal_at: toIso(status.lastSealAtMs),
    segments: status.segments,
    rollup_files: status.rollupFiles,
    stored_bytes: status.storedBytes,
    overdue_hours: status.overdueHours,
    metrics: toCountsJson(status.metrics),
    samplers: named.map((sampler) => ({ ...sampler, status: statusOf(status, sampler.id) })),
  };
}

function statusOf(
  { samplers }: RecorderStatus,
  samplerId: number,
): IngestStatusJson["samplers"][number]["status"] {
  const status = samplers.find((known) => known.samplerId === samplerId);
  return status ? toStatusJson(status) : null;
}

const toIso = (timeMs: number | null): string | null =>
  timeMs === null ? null : new Date(timeMs).toISOString();
