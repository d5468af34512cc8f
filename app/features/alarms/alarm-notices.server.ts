/** Notices: alarms that went on and whose people are still to be told (tell-alarms.server.ts). One for each time that an alarm goes on. */
import { and, eq, gt, isNotNull, isNull, lt, not, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarmNotices, alarms, devices } from "#app/db/schema/index.ts";
import { AHEAD_MS } from "#app/domain/alarms/set-back.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { isShelved } from "./is-shelved.server.ts";

/** While one job makes the messages of a notice, no other one does. */
export const CLAIM_MS = MINUTE_MS;
/** Of one run; the rest is claimed by the next. */
export const MAX_NOTICES = 200;
const LEFT_LYING_MS = MINUTE_MS;

type Notice = {
  now: number;
  /** When the alarm went on, Unix milliseconds: the sample's time. */
  raisedAt: SQL;
  /** Of rows of `alarms`; those that are shelved get none. */
  which: SQL | undefined;
};

/** For the batch that makes it true. */
export const insertNotices = (db: Db, { now, raisedAt, which }: Notice) =>
  db
    .insert(alarmNotices)
    .select(
      db
        .select({
          id: sql<number>`null`.as("id"),
          alarmId: sql<number>`${alarms.id}`.as("alarm_id"),
          deviceId: alarms.deviceId,
          raisedAt: sql<number>`${raisedAt}`.as("raised_at"),
          createdAt: sql<number>`${now}`.as("created_at"),
          claim: sql<null>`null`.as("claim"),
          claimedUntil: sql<null>`null`.as("claimed_until"),
          toldAt: sql<null>`null`.as("told_at"),
          isStorm: sql<boolean>`0`.as("is_storm"),
        })
        .from(alarms)
        .where(and(which, not(isShelved(now)))),
    )
    .onConflictDoNothing();

/**
 * An alarm that went on while it was shelved told nobody. When it is not shelved any more, is on still and nobody has
 * acknowledged it, people are told of it as of any other one. Answers machines (row ids) that have a notice now.
 */
export async function noticeReturned({ db, now }: { db: Db; now: number }): Promise<number[]> {
  const rows = await insertNotices(db, {
    now,
    raisedAt: sql`${alarms.triggeredAt}`,
    which: and(
      eq(alarms.inAlarm, true),
      eq(alarms.isAcknowledged, false),
      isNotNull(alarms.triggeredAt),
      isNotNull(alarms.shelvedAt),
      sql`not exists (select 1 from ${alarmNotices} where ${alarmNotices.alarmId} = ${alarms.id} and ${alarmNotices.raisedAt} = ${alarms.triggeredAt})`,
    ),
  }).returning({ deviceId: alarmNotices.deviceId });
  return [...new Set(rows.map(({ deviceId }) => deviceId))];
}

export const isUnclaimed = (now: number): SQL | undefined =>
  or(
    isNull(alarmNotices.claimedUntil),
    lt(alarmNotices.claimedUntil, now),
    gt(alarmNotices.claimedUntil, now + CLAIM_MS + AHEAD_MS),
  );

/** One machine of each facility with notices that no job is left for. */
export async function listUntoldMachines({ db, now }: { db: Db; now: number }): Promise<number[]> {
  const rows = await db
    .select({ deviceId: sql<number>`min(${alarmNotices.deviceId})` })
    .from(alarmNotices)
    .innerJoin(devices, eq(devices.id, alarmNotices.deviceId))
    .where(
      and(
        isNull(alarmNotices.toldAt),
        or(
          lt(alarmNotices.createdAt, now - LEFT_LYING_MS),
          gt(alarmNotices.createdAt, now + AHEAD_MS),
        ),
        isUnclaimed(now),
      ),
    )
    .groupBy(sql`coalesce(${devices.facilityId}, -${devices.id})`)
    .limit(MAX_NOTICES);
  return rows.map(({ deviceId }) => deviceId);
}
