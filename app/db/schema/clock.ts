import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { moment } from "#app/db/columns.ts";

/** How late Helios holds it to be, whatever its clock says (domain/kept-clock.ts): one row. */
export const keptClock = sqliteTable("kept_clock", {
  id: integer("id").primaryKey(),
  timeMs: moment("time_ms").notNull(),
  agreesSinceMs: moment("agrees_since_ms").notNull(),
  lookedAtMs: moment("looked_at_ms").notNull(),
});
