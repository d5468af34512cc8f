import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities } from "#app/db/schema/index.ts";
import { inService } from "#app/db/scopes.ts";

/** Machines in service with a no-data alarm, and the version of the settings that say so. */
export async function listSilenceWatched({
  db,
}: {
  db: Db;
}): Promise<{ id: number; version: number }[]> {
  const watched = sql`exists (select 1 from ${alarms} where ${alarms.deviceId} = ${devices.id} and ${eq(alarms.function, "no_data_for_time_period")})`;
  return db
    .select({ id: devices.id, version: devices.recorderVersion })
    .from(devices)
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(inService, watched));
}
