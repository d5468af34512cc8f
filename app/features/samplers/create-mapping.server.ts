import { sql } from "drizzle-orm";
import { onlyIf } from "#app/db/only-if.ts";
import { telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { MAX_MAPPINGS_PER_MACHINE } from "#app/domain/limits.ts";
import { requireValidMapping, rethrowRefused, utsFlag } from "./check-mapping.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { requireSamplerInService, toMappingJson } from "./sampler-record.server.ts";
import type { CreateMapping, MappingJson } from "./schemas.ts";

export async function createMapping(
  deps: ConfigPushDeps & { actor: Actor },
  input: CreateMapping,
): Promise<MappingJson> {
  const { db, now } = deps;
  const { id: samplerId, deviceId } = await requireSamplerInService(deps, input.sampler_id);
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
  const existing = sql`(select count(*) from telemetry_definitions where device_id = ${deviceId})`;
  const row = {
    ...mapping,
    utsAnomalyDetectionEnabled: utsFlag(mapping.utsAnomalyDetectionEnabled, { id: 0, samplerId }),
    samplerId,
    deviceId: onlyIf(sql`${existing} < ${MAX_MAPPINGS_PER_MACHINE}`, deviceId),
    createdAt: now,
  };
  const [[created]] = await db
    .batch([
      db.insert(mappings).values(row).returning(),
      auditOfMachine(deps, {
        action: "mapping.created",
        id: sql<number>`last_insert_rowid()`,
        deviceId,
        after: { sampler_id: samplerId, ...mapping },
      }),
      bumpRecorderVersion(deps, deviceId),
    ])
    .catch(rethrowRefused);
  if (!created) throw new Error("the mapping was not inserted");
  await pushRecorderConfig(deps, deviceId);
  return toMappingJson(created);
}
