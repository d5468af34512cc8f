/** Notices: alarms that went on and whose people are still to be told (tell-alarms.server.ts). One for each time that an alarm goes on. */
import { and, eq, isNotNull, not, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarmNotices, alarms } from "#app/db/schema/index.ts";
import { isShelved } from "./is-shelved.server.ts";

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
