import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { insertJournalOf } from "#app/db/journal-of-alarms.ts";
import { alarms } from "#app/db/schema/index.ts";

/**
 * For the batch that moves a machine to a plant of another customer: whom its alarms told beside the plant's people, and where
 * the machine stands in the plant's SAP, is of the plant that it left. What they watch stays, and so does whether they are on.
 */
export function forgetFormerCustomer(db: Db, deviceId: number, now: number) {
  const which = and(
    eq(alarms.deviceId, deviceId),
    or(sql`${alarms.extraEmails} <> '[]'`, isNotNull(alarms.sapNotification)),
  );
  return [
    insertJournalOf(db, {
      kind: "updated",
      at: now,
      details: { fields: ["extra_emails", "sap_notification"] },
      which,
    }),
    db
      .update(alarms)
      .set({ extraEmails: [], sapNotification: null, sapRateInSeconds: null })
      .where(which),
  ] as const;
}
