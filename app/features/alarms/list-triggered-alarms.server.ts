import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { alarmStatus, type AlarmStatus } from "#app/domain/alarms/types.ts";

export type TriggeredAlarm = {
  id: number;
  deviceId: number;
  deviceName: string;
  /** IANA name. */
  timezone: string;
  name: string;
  /** Path of the page that shows it. */
  url: string;
  status: AlarmStatus;
  triggeredAt: number | null;
};

/** Rows of one answer. */
export const MAX_TRIGGERED = 500;

/** Alarms that are on, of the machines that lists show to the actor; the newest first. */
export async function listTriggeredAlarms(
  { db, actor }: { db: Db; actor: Actor },
  { limit = MAX_TRIGGERED }: { limit?: number } = {},
): Promise<TriggeredAlarm[]> {
  const rows = await db
    .select({
      id: alarms.id,
      deviceId: alarms.deviceId,
      name: alarms.name,
      triggeredAt: alarms.triggeredAt,
      deviceName: devices.name,
      timezone: facilities.timezone,
    })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(eq(alarms.inAlarm, true), machinesListed(actor)))
    .orderBy(desc(alarms.triggeredAt), desc(alarms.id))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    timezone: row.timezone ?? "UTC",
    url: `/machines/${row.deviceId}/alarms`,
    status: alarmStatus(true),
  }));
}
