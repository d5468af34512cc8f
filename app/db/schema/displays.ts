import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MAKES } from "#app/domain/access/types.ts";
import { createdAt, id, moment } from "#app/db/columns.ts";
import { customers, facilities } from "./organizations.ts";

/** Screens that show a code and wait for somebody to enter it. */
export const displayPairings = sqliteTable(
  "display_pairings",
  {
    id: id(),
    /** SHA-256 of the token that the screen waits with, hex. The display gets another one. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Keyed hash (HMAC) of the code: six characters alone would be guessed from a plain one. */
    codeHash: text("code_hash").notNull().unique(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("display_pairings_expiry_idx").on(table.expiresAt)],
);

/** Paired wall displays. One that is revoked has no row. */
export const displays = sqliteTable(
  "displays",
  {
    id: id(),
    /** SHA-256 of the token, hex; the token itself is in the screen's cookie only. */
    tokenHash: text("token_hash").notNull().unique(),
    /** SHA-256 of the token that the screen waited with, until its own was used for the first time. */
    waitingTokenHash: text("waiting_token_hash").unique(),
    /** A wall hangs at one customer's. */
    customerId: integer("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** Paired by an OEM superuser: shows the machines of this make only. */
    make: text("make", { enum: MAKES }),
    name: text("name").notNull(),
    locale: text("locale", { enum: ["en", "es"] }).notNull(),
    timeZone: text("time_zone").notNull(),
    createdAt: createdAt(),
    /** Written at most once a minute. */
    lastSeenAt: moment("last_seen_at"),
  },
  (table) => [index("displays_customer_idx").on(table.customerId)],
);

export const displayFacilities = sqliteTable(
  "display_facilities",
  {
    displayId: integer("display_id")
      .notNull()
      .references(() => displays.id, { onDelete: "cascade" }),
    facilityId: integer("facility_id")
      .notNull()
      .references(() => facilities.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.displayId, table.facilityId] }),
    index("display_facilities_facility_idx").on(table.facilityId),
  ],
);
