import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt } from "#app/db/columns.ts";

/** What was added by a form or call that names itself by a key: sent again, it is answered and adds nothing. Kept a day. */
export const sentForms = sqliteTable("sent_forms", {
  /** Who sent it and the key that the sender made, `<user id>:<key>`; of a service account its session's number. */
  key: text("key").primaryKey(),
  /** SHA-256 of all that was sent, in hex. */
  contentHash: text("content_hash").notNull(),
  /** Id of what was added. */
  subjectId: integer("subject_id").notNull(),
  createdAt: createdAt(),
});
