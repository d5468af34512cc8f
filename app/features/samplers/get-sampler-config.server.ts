import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import {
  devices,
  facilities,
  samplers,
  telemetryDefinitions,
  telemetryTypes,
} from "#app/db/schema/index.ts";

/** What a sampler on site needs to know of itself, in the wire's own names. */
export type SamplerConfig = {
  sampler: {
    id: number;
    name: string;
    spec: string;
    plc_address: string | null;
    plc_port: number | null;
    dataset_name: string | null;
    machine_number: string | null;
    only_mapped_tags: boolean;
  };
  device: { id: number; serial_number: string; timezone: string };
  mappings: { machine_key: string; human_key: string; telemetry_type: string | null }[];
};

/** null when the sampler does not exist. */
export async function getSamplerConfig(
  { db }: { db: Db },
  samplerId: number,
): Promise<SamplerConfig | null> {
  const [rows, mappings] = await db.batch([
    db
      .select({
        sampler: {
          id: samplers.id,
          name: samplers.name,
          spec: samplers.spec,
          plc_address: samplers.plcAddress,
          plc_port: samplers.plcPort,
          dataset_name: samplers.datasetName,
          machine_number: samplers.machineNumber,
          only_mapped_tags: samplers.onlyMappedTags,
        },
        // Not devices.id: D1 answers a batch's rows by column name, and two of one name become one.
        device: { id: samplers.deviceId, serial_number: devices.serialNumber },
        timezone: facilities.timezone,
      })
      .from(samplers)
      .innerJoin(devices, eq(devices.id, samplers.deviceId))
      .leftJoin(facilities, eq(facilities.id, devices.facilityId))
      .where(eq(samplers.id, samplerId)),
    db
      .select({
        machine_key: telemetryDefinitions.machineKey,
        human_key: telemetryDefinitions.humanKey,
        telemetry_type: telemetryTypes.name,
      })
      .from(telemetryDefinitions)
      .leftJoin(telemetryTypes, eq(telemetryTypes.id, telemetryDefinitions.telemetryTypeId))
      .where(eq(telemetryDefinitions.samplerId, samplerId))
      .orderBy(asc(telemetryDefinitions.machineKey)),
  ]);
  const row = rows[0];
  return row
    ? { sampler: row.sampler, device: { ...row.device, timezone: row.timezone ?? "UTC" }, mappings }
    : null;
}
