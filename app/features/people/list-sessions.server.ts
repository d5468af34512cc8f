import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { describeUserAgent, type Device } from "#app/domain/access/user-agent.ts";
import { AppError } from "#app/domain/errors.ts";
import {
  hasChanged,
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";

/** Times are Unix milliseconds. */
export type SessionRow = Device & {
  id: number;
  isCurrent: boolean;
  signedInAt: number;
  lastSeenAt: number;
  expiresAt: number;
};
type Deps = AuditDeps & { actor: Actor; endSockets: EndSockets };

/** Where the actor is signed in, the session in use first, then the newest. */
export async function listSessions({
  db,
  now,
  actor,
}: {
  db: Db;
  now: number;
  actor: Actor;
}): Promise<SessionRow[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, actor.userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows
    .map(({ id, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
      id,
      ...describeUserAgent(userAgent),
      isCurrent: id === actor.sessionId,
      signedInAt: createdAt,
      lastSeenAt,
      expiresAt,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Ends one of the actor's own sessions with its sockets; the one in use is ended by signing out. */
export async function endSession(deps: Deps, id: number): Promise<{ ended: number }> {
  const { db, actor, endSockets } = deps;
  const own = and(eq(sessions.id, id), eq(sessions.userId, actor.userId));
  const noSuch = () => new AppError("not_found", { message: "There is no such session." });
  await db.batch([db.delete(sessions).where(own), ended(deps, id)]).catch(unlessUnchanged(noSuch));
  await endSockets(actor, [id]);
  return { ended: 1 };
}

/** Ends every session of the actor's but the one in use. */
export async function endAllOtherSessions(deps: Deps): Promise<{ ended: number }> {
  const { db, actor, endSockets } = deps;
  const ending = db.batch([
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)))
      .returning({ id: sessions.id }),
    ended(deps, null),
  ]);
  if (!(await hasChanged(ending))) return { ended: 0 };
  const [gone] = await ending;
  const ids = gone.map(({ id }) => id);
  await endSockets(actor, ids);
  return { ended: ids.length };
}

/** Without an id: all others. */
const ended = (deps: Deps, id: number | null) =>
  writeAudit(deps, {
    actor: deps.actor,
    action: id === null ? "session.others_ended" : "session.ended",
    subject: { type: "session", id },
    customerId: deps.actor.customerId,
    mustChange: true,
  });
