import { and, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/db/client.server.ts";
import { auditEntries, users } from "#app/db/schema/index.ts";
import { withFieldNames, type AuditSubject } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";

export type AuditQuery = {
  /** Entries older than this one: the last id of the page before. */
  before?: number | undefined;
  limit: number;
  subjectType?: AuditSubject | undefined;
  subjectId?: number | undefined;
  actorUserId?: number | undefined;
  /** Unix milliseconds, from inclusive, until exclusive. */
  from?: number | undefined;
  until?: number | undefined;
};
export type AuditRow = Omit<typeof auditEntries.$inferSelect, "customerId"> & {
  customerId: number | null;
  actorName: string | null;
};

/** Who did what, the newest first: everything for superusers, what was their customer's for its admins. */
export async function listAudit(
  { db, actor }: { db: Db; actor: Actor },
  query: AuditQuery,
): Promise<{ entries: AuditRow[]; nextBefore: number | null }> {
  const { limit } = query;
  const rows = await auditPage({ db, actor }, query);
  const entries = rows.slice(0, limit).map(({ entry, firstName, lastName }) => ({
    ...entry,
    // Until November 2026 changes of a row were written with the names that its fields have in the code.
    before: entry.before && withFieldNames(entry.before),
    after: entry.after && withFieldNames(entry.after),
    actorName: firstName === null ? null : `${firstName} ${lastName}`,
  }));
  return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/** The statement of a page, and one entry more where there are older ones. */
export function auditPage({ db, actor }: { db: Db; actor: Actor }, query: AuditQuery) {
  const { before, limit, subjectType, subjectId, actorUserId, from, until } = query;
  const who = alias(users, "who");
  const scope = scopeOf(actor);
  return db
    .select({ entry: auditEntries, firstName: who.firstName, lastName: who.lastName })
    .from(auditEntries)
    .leftJoin(who, eq(who.id, auditEntries.actorUserId))
    .where(
      and(
        // Whose it is finds nothing once the subject is known.
        scope && subjectId !== undefined ? sql`+${scope}` : scope,
        from === undefined ? undefined : since(from),
        until === undefined ? undefined : olderThan(until),
        before === undefined ? undefined : lt(auditEntries.id, before),
        subjectType === undefined ? undefined : few(eq(auditEntries.subjectType, subjectType)),
        subjectId === undefined ? undefined : few(eq(auditEntries.subjectId, subjectId)),
        actorUserId === undefined ? undefined : few(eq(auditEntries.actorUserId, actorUserId)),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1);
}

/**
 * SQLite counts nowhere how many entries a customer, a kind or a person has: it is told that these are few, or it walks
 * all of a customer's for them.
 */
const few = (condition: SQL): SQL => sql`likelihood(${condition}, 0.0001)`;

/**
 * Entries are numbered in the order of their times, so that a time is a number to begin or to end at: the page is read
 * by numbers from there, however many entries there are before and after.
 */
const since = (timeMs: number): SQL | undefined =>
  and(
    gte(auditEntries.at, timeMs),
    sql`${auditEntries.id} >= (select id from audit_entries where at >= ${timeMs} order by at, id limit 1)`,
  );
const olderThan = (timeMs: number): SQL | undefined =>
  and(
    lt(auditEntries.at, timeMs),
    sql`${auditEntries.id} <= (select id from audit_entries where at < ${timeMs} order by at desc, id desc limit 1)`,
  );

function scopeOf(actor: Actor): SQL | undefined {
  if (actor.role === "superuser") return undefined;
  if (actor.role === "admin" && actor.customerId !== null)
    return eq(auditEntries.customerId, actor.customerId);
  throw new AppError("forbidden");
}
