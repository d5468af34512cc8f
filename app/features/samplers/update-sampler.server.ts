import { eq } from "drizzle-orm";
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
import { unlessUnchanged } from "#app/features/audit/write-audit.server.ts";
import {
  noSuchSampler,
  requireSampler,
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
  const { db, now } = deps;
  const before = await requireSampler(deps, samplerId);
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
    updatedAt: now,
  };
  const { id, deviceId } = before;
  const updating = db.batch([
    db.update(samplers).set(change).where(eq(samplers.id, id)),
    auditOfMachine(deps, {
      action: "sampler.updated",
      id,
      deviceId,
      ...changedFields(toAuditedSampler(before), toAuditedSampler({ ...before, ...change })),
      mustChange: true,
    }),
    bumpRecorderVersion(deps, deviceId),
  ]);
  await updating.catch(unlessUnchanged(noSuchSampler));
  await pushRecorderConfig(deps, before.deviceId);
  return toSamplerJson({ ...before, ...change });
}
