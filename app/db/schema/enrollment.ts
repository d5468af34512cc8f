import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MAKES } from "#app/domain/access/types.ts";
import { createdAt, id, moment } from "#app/db/columns.ts";

/** Keys with which gateways enroll their machines. */
export const enrollmentKeys = sqliteTable(
  "enrollment_keys",
  {
    id: id(),
    name: text("name").notNull(),
    /** Machines of this make alone; null: of any. */
    make: text("make", { enum: MAKES }),
    /** SHA-256 of `hek_…`, hex. */
    keyHash: text("key_hash").notNull().unique(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    maxUses: integer("max_uses").notNull(),
    /** Machines that it made. */
    uses: integer("uses").notNull().default(0),
    lastUsedAt: moment("last_used_at"),
    endedAt: moment("ended_at"),
  },
  (table) => [index("enrollment_keys_make_idx").on(table.make)],
);
