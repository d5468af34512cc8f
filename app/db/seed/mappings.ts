/** What the demo's samplers have mapped, and the telemetry types that they reported. */
import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { columnsInOrder, jsonCells } from "#app/db/columns-in-order.ts";
import { telemetryDefinitions, type telemetryTypes } from "#app/db/schema/index.ts";
import { BASE_TYPES } from "#app/domain/samplers/base-types.ts";
import { controllerOf, typesOfController } from "#app/domain/samplers/controllers.ts";
import { plantMappingsOf } from "#app/domain/samplers/default-mappings.ts";
import {
  DEFAULT_LOWER_PERCENTILE,
  DEFAULT_UPPER_PERCENTILE,
} from "#app/domain/samplers/mapping-rules.ts";
import type { DemoMachine } from "./machines.ts";

/** Watched by UTS detection too. */
const UTS_KEYS = new Set([
  ...["machine_speed", "main_drive_load_percent", "main_motor_temp_f"],
  ...["bearing_temp_1_f", "dryer_temp_f"],
]);
/** Mapped by machines of the first plant only, so that the others have something left to map. */
const FIRST_PLANT_KEYS = new Set(["bearing_temp_2_f", "main_motor_temp_f"]);

/** The base types, and what the machine's controller has. */
export const demoTypes = ({
  id,
  make,
}: Pick<DemoMachine, "id" | "make">): (typeof telemetryTypes.$inferInsert)[] => [
  ...BASE_TYPES.map((type) => ({ ...type, samplerId: id, isReported: false, goneAt: null })),
  ...typesOfController(controllerOf(make)).map((type) => ({
    ...type,
    samplerId: id,
    isReported: true,
    goneAt: null,
  })),
];

/** Of each machine's sampler, which has the machine's id; types are found by their names, which the same batch wrote. */
export function insertDemoMappings(db: Db, machines: readonly DemoMachine[], now: number) {
  const firstPlant = machines[0]?.facilityId;
  const rows = machines.flatMap(({ id, make, facilityId }) =>
    plantMappingsOf(make)
      .filter(({ humanKey }) => facilityId === firstPlant || !FIRST_PLANT_KEYS.has(humanKey))
      .map((mapping) => ({ ...mapping, id, isUts: UTS_KEYS.has(mapping.humanKey) ? 1 : 0 })),
  );
  return db
    .insert(telemetryDefinitions)
    .select(
      sql`select ${columnsInOrder(telemetryDefinitions, {
        samplerId: sql`value ->> 'id'`,
        deviceId: sql`value ->> 'id'`,
        telemetryTypeId: sql`(select type.id from telemetry_types type
          where type.sampler_id = value ->> 'id' and type.name = value ->> 'typeName')`,
        utsAnomalyDetectionEnabled: sql`value ->> 'isUts'`,
        thresholdAnomalyDetectionEnabled: true,
        thresholdLowerBoundPercentile: DEFAULT_LOWER_PERCENTILE,
        thresholdUpperBoundPercentile: DEFAULT_UPPER_PERCENTILE,
        createdAt: now,
        ...jsonCells("machineKey", "humanKey", "primarySection"),
      })} from json_each(${JSON.stringify(rows)}) where true`,
    )
    .onConflictDoNothing();
}
