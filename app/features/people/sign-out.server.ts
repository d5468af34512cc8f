import { and, eq } from "drizzle-orm";
import { sessions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";

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
