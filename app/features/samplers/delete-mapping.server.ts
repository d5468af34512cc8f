import { eq } from "drizzle-orm";
import { telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { unlessUnchanged } from "#app/platform/audit/write-audit.server.ts";
import { noSuchMapping, requireMappingInService } from "./sampler-record.server.ts";

export async function deleteMapping(
  deps: ConfigPushDeps & { actor: Actor },
  mappingId: string | number,
): Promise<{ id: number }> {
  const { db } = deps;
  const { id, deviceId, samplerId, machineKey, humanKey } = await requireMappingInService(
    deps,
    mappingId,
  );
  const before = { sampler_id: samplerId, machineKey, humanKey };
  const deleting = db.batch([
    db.delete(mappings).where(eq(mappings.id, id)),
    auditOfMachine(deps, { action: "mapping.deleted", id, deviceId, before, mustChange: true }),
    bumpRecorderVersion(deps, deviceId),
  ]);
  await deleting.catch(unlessUnchanged(noSuchMapping));
  await pushRecorderConfig(deps, deviceId);
  return { id };
}
