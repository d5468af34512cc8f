import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { facilities } from "./organizations.ts";
import { users } from "./users.ts";

/** Facilities that somebody took off their dashboard. What is not listed shows, so that a new plant is seen at once. */
export const hiddenFacilities = sqliteTable(
  "hidden_facilities",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    facilityId: integer("facility_id")
      .notNull()
      .references(() => facilities.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.facilityId] }),
    index("hidden_facilities_facility_idx").on(table.facilityId),
  ],
);
