import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  ALARM_FUNCTIONS,
  ALARM_PRIORITIES,
  type AlarmArguments,
  type SapNotification,
} from "#app/domain/alarms/types.ts";
import { JOURNAL_KINDS, type JournalDetails } from "#app/domain/alarms/journal.ts";
import { createdAt, flag, id, json, moment } from "#app/db/columns.ts";
import { devices } from "./machines.ts";

export const alarms = sqliteTable(
  "alarms",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    function: text("function", { enum: ALARM_FUNCTIONS }).notNull(),
    /** Told beside the people of the machine's facility. */
    extraEmails: json<string[]>("extra_emails").notNull().default([]),
    arguments: json<AlarmArguments>("arguments").notNull(),
    /** null: SAP is not told. */
    sapNotification: json<SapNotification>("sap_notification"),
    /** At most one notification per so many seconds. */
    sapRateInSeconds: integer("sap_rate_in_seconds"),
    sapLastNotified: moment("sap_last_notified"),
    inAlarm: flag("in_alarm").notNull().default(false),
    /** When it last went into alarm. */
    triggeredAt: moment("triggered_at"),
    /** The sample's time of its last transition, on or off; an older one is not written over it. */
    changedAt: moment("changed_at"),
    priority: text("priority", { enum: ALARM_PRIORITIES }).notNull().default("medium"),
    /** When it was last defined: only samples after that count (0: all). */
    definedAt: moment("defined_at").notNull().default(0),
    /** false: it went on and nobody has acknowledged that. */
    isAcknowledged: flag("is_acknowledged").notNull().default(true),
    /** Of the last time that it was on. No foreign key: the name in the journal outlives the person. */
    acknowledgedAt: moment("acknowledged_at"),
    acknowledgedBy: integer("acknowledged_by"),
    acknowledgeNote: text("acknowledge_note"),
    /** Until then it tells nobody; null: it is not shelved. */
    shelvedUntil: moment("shelved_until"),
    shelvedAt: moment("shelved_at"),
    shelvedBy: integer("shelved_by"),
    shelvedReason: text("shelved_reason"),
    /** The shelving ends earlier, when this maintenance is marked as done. */
    shelvedMaintenanceId: integer("shelved_maintenance_id"),
    /** When people were last told by mail: at most once in 15 minutes. */
    lastMailedAt: moment("last_mailed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("alarms_device_idx").on(table.deviceId),
    index("alarms_triggered_idx")
      .on(table.triggeredAt)
      .where(sql`in_alarm = 1`),
  ],
);

/** What became of alarms, kept for two years. No foreign key on the alarm: an entry outlives it. */
export const alarmJournal = sqliteTable(
  "alarm_journal",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    alarmId: integer("alarm_id").notNull(),
    /** As it was called then. */
    alarmName: text("alarm_name").notNull(),
    kind: text("kind", { enum: JOURNAL_KINDS }).notNull(),
    priority: text("priority", { enum: ALARM_PRIORITIES }).notNull(),
    /** Of a transition the sample's time, else when it was done. */
    at: moment("at").notNull(),
    /** null: Helios itself. */
    userId: integer("user_id"),
    /** Somebody's own words. */
    note: text("note"),
    details: json<JournalDetails>("details"),
    /** Of a transition: alarm, kind and time, so that one that is told again is written once. */
    onceKey: text("once_key").unique(),
  },
  (table) => [
    index("alarm_journal_device_idx").on(table.deviceId, table.at),
    index("alarm_journal_at_idx").on(table.at),
  ],
);

/**
 * Alarms that went on and whose people are still to be told, written in the same batch as the transition. The jobs Worker
 * makes mails and SAP notifications of them (features/alarms/tell-alarms.server.ts).
 */
export const alarmNotices = sqliteTable(
  "alarm_notices",
  {
    id: id(),
    alarmId: integer("alarm_id")
      .notNull()
      .references(() => alarms.id, { onDelete: "cascade" }),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** The sample's time. */
    raisedAt: moment("raised_at").notNull(),
    createdAt: createdAt(),
    /** While one job makes its messages no other one does. */
    claim: text("claim"),
    claimedUntil: moment("claimed_until"),
    /** Its messages are in the outbox, or there was nobody to tell. */
    toldAt: moment("told_at"),
    /** It was told in one mail with the others of a storm. */
    isStorm: flag("is_storm").notNull().default(false),
  },
  (table) => [
    uniqueIndex("alarm_notices_once_idx").on(table.alarmId, table.raisedAt),
    index("alarm_notices_open_idx")
      .on(table.createdAt)
      .where(sql`told_at is null`),
    index("alarm_notices_device_idx").on(table.deviceId, table.createdAt),
  ],
);
