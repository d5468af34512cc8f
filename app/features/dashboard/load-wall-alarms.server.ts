import { and, count, desc, eq, min, not, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { isShelved } from "#app/features/alarms/is-shelved.server.ts";
import { urgency } from "#app/features/alarms/list-triggered-alarms.server.ts";
import type { WallAlarms } from "./wall-alarms.ts";

/** Of all machines; a wall shows a few of those that it has. */
const MOST = 50;

/**
 * Alarms that are on, that nobody has acknowledged and that are not shelved: the most urgent first, then the newest. And
 * how many are on and not shelved at each machine, and how many of those are acknowledged.
 */
export async function loadWallAlarms({
  db,
  actor,
  now,
}: {
  db: Db;
  actor: Actor;
  now: number;
}): Promise<WallAlarms> {
  const isOn = and(machinesListed(actor), eq(alarms.inAlarm, true));
  const isWanted = and(isOn, eq(alarms.isAcknowledged, false));
  const raised = db
    .select({
      id: alarms.id,
      name: alarms.name,
      deviceId: alarms.deviceId,
      deviceName: devices.name,
      priority: alarms.priority,
      triggeredAt: alarms.triggeredAt,
    })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(isWanted, not(isShelved(now))))
    .orderBy(desc(urgency), desc(alarms.triggeredAt), desc(alarms.id))
    .limit(MOST);
  const shelved = db
    .select({ until: min(alarms.shelvedUntil) })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(isOn, isShelved(now)));
  const counted = db
    .select({
      deviceId: alarms.deviceId,
      on: count(),
      acknowledged: sql<number>`total(${alarms.isAcknowledged})`,
    })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(isOn, not(isShelved(now))))
    .groupBy(alarms.deviceId);
  const [rows, [next], machines] = await Promise.all([raised, shelved, counted]);
  return {
    alarms: rows,
    nextReturnMs: next?.until ? next.until - now : null,
    onByMachine: Object.fromEntries(machines.map(({ deviceId, on }) => [deviceId, on])),
    acknowledgedByMachine: Object.fromEntries(
      machines
        .filter(({ acknowledged }) => acknowledged > 0)
        .map(({ deviceId, acknowledged }) => [deviceId, acknowledged]),
    ),
  };
}
