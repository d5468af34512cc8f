import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, id, moment } from "#app/db/columns.ts";
import { ANNOTATION_KINDS } from "#app/domain/series/annotation-kinds.ts";
import { devices } from "./machines.ts";
import { users } from "./users.ts";

/** What people noted on a span of time of a machine, or of one of its metrics: charts show it there. */
export const annotations = sqliteTable(
  "annotations",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ANNOTATION_KINDS }).notNull(),
    /** null: of the whole machine. */
    metric: text("metric"),
    startAt: moment("start_at").notNull(),
    endAt: moment("end_at").notNull(),
    /** Empty only where somebody looked at it and had nothing to say. */
    text: text("text").notNull(),
    /** null: the person's account is gone. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [index("annotations_device_idx").on(table.deviceId, table.startAt)],
);
