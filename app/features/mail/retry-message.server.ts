import { and, eq, ne } from "drizzle-orm";
import { outboxMessages } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { deliverSoon } from "./outbox.server.ts";

type Deps = AuditDeps & { actor: Actor; jobs: JobQueue };

/**
 * Sends a message that was given up once more, with as many tries as at first and under its old idempotency key. 403 for
 * anybody but superusers, 404 for what does not exist, 409 when it is not given up, or its words were erased.
 */
export async function retryMessage(deps: Deps, id: number): Promise<{ id: number; to: string }> {
  const { db, actor, jobs } = deps;
  if (actor.role !== "superuser") throw new AppError("forbidden");
  const message = await db.select().from(outboxMessages).where(eq(outboxMessages.id, id)).get();
  if (!message) throw new AppError("not_found", { message: "There is no such message." });
  const notWaiting = () =>
    new AppError("conflict", {
      message: "This message is not waiting to be sent again.",
      problem: { code: "changed_meanwhile" },
    });
  const sending = db.batch([
    // Of two who press at once one sends it.
    db
      .update(outboxMessages)
      .set({ status: "queued", attempts: 0, lockedUntil: null })
      .where(
        and(
          eq(outboxMessages.id, id),
          eq(outboxMessages.status, "dead"),
          ne(outboxMessages.text, ""),
        ),
      )
      .returning({ id: outboxMessages.id }),
    writeAudit(deps, {
      actor,
      action: "message.retried",
      subject: { type: "message", id },
      customerId: null,
      before: { status: "dead", last_error: message.lastError },
      after: { status: "queued" },
      mustChange: true,
    }),
  ]);
  const [again] = await sending.catch(unlessUnchanged(notWaiting));
  await deliverSoon(jobs, again);
  return { id, to: message.to };
}
