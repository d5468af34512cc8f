import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import { AUDIT_MEANS, type AuditAction, type AuditSubject } from "#app/domain/access/audit.ts";
import { ACTOR_ROLES } from "#app/domain/access/types.ts";
import { createdAt, id, json, moment } from "#app/db/columns.ts";
import { customers } from "./organizations.ts";
import { users } from "./users.ts";

/** Tokens for scripts and BI tools: `hat_…`, of which only the hash is kept. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: id(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull().unique(),
    scopes: json<ApiScope[]>("scopes").notNull(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    /** Written at most once a minute. */
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [index("api_tokens_user_idx").on(table.userId)],
);

/** Tokens for programs of a customer: `hst_…`, of which only the hash is kept. */
export const serviceAccounts = sqliteTable(
  "service_accounts",
  {
    id: id(),
    customerId: integer("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Of the token before, which is taken until `previousUntil`. */
    previousHash: text("previous_hash").unique(),
    previousUntil: moment("previous_until"),
    scopes: json<ApiScope[]>("scopes").notNull(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    /** For how many days a token lives, also the one that replaces it. Made before this was kept: the longest. */
    lifeDays: integer("life_days").notNull().default(365),
    lastUsedAt: moment("last_used_at"),
    /** The minute whose calls are counted, and how many they are. */
    callWindow: integer("call_window").notNull().default(0),
    calls: integer("calls").notNull().default(0),
    endedAt: moment("ended_at"),
  },
  (table) => [index("service_accounts_customer_idx").on(table.customerId)],
);

/** Who did what to what. No foreign keys: an entry outlives everything that it names. */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    id: id(),
    at: moment("at").notNull(),
    /** null: nobody signed in, such as a reset by link before it is used. */
    actorUserId: integer("actor_user_id"),
    actorRole: text("actor_role", { enum: ACTOR_ROLES }),
    action: text("action").$type<AuditAction>().notNull(),
    subjectType: text("subject_type").$type<AuditSubject>().notNull(),
    subjectId: integer("subject_id"),
    /** Whose it was: the admins of this customer may read the entry. */
    customerId: integer("customer_id"),
    /** The network address as the edge saw it. */
    address: text("address"),
    before: json<Record<string, unknown>>("before"),
    after: json<Record<string, unknown>>("after"),
    /** How often it happened, where one entry stands for all of an hour. */
    count: integer("count").notNull().default(1),
    /** Of such an entry: the hour, what, who and from where; the same again is counted in it. */
    countedAs: text("counted_as").unique(),
    /** What acted in a person's place, or with a person's rights; null: the person in the portal. */
    means: text("means", { enum: AUDIT_MEANS }),
    meansId: integer("means_id"),
    /** As it was called then. */
    meansName: text("means_name"),
  },
  (table) => [
    index("audit_entries_customer_idx").on(table.customerId, table.id),
    index("audit_entries_customer_type_idx").on(table.customerId, table.subjectType, table.id),
    index("audit_entries_customer_actor_idx").on(table.customerId, table.actorUserId, table.id),
    index("audit_entries_customer_actor_type_idx").on(
      table.customerId,
      table.actorUserId,
      table.subjectType,
      table.id,
    ),
    index("audit_entries_subject_idx").on(table.subjectType, table.subjectId, table.id),
    index("audit_entries_type_idx").on(table.subjectType, table.id),
    index("audit_entries_actor_idx").on(table.actorUserId, table.id),
    index("audit_entries_actor_type_idx").on(table.actorUserId, table.subjectType, table.id),
    index("audit_entries_at_idx").on(table.at, table.id),
  ],
);

/** Counts what may be done only so often, by a sliding window: one row per thing that is counted. */
export const rateLimits = sqliteTable(
  "rate_limits",
  {
    /** What is counted and the SHA-256 of for whom. */
    subject: text("subject").primaryKey(),
    /** Times inside the window, oldest first. */
    hits: json<number[]>("hits").notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (table) => [index("rate_limits_last_idx").on(table.lastAt)],
);

/** The code that was last sent to a user's phone; a new one replaces it. */
export const phoneCodes = sqliteTable("phone_codes", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The number that it was sent to, as it was then. */
  phone: text("phone").notNull(),
  /** Keyed hash (HMAC): six digits alone would be guessed from a plain one. */
  codeHash: text("code_hash").notNull(),
  tries: integer("tries").notNull().default(0),
  createdAt: createdAt(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

/** What one installation decided or drew for itself, by name. */
export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

/** Mails, text messages and SAP notifications, written in the same batch as the change that they tell of; the jobs Worker delivers them. */
export const outboxMessages = sqliteTable(
  "outbox_messages",
  {
    id: id(),
    channel: text("channel", { enum: ["mail", "sms", "sap"] }).notNull(),
    to: text("to").notNull(),
    locale: text("locale", { enum: ["en", "es"] }).notNull(),
    template: text("template").notNull(),
    /** Empty for text messages. The words of a credential message are erased once it is sent (not in local mode). */
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html"),
    headers: json<Record<string, string>>("headers").notNull().default({}),
    status: text("status", { enum: ["queued", "sent", "failed", "dead"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** While a delivery is under way nobody else begins one. */
    lockedUntil: moment("locked_until"),
    lastError: text("last_error"),
    /** The provider's name for it. */
    providerId: text("provider_id"),
    /** What SAP answered, shortened. */
    answer: text("answer"),
    createdAt: createdAt(),
    sentAt: moment("sent_at"),
    /** The same cause writes the same key, so that a cause that comes twice writes one message. */
    dedupeKey: text("dedupe_key").notNull(),
  },
  (table) => [
    uniqueIndex("outbox_messages_dedupe_idx").on(table.dedupeKey),
    index("outbox_messages_status_idx").on(table.status, table.id),
  ],
);

/** People who are copied on every notification mail, never on credential mails. */
export const emailCcs = sqliteTable("email_ccs", {
  id: id(),
  name: text("name").notNull(),
  team: text("team").notNull(),
  /** In its one spelling (domain/mail/address.ts). */
  email: text("email").notNull().unique(),
  createdAt: createdAt(),
});
