import { and, eq, sql, type SQL } from "drizzle-orm";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { columnsInOrder } from "#app/db/columns-in-order.ts";
import { auditEntries, sessions, userFacilities, users } from "#app/db/schema/index.ts";
import { sessionLifetimeMs } from "#app/domain/access/session-lifetime.ts";
import { MAX_SESSIONS_PER_USER } from "#app/domain/limits.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { describeUserAgent } from "#app/domain/access/user-agent.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { toActor } from "#app/platform/access/find-session.server.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { userColumns } from "#app/platform/access/user-record.server.ts";

/** A session that was just opened: the only moment at which its token is known. */
export type OpenedSession = { token: string; actor: Actor; user: SignedInUser; expiresAt: number };

const USER_AGENT_LENGTH = 200;

type ForWhom = {
  userId: number;
  userAgent: string | null;
  /** Of the password that was proved: it must still be theirs, and the account active, as the session is written. */
  passwordHash?: string | null;
};

export type OpenSessionDeps = AuditDeps & { endSockets: EndSockets };

/**
 * Opens a session for someone whose identity was just proved; refused as a failed sign-in when that is true no more. One too
 * many ends the one that was not seen for the longest, with its sockets, and the audit log tells of it.
 */
export async function openSession(
  deps: OpenSessionDeps,
  { userId, userAgent, passwordHash }: ForWhom,
): Promise<OpenedSession> {
  const { db, now } = deps;
  const [[row], assigned] = await db.batch([
    db.select(userColumns).from(users).where(eq(users.id, userId)),
    db
      .select({ id: userFacilities.facilityId })
      .from(userFacilities)
      .where(eq(userFacilities.userId, userId)),
  ]);
  if (!row) throw new Error(`user ${userId} vanished while signing in`);
  const user: SignedInUser = { ...row, facilityIds: assigned.map((facility) => facility.id) };
  const token = newToken();
  const expiresAt = now + sessionLifetimeMs(user.role);
  const kept = userAgent?.slice(0, USER_AGENT_LENGTH) ?? null;
  const isStill = and(
    eq(users.id, userId),
    eq(users.passwordHash, passwordHash ?? ""),
    eq(users.status, "active"),
  );
  // Nobody: the column takes no null, so that nothing of the batch is written.
  const owner =
    passwordHash === undefined
      ? userId
      : sql<number>`(select ${users.id} from ${users} where ${isStill})`;
  const tooMany = and(eq(sessions.userId, userId), isOneTooMany(userId));
  const [, ended, [session]] = await db
    .batch([
      tellOfEach(deps, user, tooMany),
      db.delete(sessions).where(tooMany).returning({ id: sessions.id }),
      db
        .insert(sessions)
        .values({
          tokenHash: sha256Hex(token),
          userId: owner,
          createdAt: now,
          lastSeenAt: now,
          expiresAt,
          userAgent: kept,
        })
        .returning({ id: sessions.id }),
      writeAudit(deps, {
        actor: { userId, role: user.role },
        action: "session.opened",
        subject: { type: "session", id: sql<number>`last_insert_rowid()` },
        customerId: user.customerId,
        after: { ...describeUserAgent(kept) },
      }),
    ])
    .catch(asFailedIfUserGone);
  if (!session) throw new Error("the session was not written");
  const actor = toActor(user, session.id);
  if (ended.length > 0)
    await deps.endSockets(
      actor,
      ended.map(({ id }) => id),
    );
  return { token, actor, user, expiresAt };
}

/** A line of the audit log for each session that is about to end as one too many: which, and how long it was not seen. */
const tellOfEach = (
  { db, now, address = null, from = address }: OpenSessionDeps,
  { id: userId, role, customerId }: Pick<SignedInUser, "id" | "role" | "customerId">,
  ending: SQL | undefined,
) =>
  db.insert(auditEntries).select(
    sql`select ${columnsInOrder(auditEntries, {
      ...{ at: now, actorUserId: userId, actorRole: role, customerId, address: from },
      action: "session.displaced",
      subjectType: "session",
      subjectId: sql`${sessions.id}`,
      after: sql`json_object('signed_in_at', ${sessions.createdAt}, 'last_seen_at', ${sessions.lastSeenAt})`,
    })} from ${sessions} where ${ending}`,
  );

/** Not among those that were seen last, with room for one more. */
const isOneTooMany = (userId: number) =>
  sql`${sessions.id} not in (select id from ${sessions} where user_id = ${userId} order by last_seen_at desc, id desc limit ${MAX_SESSIONS_PER_USER - 1})`;

function asFailedIfUserGone(error: unknown): never {
  throw isNullRefused(error, "sessions.user_id") ? new AppError("authentication_failed") : error;
}
