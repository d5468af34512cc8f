/** Where many mappings come from at once: rows that somebody has, another machine's sampler, or the make's defaults. */
import { and, asc, count, eq, ne } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import {
  devices,
  facilities,
  samplers,
  telemetryDefinitions as mappings,
  telemetryTypes,
} from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { defaultMappingsOf } from "#app/domain/samplers/default-mappings.ts";
import type { WantedMapping } from "#app/domain/samplers/plan-mappings.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { requireSampler } from "./sampler-record.server.ts";

type Deps = { db: Db; actor: Actor };
const MAX_SOURCES = 100;

export type MappingSource = {
  samplerId: number;
  samplerName: string;
  deviceId: number;
  deviceName: string;
  mappings: number;
};

/** Samplers with mappings of other machines of the make and model, within the actor's scope. */
export async function listMappingSources(
  { db, actor }: Deps,
  machine: { id: number; make: Make; model: string },
): Promise<MappingSource[]> {
  const sources = await db
    .select({
      samplerId: samplers.id,
      samplerName: samplers.name,
      deviceId: samplers.deviceId,
      deviceName: devices.name,
      mappings: count(),
    })
    .from(samplers)
    .innerJoin(mappings, eq(mappings.samplerId, samplers.id))
    .innerJoin(devices, eq(devices.id, samplers.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(
      and(
        eq(devices.make, machine.make),
        eq(devices.model, machine.model),
        ne(devices.id, machine.id),
        machinesListed(actor),
      ),
    )
    .groupBy(samplers.id)
    .orderBy(asc(devices.name), asc(samplers.name))
    .limit(MAX_SOURCES)
    .all();
  return byName(
    sources,
    ({ deviceName }) => deviceName,
    ({ samplerName }) => samplerName,
  );
}

/** A sampler's mappings as rows for another one, types by their names. */
export async function rowsOfSampler(deps: Deps, samplerId: number): Promise<WantedMapping[]> {
  const { id } = await requireSampler(deps, samplerId);
  const rows = await deps.db
    .select({
      machineKey: mappings.machineKey,
      humanKey: mappings.humanKey,
      typeName: telemetryTypes.name,
      primarySection: mappings.primarySection,
      utsAnomalyDetectionEnabled: mappings.utsAnomalyDetectionEnabled,
      thresholdAnomalyDetectionEnabled: mappings.thresholdAnomalyDetectionEnabled,
      thresholdLowerBoundPercentile: mappings.thresholdLowerBoundPercentile,
      thresholdUpperBoundPercentile: mappings.thresholdUpperBoundPercentile,
    })
    .from(mappings)
    .leftJoin(telemetryTypes, eq(telemetryTypes.id, mappings.telemetryTypeId))
    .where(eq(mappings.samplerId, id))
    .orderBy(asc(mappings.machineKey))
    .all();
  return rows.map((row) => ({ ...row, isTypeOptional: true }));
}

/** The default mappings of the machine that a sampler belongs to. */
export async function rowsOfDefaults(
  deps: Deps,
  samplerId: string | number,
): Promise<WantedMapping[]> {
  const { deviceId } = await requireSampler(deps, samplerId);
  const { make } = await requireMachine(deps, deviceId);
  return defaultMappingsOf(make).map((row) => ({ ...row, isTypeOptional: true }));
}
