import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MAKES, ROLES } from "#app/domain/access/types.ts";
import { createdAt, flag, id, json, moment } from "#app/db/columns.ts";
import { customers, facilities } from "./organizations.ts";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    customerId: integer("customer_id").references(() => customers.id, { onDelete: "cascade" }),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** Lower case. */
    email: text("email").notNull().unique(),
    phone: text("phone"),
    /** When the phone was proved by a code; a new number is not. */
    phoneVerifiedAt: moment("phone_verified_at"),
    /** `scrypt$N$r$p$salt$hash`; null until the first password is set. */
    passwordHash: text("password_hash"),
    role: text("role", { enum: ROLES }).notNull(),
    status: text("status", { enum: ["active", "disabled", "invited"] })
      .notNull()
      .default("active"),
    make: text("make", { enum: MAKES }),
    resetPassword: flag("reset_password").notNull().default(false),
    notificationsEmail: flag("notifications_email").notNull().default(true),
    termsAcceptedAt: moment("terms_accepted_at"),
    /** Times of failed sign-ins inside the window, oldest first, see domain/access/lockout.ts. */
    failedSignIns: json<number[]>("failed_sign_ins").notNull().default([]),
    lockedAt: moment("locked_at"),
    locale: text("locale", { enum: ["en", "es"] }),
    timeZone: text("time_zone"),
    createdAt: createdAt(),
  },
  (table) => [index("users_customer_idx").on(table.customerId)],
);

export const userFacilities = sqliteTable(
  "user_facilities",
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
    index("user_facilities_facility_idx").on(table.facilityId),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    /** SHA-256 of the token, hex; the token itself is nowhere. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    userAgent: text("user_agent"),
  },
  (table) => [
    index("sessions_user_idx").on(table.userId),
    index("sessions_expiry_idx").on(table.expiresAt),
  ],
);

/** One-use links: reset (1 h) and set-up (7 days). */
export const passwordTokens = sqliteTable(
  "password_tokens",
  {
    id: id(),
    tokenHash: text("token_hash").notNull().unique(),
    /** null: the set-up link of the first superuser (seed `empty`), who is created when it is used. */
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["reset", "setup", "first_superuser"] }).notNull(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [
    index("password_tokens_user_idx").on(table.userId),
    index("password_tokens_expiry_idx").on(table.expiresAt),
  ],
);

/** New e-mail addresses that count once the link in a mail to them is opened; a newer one replaces it. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    userId: integer("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As `users.email`. Others may wait for the same one: the first to open the link gets it. */
    email: text("email").notNull(),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("email_changes_expiry_idx").on(table.expiresAt)],
);

/** Failed sign-ins with e-mail addresses that nobody has: they are answered as if they locked too. */
export const signInFailures = sqliteTable(
  "sign_in_failures",
  {
    /** `email:` and the SHA-256 of it, hex. */
    subject: text("subject").primaryKey(),
    failedSignIns: json<number[]>("failed_sign_ins").notNull(),
    lastAt: moment("last_at").notNull(),
    lockedAt: moment("locked_at"),
  },
  (table) => [index("sign_in_failures_last_idx").on(table.lastAt)],
);

/** Network addresses whose sign-ins failed: they are slowed down (domain/access/lockout.ts). */
export const addressThrottles = sqliteTable(
  "address_throttles",
  {
    /** SHA-256 of the address's network, hex. */
    network: text("network").primaryKey(),
    /** Each failure moves it on by its share of the window; the next attempt is let through while it is not too far. */
    owedUntil: moment("owed_until").notNull(),
    /** Of the last attempt. */
    wasAllowed: flag("was_allowed").notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (table) => [index("address_throttles_last_idx").on(table.lastAt)],
);
