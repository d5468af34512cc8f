import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { samplers, telemetryDefinitions } from "#app/db/schema/index.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import { canManageSamplers } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import {
  getMachine,
  requireMachine,
  type Machine,
} from "#app/features/machines/list-machines.server.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import type { MappingJson, SamplerJson } from "./schemas.ts";

export type SamplerRow = typeof samplers.$inferSelect;
export type MappingRow = typeof telemetryDefinitions.$inferSelect;
type Deps = { db: Db; actor: Actor };

/** D1 ids; anything else in a path names nothing. */
export const toRowId = (text: string | number): number | null => parseRowId(String(text));

/** 403 for whoever may not add, change or delete samplers. */
export function requireSamplerManager(actor: Actor): void {
  if (!canManageSamplers(actor)) throw new AppError("forbidden");
}

/** A machine whose samplers the actor may manage. */
export async function requireSampledMachine(
  deps: Deps,
  idOrSerial: string | number,
): Promise<Machine> {
  requireSamplerManager(deps.actor);
  return requireMachine(deps, idOrSerial);
}

/** The same, for a change: 409 when it is out of service (decision 157). */
export async function requireSampledMachineInService(
  deps: Deps,
  idOrSerial: string | number,
): Promise<Machine> {
  const machine = await requireSampledMachine(deps, idOrSerial);
  requireInService(machine);
  return machine;
}

/** A sampler that the actor may manage; one of a machine beyond the actor's scope does not exist. */
export const requireSampler = async (deps: Deps, samplerId: string | number): Promise<SamplerRow> =>
  (await findSampler(deps, samplerId)).row;

/** The same, for a change of it or of what it reads: 409 when its machine is out of service. */
export async function requireSamplerInService(
  deps: Deps,
  samplerId: string | number,
): Promise<SamplerRow> {
  const { row, machine } = await findSampler(deps, samplerId);
  requireInService(machine);
  return row;
}

async function findSampler(deps: Deps, samplerId: string | number) {
  requireSamplerManager(deps.actor);
  const id = toRowId(samplerId);
  const row =
    id === null
      ? undefined
      : await deps.db.select().from(samplers).where(eq(samplers.id, id)).get();
  const machine = row && (await getMachine(deps, row.deviceId));
  if (!row || !machine) throw noSuchSampler();
  return { row, machine };
}

export const noSuchSampler = () =>
  new AppError("not_found", { message: "There is no such sampler." });
export const noSuchMapping = () =>
  new AppError("not_found", { message: "There is no such mapping." });

/** A mapping that the actor may manage. */
export const requireMapping = async (deps: Deps, mappingId: string | number): Promise<MappingRow> =>
  (await findMapping(deps, mappingId)).row;

/** The same, for a change: 409 when its machine is out of service. */
export async function requireMappingInService(
  deps: Deps,
  mappingId: string | number,
): Promise<MappingRow> {
  const { row, machine } = await findMapping(deps, mappingId);
  requireInService(machine);
  return row;
}

async function findMapping(deps: Deps, mappingId: string | number) {
  requireSamplerManager(deps.actor);
  const id = toRowId(mappingId);
  const row =
    id === null
      ? undefined
      : await deps.db
          .select()
          .from(telemetryDefinitions)
          .where(eq(telemetryDefinitions.id, id))
          .get();
  const machine = row && (await getMachine(deps, row.deviceId));
  if (!row || !machine) throw noSuchMapping();
  return { row, machine };
}

export const toSamplerJson = (row: SamplerRow): SamplerJson => ({
  id: row.id,
  device_id: row.deviceId,
  ...toAuditedSampler(row),
  created_at: new Date(row.createdAt).toISOString(),
  updated_at: new Date(row.updatedAt).toISOString(),
});

/** What of a sampler the audit log tells. */
export const toAuditedSampler = (
  row: Pick<
    SamplerRow,
    "name" | "spec" | "plcAddress" | "plcPort" | "datasetName" | "machineNumber" | "onlyMappedTags"
  >,
) => ({
  name: row.name,
  spec: row.spec,
  plc_address: row.plcAddress,
  plc_port: row.plcPort,
  dataset_name: row.datasetName,
  machine_number: row.machineNumber,
  only_mapped_tags: row.onlyMappedTags,
});

export const toMappingJson = (row: MappingRow): MappingJson => ({
  id: row.id,
  sampler_id: row.samplerId,
  device_id: row.deviceId,
  machine_key: row.machineKey,
  human_key: row.humanKey,
  telemetry_type_id: row.telemetryTypeId,
  is_type_gone: row.isTypeGone,
  primary_section: row.primarySection,
  uts_anomaly_detection_enabled: row.utsAnomalyDetectionEnabled,
  threshold_anomaly_detection_enabled: row.thresholdAnomalyDetectionEnabled,
  threshold_lower_bound_percentile: row.thresholdLowerBoundPercentile,
  threshold_upper_bound_percentile: row.thresholdUpperBoundPercentile,
});
