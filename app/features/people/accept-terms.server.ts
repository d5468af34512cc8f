import { and, eq, isNull } from "drizzle-orm";
import { users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";

/** Notes that the actor agreed to the terms; the first time is the one that counts. */
export async function acceptTerms(deps: AuditDeps & { actor: Actor }): Promise<void> {
  const { db, now, actor } = deps;
  const open = and(eq(users.id, actor.userId), isNull(users.termsAcceptedAt));
  const accepting = db.batch([
    db.update(users).set({ termsAcceptedAt: now }).where(open),
    writeAudit(deps, {
      actor,
      action: "user.terms_accepted",
      subject: { type: "user", id: actor.userId },
      customerId: actor.customerId,
      mustChange: true,
    }),
  ]);
  await hasChanged(accepting);
}
