import { count, eq, sql } from "drizzle-orm";
import { telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { requireValidMapping, rethrowTakenKey } from "./check-mapping.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { requireSampler, toMappingJson } from "./sampler-record.server.ts";
import type { CreateMapping, MappingJson } from "./schemas.ts";

/** The recorder keeps all of a machine's mappings at hand. */
export const MAX_MAPPINGS_PER_MACHINE = 5_000;

export async function createMapping(
  deps: ConfigPushDeps & { actor: Actor },
  input: CreateMapping,
): Promise<MappingJson> {
  const { db, now } = deps;
  const { id: samplerId, deviceId } = await requireSampler(deps, input.sampler_id);
  const mapping = {
    machineKey: input.machine_key,
    humanKey: input.human_key,
    telemetryTypeId: input.telemetry_type_id ?? null,
    primarySection: input.primary_section ?? null,
    utsAnomalyDetectionEnabled: input.uts_anomaly_detection_enabled,
    thresholdAnomalyDetectionEnabled: input.threshold_anomaly_detection_enabled,
    thresholdLowerBoundPercentile: input.threshold_lower_bound_percentile,
    thresholdUpperBoundPercentile: input.threshold_upper_bound_percentile,
  };
  await requireValidMapping(db, mapping, { id: null, samplerId, deviceId, utsWasEnabled: false });
  const [existing] = await db
    .select({ count: count() })
    .from(mappings)
    .where(eq(mappings.deviceId, deviceId));
  if (existing && existing.count >= MAX_MAPPINGS_PER_MACHINE) {
    throw new AppError("conflict", {
      message: `A machine has at most ${MAX_MAPPINGS_PER_MACHINE} mappings.`,
    });
  }
  const [[row]] = await db
    .batch([
      db.insert(mappings).values({ ...mapping, samplerId, deviceId, createdAt: now }).returning(), // prettier-ignore
      auditOfMachine(deps, {
        action: "mapping.created",
        id: sql<number>`last_insert_rowid()`,
        deviceId,
        after: { sampler_id: samplerId, ...mapping },
      }),
      bumpRecorderVersion(db, deviceId),
    ])
    .catch(rethrowTakenKey);
  if (!row) throw new Error("the mapping was not inserted");
  await pushRecorderConfig(deps, deviceId);
  return toMappingJson(row);
}
