import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities, users } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireFacility } from "#app/features/organizations/list-facilities.server.ts";
import { isShelved } from "./is-shelved.server.ts";
import type { ShelvedAlarm } from "./shelved.ts";

/** Rows of one answer. */
const MAX_SHELVED = 500;
type Deps = { db: Db; actor: Actor; now: number };

/** Alarms that tell nobody for now, of the actor's machines or of one facility of theirs; those that come back first, first. */
export async function listShelvedAlarms(
  deps: Deps,
  { facilityId }: { facilityId?: number | undefined } = {},
): Promise<ShelvedAlarm[]> {
  const { db, actor, now } = deps;
  if (facilityId !== undefined) await requireFacility(deps, facilityId);
  const rows = await db
    .select({
      alarmId: alarms.id,
      alarmName: alarms.name,
      deviceId: alarms.deviceId,
      deviceName: devices.name,
      timezone: facilities.timezone,
      priority: alarms.priority,
      inAlarm: alarms.inAlarm,
      shelvedUntil: alarms.shelvedUntil,
      maintenanceId: alarms.shelvedMaintenanceId,
      first: users.firstName,
      last: users.lastName,
      shelvedReason: alarms.shelvedReason,
    })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(users, eq(users.id, alarms.shelvedBy))
    .where(
      and(
        machinesListed(actor),
        isShelved(now),
        facilityId === undefined ? undefined : eq(devices.facilityId, facilityId),
      ),
    )
    .orderBy(asc(alarms.shelvedUntil), asc(alarms.id))
    .limit(MAX_SHELVED);
  return rows.map(({ first, last, maintenanceId, timezone, shelvedUntil, ...row }) => ({
    ...row,
    shelvedUntil: shelvedUntil!,
    timezone: timezone ?? "UTC",
    shelvedByName: first === null ? null : `${first} ${last ?? ""}`.trim(),
    isShelvedByMaintenance: maintenanceId !== null,
  }));
}
