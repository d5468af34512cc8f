import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { NOTICE_STAGES } from "#app/domain/maintenance/maintenance-notices.ts";
import {
  MAINTENANCE_TYPES,
  PREDICTION_ACCURACIES,
  type MaintenanceVerbs,
} from "#app/domain/maintenance/types.ts";
import { createdAt, flag, id, json, moment } from "#app/db/columns.ts";
import { emailCcs } from "./access.ts";
import { devices } from "./machines.ts";
import { users } from "./users.ts";

/** A part of a machine that is replaced or lubricated again and again. */
export const maintenances = sqliteTable(
  "maintenances",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The name as it is compared: domain/maintenance/name-key.ts. In older rows another one or none, until renewNameKeys. */
    nameKey: text("name_key"),
    /** Key in domain/maintenance/catalogue.ts, or "custom". */
    kind: text("kind").notNull(),
    type: text("type", { enum: MAINTENANCE_TYPES }).notNull(),
    verbs: json<MaintenanceVerbs>("verbs").notNull(),
    target: text("target").notNull(),
    /** Steps, in order. */
    actions: json<string[]>("actions").notNull(),
    /** Percent of life left at which the work is recommended. */
    cutoffValue: real("cutoff_value").notNull(),
    /** Hours from the work until nothing is left; null while nobody knows. */
    maxTagThreshold: real("max_tag_threshold"),
    doubleUp: flag("double_up"),
    /** Offered by every tier that has maintenance. */
    basicType: flag("basic_type").notNull().default(false),
    recommendedDate: moment("recommended_date"),
    lastPerformedAt: moment("last_performed_at"),
    snoozedAt: moment("snoozed_at"),
    snoozedUntil: moment("snoozed_until"),
    snoozeReason: text("snooze_reason"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("maintenances_name_idx").on(table.deviceId, sql`lower(${table.name})`),
    // Beyond ASCII.
    uniqueIndex("maintenances_name_key_idx").on(table.deviceId, table.nameKey),
  ],
);

/** Each time the work was done. */
export const maintenanceHistory = sqliteTable(
  "maintenance_history",
  {
    id: id(),
    maintenanceId: integer("maintenance_id")
      .notNull()
      .references(() => maintenances.id, { onDelete: "cascade" }),
    performedAt: moment("performed_at").notNull(),
    /** null: not rated, as the first time. */
    predictionAccuracy: text("prediction_accuracy", { enum: PREDICTION_ACCURACIES }),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("maintenance_history_maintenance_idx").on(table.maintenanceId, table.performedAt),
  ],
);

/** Each time the work was put off. */
export const snoozeHistories = sqliteTable(
  "snooze_histories",
  {
    id: id(),
    maintenanceId: integer("maintenance_id")
      .notNull()
      .references(() => maintenances.id, { onDelete: "cascade" }),
    snoozedAt: moment("snoozed_at").notNull(),
    snoozedUntil: moment("snoozed_until").notNull(),
    reason: text("reason").notNull(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [index("snooze_histories_maintenance_idx").on(table.maintenanceId, table.snoozedAt)],
);

/** Percent of life left over time, since the work was last done. */
export const burnRates = sqliteTable(
  "burn_rates",
  {
    maintenanceId: integer("maintenance_id")
      .notNull()
      .references(() => maintenances.id, { onDelete: "cascade" }),
    systemTime: moment("system_time").notNull(),
    value: real("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.maintenanceId, table.systemTime] })],
);

/** What each person was told of a maintenance, in each life of it. */
export const maintenanceNotices = sqliteTable(
  "maintenance_notices",
  {
    maintenanceId: integer("maintenance_id")
      .notNull()
      .references(() => maintenances.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** When the life began: the work, or when it was added. */
    lifeFrom: moment("life_from").notNull(),
    stage: text("stage", { enum: NOTICE_STAGES }).notNull(),
    /** 0 the first time, then one more each week. */
    count: integer("count").notNull(),
    sentAt: moment("sent_at").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.maintenanceId, table.userId, table.lifeFrom, table.stage, table.count],
    }),
  ],
);

/** The same of each copied address that is no user's. */
export const maintenanceCopyNotices = sqliteTable(
  "maintenance_copy_notices",
  {
    maintenanceId: integer("maintenance_id")
      .notNull()
      .references(() => maintenances.id, { onDelete: "cascade" }),
    emailCcId: integer("email_cc_id")
      .notNull()
      .references(() => emailCcs.id, { onDelete: "cascade" }),
    lifeFrom: moment("life_from").notNull(),
    stage: text("stage", { enum: NOTICE_STAGES }).notNull(),
    count: integer("count").notNull(),
    sentAt: moment("sent_at").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.maintenanceId, table.emailCcId, table.lifeFrom, table.stage, table.count],
    }),
  ],
);

/** Links of mails by which a quote of parts is asked for. */
export const partsQuoteLinks = sqliteTable(
  "parts_quote_links",
  {
    /** SHA-256 of the token, hex; the token itself is nowhere. */
    tokenHash: text("token_hash").primaryKey(),
    maintenanceId: integer("maintenance_id")
      .notNull()
      .references(() => maintenances.id, { onDelete: "cascade" }),
    lifeFrom: moment("life_from").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("parts_quote_links_maintenance_idx").on(table.maintenanceId)],
);

/** Quotes of parts that were asked for: one in each life of a maintenance. They outlive it. */
export const partsQuotes = sqliteTable(
  "parts_quotes",
  {
    id: id(),
    /** null: the maintenance was deleted since. */
    maintenanceId: integer("maintenance_id").references(() => maintenances.id, {
      onDelete: "set null",
    }),
    /** Of the maintenance, as they were when it was asked. */
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    target: text("target").notNull(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    lifeFrom: moment("life_from").notNull(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    requestedAt: moment("requested_at").notNull(),
    state: text("state", { enum: ["asked", "answered"] })
      .notNull()
      .default("asked"),
    note: text("note").notNull().default(""),
  },
  (table) => [uniqueIndex("parts_quotes_life_idx").on(table.maintenanceId, table.lifeFrom)],
);
