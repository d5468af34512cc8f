import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  ALARM_FUNCTIONS,
  type AlarmArguments,
  type SapNotification,
} from "#app/domain/alarms/types.ts";
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
    createdAt: createdAt(),
  },
  (table) => [
    index("alarms_device_idx").on(table.deviceId),
    index("alarms_triggered_idx")
      .on(table.triggeredAt)
      .where(sql`in_alarm = 1`),
  ],
);
