import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, id, moment } from "#app/db/columns.ts";
import { devices } from "./machines.ts";
import { users } from "./users.ts";

/** What people wrote about a machine. A hidden one keeps its row: the audit log names it. */
export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** null: the person's account is gone. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    /** For everybody who sees the machine; else for the provider's staff. */
    isPublic: integer("is_public", { mode: "boolean" }).notNull(),
    /** The moment that its text points to (`#t=`); null: none. */
    pointsAt: moment("points_at"),
    createdAt: createdAt(),
    hiddenAt: moment("hidden_at"),
    hiddenBy: integer("hidden_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    index("comments_device_idx").on(table.deviceId, table.hiddenAt),
    index("comments_written_idx").on(table.deviceId, table.createdAt),
    index("comments_points_at_idx").on(table.deviceId, table.pointsAt),
  ],
);
