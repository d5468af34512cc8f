import { eq } from "drizzle-orm";
import {
  samplerKeys,
  samplers,
  telemetryDefinitions,
  telemetryTypes,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { forgetSilenceOf } from "#app/features/alarms/silence-of-sampler.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { unlessUnchanged } from "#app/platform/audit/write-audit.server.ts";
import {
  noSuchSampler,
  requireSamplerInService,
  toAuditedSampler,
} from "./sampler-record.server.ts";

/** Takes a sampler away with its keys and mappings; its samples stay. Its next batch is refused. */
export async function deleteSampler(
  deps: ConfigPushDeps & { actor: Actor },
  samplerId: string | number,
): Promise<{ id: number }> {
  const { db, now } = deps;
  const sampler = await requireSamplerInService(deps, samplerId);
  const { id, deviceId } = sampler;
  const deleting = db.batch([
    db.delete(telemetryDefinitions).where(eq(telemetryDefinitions.samplerId, id)),
    db.delete(telemetryTypes).where(eq(telemetryTypes.samplerId, id)),
    db.delete(samplerKeys).where(eq(samplerKeys.samplerId, id)),
    db.delete(samplers).where(eq(samplers.id, id)),
    auditOfMachine(deps, {
      action: "sampler.deleted",
      id,
      deviceId,
      before: toAuditedSampler(sampler),
      mustChange: true,
    }),
    ...forgetSilenceOf(db, id, now),
    bumpRecorderVersion(deps, deviceId),
  ]);
  await deleting.catch(unlessUnchanged(noSuchSampler));
  await pushRecorderConfig(deps, deviceId);
  return { id };
}
