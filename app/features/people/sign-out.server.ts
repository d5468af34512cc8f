import { and, eq } from "drizzle-orm";
import { sessions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";

/** Closes the sockets of sessions that ended. Never throws: a hub that cannot be reached must not keep a session alive. */
export type EndSockets = (
  owner: { customerId: number | null; userId: number },
  sessionIds: number[],
) => Promise<void>;

/** Ends the actor's own session, and its sockets. Ending it twice is fine. */
export async function signOut(
  deps: AuditDeps & { actor: Actor; endSockets: EndSockets },
): Promise<void> {
  const { db, actor, endSockets } = deps;
  const ending = db.batch([
    db
      .delete(sessions)
      .where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.userId))),
    writeAudit(deps, {
      actor,
      action: "session.ended",
      subject: { type: "session", id: actor.sessionId },
      customerId: actor.customerId,
      after: { by: "signing out" },
      mustChange: true,
    }),
  ]);
  await hasChanged(ending);
  await endSockets(actor, [actor.sessionId]);
}
