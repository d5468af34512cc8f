import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarmJournal, alarms } from "#app/db/schema/index.ts";
import type { JournalDetails, JournalKind } from "#app/domain/alarms/journal.ts";

/**
 * For the batch that moves a machine to a plant of another customer: whom its alarms told beside the plant's people, and where
 * the machine stands in the plant's SAP, is of the plant that it left. What they watch stays, and so does whether they are on.
 */
export function forgetFormerCustomer(db: Db, deviceId: number, now: number) {
  const which = and(
    eq(alarms.deviceId, deviceId),
    or(sql`${alarms.extraEmails} <> '[]'`, isNotNull(alarms.sapNotification)),
  );
  const details = sql<JournalDetails>`json_object('fields', json_array('extra_emails', 'sap_notification'))`;
  return [
    db.insert(alarmJournal).select(
      db
        .select({
          id: sql<number>`null`.as("id"),
          deviceId: alarms.deviceId,
          alarmId: sql<number>`${alarms.id}`.as("alarm_id"),
          alarmName: sql<string>`${alarms.name}`.as("alarm_name"),
          kind: sql<JournalKind>`'updated'`.as("kind"),
          priority: alarms.priority,
          at: sql<number>`${now}`.as("at"),
          userId: sql<null>`null`.as("user_id"),
          note: sql<null>`null`.as("note"),
          details: details.as("details"),
          onceKey: sql<null>`null`.as("once_key"),
        })
        .from(alarms)
        .where(which),
    ),
    db
      .update(alarms)
      .set({ extraEmails: [], sapNotification: null, sapRateInSeconds: null })
      .where(which),
  ] as const;
}
