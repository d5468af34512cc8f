import { and, eq } from "drizzle-orm";
import { changeAsItStands, isAsRead } from "#app/db/as-it-stands.ts";
import { telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireValidMapping, rethrowRefused, utsFlag } from "./check-mapping.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { hasChanged } from "#app/platform/audit/write-audit.server.ts";
import { requireMappingInService, toMappingJson } from "./sampler-record.server.ts";
import type { MappingJson, UpdateMapping } from "./schemas.ts";

/** Changes what is given; what is left out stays. Samples that came before keep the name they were stored under. */
export async function updateMapping(
  deps: ConfigPushDeps & { actor: Actor },
  mappingId: string | number,
  input: Partial<UpdateMapping>,
): Promise<MappingJson> {
  return changeAsItStands(() => tryToUpdate(deps, mappingId, input));
}

/** Null when somebody else changed it since it was read: the rules look at all of it. */
async function tryToUpdate(
  deps: ConfigPushDeps & { actor: Actor },
  mappingId: string | number,
  input: Partial<UpdateMapping>,
): Promise<MappingJson | null> {
  const { db } = deps;
  const before = await requireMappingInService(deps, mappingId);
  const kept = <T>(given: T | undefined, old: T): T => (given === undefined ? old : given);
  const mapping = {
    machineKey: kept(input.machine_key, before.machineKey),
    humanKey: kept(input.human_key, before.humanKey),
    telemetryTypeId: kept(input.telemetry_type_id, before.telemetryTypeId),
    isTypeGone:
      before.isTypeGone &&
      kept(input.telemetry_type_id, before.telemetryTypeId) === before.telemetryTypeId,
    primarySection: kept(input.primary_section, before.primarySection),
    utsAnomalyDetectionEnabled: kept(
      input.uts_anomaly_detection_enabled,
      before.utsAnomalyDetectionEnabled,
    ),
    thresholdAnomalyDetectionEnabled: kept(
      input.threshold_anomaly_detection_enabled,
      before.thresholdAnomalyDetectionEnabled,
    ),
    thresholdLowerBoundPercentile: kept(
      input.threshold_lower_bound_percentile,
      before.thresholdLowerBoundPercentile,
    ),
    thresholdUpperBoundPercentile: kept(
      input.threshold_upper_bound_percentile,
      before.thresholdUpperBoundPercentile,
    ),
  };
  const { id, samplerId, deviceId, utsAnomalyDetectionEnabled: utsWasEnabled } = before;
  await requireValidMapping(db, mapping, { id, samplerId, deviceId, utsWasEnabled });
  const isUpdated = await hasChanged(
    db.batch([
      db
        .update(mappings)
        .set({
          ...mapping,
          utsAnomalyDetectionEnabled: utsFlag(mapping.utsAnomalyDetectionEnabled, before),
        })
        .where(and(eq(mappings.id, id), isAsRead(mappings, before, namesOf(mapping)))),
      auditOfMachine(deps, {
        action: "mapping.updated",
        id,
        deviceId,
        ...changedFields(before, mapping),
        mustChange: true,
      }),
      bumpRecorderVersion(deps, deviceId),
    ]),
  ).catch(rethrowRefused);
  if (!isUpdated) return null;
  await pushRecorderConfig(deps, deviceId);
  return toMappingJson({ ...before, ...mapping });
}

const namesOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
