import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MACHINE_ORDERS, MACHINE_VIEWS } from "#app/domain/preferences.ts";
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

/** How somebody looks at their machines, on every device; null: nothing was chosen. */
export const dashboardChoices = sqliteTable("dashboard_choices", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  machineView: text("machine_view", { enum: MACHINE_VIEWS }),
  machineOrder: text("machine_order", { enum: MACHINE_ORDERS }),
});
