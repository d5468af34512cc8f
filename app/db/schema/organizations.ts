import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, id, moment } from "#app/db/columns.ts";

export const customers = sqliteTable("customers", {
  id: id(),
  name: text("name").notNull(),
  contactName: text("contact_name").notNull(),
  contactEmail: text("contact_email").notNull(),
  contactPhone: text("contact_phone").notNull(),
  externalId: text("external_id"),
  city: text("city").notNull(),
  state: text("state"),
  country: text("country", { enum: ["usa", "canada", "mexico"] }),
  logo: text("logo"),
  createdAt: createdAt(),
});

export const facilities = sqliteTable(
  "facilities",
  {
    id: id(),
    customerId: integer("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    city: text("city").notNull(),
    state: text("state").notNull(),
    country: text("country", { enum: ["usa", "canada", "mexico"] }).notNull(),
    /** IANA name. */
    timezone: text("timezone").notNull(),
    sapProtocol: text("sap_protocol", { enum: ["none", "IP"] })
      .notNull()
      .default("none"),
    contactName: text("contact_name").notNull(),
    contactEmail: text("contact_email").notNull(),
    contactPhone: text("contact_phone").notNull(),
    /** Closed since then, with all its machines. null: in service. */
    retiredAt: moment("retired_at"),
    createdAt: createdAt(),
  },
  (table) => [index("facilities_customer_idx").on(table.customerId)],
);

export const serviceTiers = sqliteTable("service_tiers", {
  id: id(),
  name: text("name").notNull().unique(),
  ui: flag("ui").notNull().default(false),
  reports: flag("reports").notNull().default(false),
  reportsUnlimited: flag("reports_unlimited").notNull().default(false),
  ad: flag("ad").notNull().default(false),
  adAdv: flag("ad_adv").notNull().default(false),
  events: flag("events").notNull().default(false),
  maintenance: flag("maintenance").notNull().default(false),
  maintenanceUnlimited: flag("maintenance_unlimited").notNull().default(false),
});
