import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import {
  ALARM_PRIORITIES,
  alarmStatus,
  type AlarmPriority,
  type AlarmStatus,
} from "#app/domain/alarms/types.ts";
import { isShelved } from "./is-shelved.server.ts";

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
  priority: AlarmPriority;
  /** It tells nobody until then; null: it is not shelved. Unix milliseconds, as all times. */
  shelvedUntil: number | null;
};

/** Rows of one answer. */
export const MAX_TRIGGERED = 500;

/** Of an alarm's row: 0 for the lowest priority. */
export const urgency = sql<number>`case ${alarms.priority} ${sql.join(
  ALARM_PRIORITIES.map((priority, index) => sql`when ${priority} then ${index}`),
  sql` `,
)} end`;

/**
 * Alarms that are on, of the machines that lists show to the actor; the newest first, or by urgency: shelved ones after all
 * others, the critical before the high, then the newest.
 */
export async function listTriggeredAlarms(
  { db, actor, now }: { db: Db; actor: Actor; now: number },
  { limit = MAX_TRIGGERED, order = "newest" }: { limit?: number; order?: "newest" | "urgent" } = {},
): Promise<TriggeredAlarm[]> {
  const shelved = isShelved(now);
  const newest = [desc(alarms.triggeredAt), desc(alarms.id)];
  const rows = await db
    .select({
      id: alarms.id,
      deviceId: alarms.deviceId,
      name: alarms.name,
      triggeredAt: alarms.triggeredAt,
      priority: alarms.priority,
      shelvedUntil: alarms.shelvedUntil,
      isShelved: shelved,
      deviceName: devices.name,
      timezone: facilities.timezone,
    })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(eq(alarms.inAlarm, true), machinesListed(actor)))
    .orderBy(...(order === "urgent" ? [asc(shelved), desc(urgency), ...newest] : newest))
    .limit(limit);
  return rows.map(({ isShelved: isOnShelf, shelvedUntil, ...row }) => ({
    ...row,
    shelvedUntil: isOnShelf ? shelvedUntil : null,
    timezone: row.timezone ?? "UTC",
    url: `/machines/${row.deviceId}/alarms`,
    status: alarmStatus(true),
  }));
}
