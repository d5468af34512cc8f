import { and, count, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities } from "#app/db/schema/index.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";

/** How many alarms are on, of the actor's machines, by machine; one without any is left out. */
export async function countAlarmsOn({
  db,
  actor,
}: {
  db: Db;
  actor: Actor;
}): Promise<Record<number, number>> {
  const rows = await db
    .select({ deviceId: alarms.deviceId, count: count() })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(machinesInScope(machineScope(actor)), eq(alarms.inAlarm, true)))
    .groupBy(alarms.deviceId)
    .all();
  return Object.fromEntries(rows.map(({ deviceId, count }) => [deviceId, count]));
}
