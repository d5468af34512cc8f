import { and, count, eq, min, not } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, devices, facilities } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import { isShelved } from "./is-shelved.server.ts";

/** How many alarms are on and not shelved, of the machines that the actor's lists show, by machine; one without any is left out. */
export async function countAlarmsOn({
  db,
  actor,
  now,
}: {
  db: Db;
  actor: Actor;
  now: number;
}): Promise<Record<number, number>> {
  const rows = await db
    .select({ deviceId: alarms.deviceId, count: count() })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(machinesListed(actor), eq(alarms.inAlarm, true), not(isShelved(now))))
    .groupBy(alarms.deviceId)
    .all();
  return Object.fromEntries(rows.map(({ deviceId, count }) => [deviceId, count]));
}

/** The alarms that are on at a machine that the caller may see. */
export async function loadAlarmsOn(
  { db, now }: { db: Db; now: number },
  deviceId: number,
): Promise<AlarmsOn> {
  const isOn = and(eq(alarms.deviceId, deviceId), eq(alarms.inAlarm, true));
  const [[told], [shelved]] = await db.batch([
    db
      .select({ on: count() })
      .from(alarms)
      .where(and(isOn, not(isShelved(now)))),
    db
      .select({ until: min(alarms.shelvedUntil) })
      .from(alarms)
      .where(and(isOn, isShelved(now))),
  ]);
  return { on: told?.on ?? 0, nextReturnMs: msUntil(shelved?.until ?? null, now) };
}

/** Milliseconds from `now` on; null stays null. */
const msUntil = (atMs: number | null, now: number): number | null =>
  atMs === null ? null : atMs - now;
