import { and, eq } from "drizzle-orm";
import { changeAsItStands, isAsRead } from "#app/db/as-it-stands.ts";
import { samplers } from "#app/db/schema/index.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { findSpecValue } from "#app/domain/samplers/specs.ts";
import { connectionOf, unknownSpec } from "./create-sampler.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { hasChanged } from "#app/platform/audit/write-audit.server.ts";
import {
  requireSamplerInService,
  toAuditedSampler,
  toSamplerJson,
} from "./sampler-record.server.ts";
import type { SamplerJson, UpdateSampler } from "./schemas.ts";

/** Changes what is given; what is left out stays. The machine and the key stay always. */
export async function updateSampler(
  deps: ConfigPushDeps & { actor: Actor },
  samplerId: string | number,
  input: Partial<UpdateSampler>,
): Promise<SamplerJson> {
  return changeAsItStands(() => tryToUpdate(deps, samplerId, input));
}

/** Null when somebody else changed it since it was read: what a spec needs is checked as a whole. */
async function tryToUpdate(
  deps: ConfigPushDeps & { actor: Actor },
  samplerId: string | number,
  input: Partial<UpdateSampler>,
): Promise<SamplerJson | null> {
  const { db, now } = deps;
  const before = await requireSamplerInService(deps, samplerId);
  const kept = <T>(given: T | null | undefined, old: T | null): T | null =>
    given === undefined ? old : given;
  // One that its gateway brought stays, listed or not.
  const isKept = input.spec === undefined || input.spec === before.spec;
  const spec = isKept ? before.spec : findSpecValue(input.spec!);
  if (spec === null) throw unknownSpec();
  const connection = connectionOf(spec, {
    plc_address: kept(input.plc_address, before.plcAddress),
    plc_port: kept(input.plc_port, before.plcPort),
    dataset_name: kept(input.dataset_name, before.datasetName),
    machine_number: kept(input.machine_number, before.machineNumber),
  });
  const change = {
    ...connection,
    name: input.name ?? before.name,
    onlyMappedTags: input.only_mapped_tags ?? before.onlyMappedTags,
  };
  const { id, deviceId } = before;
  const isUpdated = await hasChanged(
    db.batch([
      db
        .update(samplers)
        .set({ ...change, updatedAt: now })
        .where(
          and(
            eq(samplers.id, id),
            isAsRead(samplers, before, Object.keys(change) as (keyof typeof change)[]),
          ),
        ),
      auditOfMachine(deps, {
        action: "sampler.updated",
        id,
        deviceId,
        ...changedFields(toAuditedSampler(before), toAuditedSampler({ ...before, ...change })),
        mustChange: true,
      }),
      bumpRecorderVersion(deps, deviceId),
    ]),
  );
  if (!isUpdated) return null;
  await pushRecorderConfig(deps, before.deviceId);
  return toSamplerJson({ ...before, ...change, updatedAt: now });
}
