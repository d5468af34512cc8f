import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, flag, id } from "#app/db/columns.ts";
import { devices } from "./machines.ts";
import { users } from "./users.ts";

/** Questions of a machine's analytics tab that people gave a name. */
export const savedQuestions = sqliteTable(
  "saved_questions",
  {
    id: id(),
    /** Of its short link. */
    code: text("code").notNull(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The query of the tab's address. */
    search: text("search").notNull(),
    /** For everybody who sees the machine; else for its author. */
    isShared: flag("is_shared").notNull(),
    /** null: the person's account is gone. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("saved_questions_code_idx").on(table.code),
    index("saved_questions_device_idx").on(table.deviceId),
    index("saved_questions_user_idx").on(table.userId),
  ],
);
