import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { insertJournalOf } from "#app/db/journal-of-alarms.ts";
import { alarms, samplers } from "#app/db/schema/index.ts";
import { SILENCE_NAME } from "#app/domain/alarms/silence-name.ts";
import type { AlarmArguments } from "#app/domain/alarms/types.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { MAX_ALARMS_PER_MACHINE } from "#app/domain/limits.ts";

/** A sampler that was heard once and is silent for this long is told of, unless people change it. */
const SILENCE_MS = 10 * MINUTE_MS;
const LAST_SAMPLER = sql`(select seq from sqlite_sequence where name = 'samplers')`;
const LAST_ALARM = sql`(select seq from sqlite_sequence where name = 'alarms')`;

/** The alarm of the silence of the sampler that the same batch inserted; none where the machine has as many alarms as it may. */
export const watchNewSampler = (db: Db, now: number) =>
  [
    db.insert(alarms).select(
      db
        .select(silenceRow(now))
        .from(samplers)
        .where(
          and(
            sql`${samplers.id} = ${LAST_SAMPLER}`,
            sql`(select count(*) from alarms counted where counted.device_id = ${samplers.deviceId}) < ${MAX_ALARMS_PER_MACHINE}`,
          ),
        ),
    ),
    insertJournalOf(db, {
      kind: "created",
      at: now,
      which: and(sql`${alarms.id} = ${LAST_ALARM}`, silenceOf(LAST_SAMPLER)),
    }),
  ] as const;

/** With a sampler its no-data alarms go; what they did stays in the journal. */
export const forgetSilenceOf = (db: Db, samplerId: number, now: number) =>
  forget(db, silenceOf(sql`${samplerId}`), now);

/** The same of all samplers of a machine. */
export const forgetSamplersSilence = (db: Db, deviceId: number, now: number) =>
  forget(db, and(eq(alarms.deviceId, deviceId), ofSampler), now);

const forget = (db: Db, which: SQL | undefined, now: number) =>
  [
    insertJournalOf(db, { kind: "deleted", at: now, which }),
    db.delete(alarms).where(which),
  ] as const;

const ofSampler = sql`json_extract(${alarms.arguments}, '$.source') = 'sampler'`;

const silenceOf = (samplerId: SQL) =>
  and(
    eq(alarms.function, "no_data_for_time_period"),
    sql`json_extract(${alarms.arguments}, '$.sampler_id') = ${samplerId}`,
  );

/** A row of `alarms`, from one of `samplers`. */
const silenceRow = (now: number) => {
  const none = (column: string) => sql<null>`null`.as(column);
  const shared = { tag_name: "", period: SILENCE_MS, source: "sampler", awaits_first: true };
  return {
    id: sql<number>`null`.as("id"),
    deviceId: samplers.deviceId,
    name: sql<string>`${SILENCE_NAME} || substr(${samplers.name}, 1, 80)`.as("name"),
    function: sql<"no_data_for_time_period">`'no_data_for_time_period'`.as("function"),
    extraEmails: sql<string[]>`'[]'`.as("extra_emails"),
    arguments:
      sql<AlarmArguments>`json_set(${JSON.stringify(shared)}, '$.sampler_id', ${samplers.id})`.as(
        "arguments",
      ),
    sapNotification: none("sap_notification"),
    sapRateInSeconds: none("sap_rate_in_seconds"),
    sapLastNotified: none("sap_last_notified"),
    inAlarm: sql<boolean>`0`.as("in_alarm"),
    triggeredAt: none("triggered_at"),
    changedAt: none("changed_at"),
    priority: sql<"medium">`'medium'`.as("priority"),
    definedAt: sql<number>`${now}`.as("defined_at"),
    isAcknowledged: sql<boolean>`1`.as("is_acknowledged"),
    acknowledgedAt: none("acknowledged_at"),
    acknowledgedBy: none("acknowledged_by"),
    acknowledgeNote: none("acknowledge_note"),
    shelvedUntil: none("shelved_until"),
    shelvedAt: none("shelved_at"),
    shelvedBy: none("shelved_by"),
    shelvedReason: none("shelved_reason"),
    shelvedMaintenanceId: none("shelved_maintenance_id"),
    lastMailedAt: none("last_mailed_at"),
    createdAt: sql<number>`${now}`.as("created_at"),
  };
};
