import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { sessions, users } from "../../db/schema/index.ts";
import { verifyPassword } from "../../db/secrets.ts";
import { PASSWORD_CHECKS } from "../../domain/access/limits.ts";
import { FRESH_SESSION_MS } from "../../domain/access/session-lifetime.ts";
import type { Actor } from "../../domain/access/types.ts";
import { AppError } from "../../domain/errors.ts";
import { giveBackToLimit, takeFromLimit } from "./rate-limit.server.ts";

/**
 * Before a credential changes: whoever sits at a foreign keyboard must not take the account over. Asks for the present
 * password; somebody in a forced reset has just been asked for it, and a session that began a moment ago may do as well.
 */
export async function requireOwnPassword(
  deps: { db: Db; now: number; actor: Actor },
  currentPassword: string | undefined,
  { freshSessionWillDo = false } = {},
): Promise<{ isForced: boolean }> {
  const { db, now, actor } = deps;
  const account = await db
    .select({ passwordHash: users.passwordHash, isForced: users.resetPassword, startedAt: sessions.createdAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(sessions.id, actor.sessionId))
    .get();
  if (!account) throw new AppError("unauthenticated");
  if (account.isForced) return { isForced: true };
  if (currentPassword === undefined || currentPassword === "") {
    if (freshSessionWillDo && now - account.startedAt < FRESH_SESSION_MS) return { isForced: false };
    throw refusal("is required");
  }
  const waitSeconds = await takeFromLimit(deps, PASSWORD_CHECKS, String(actor.userId));
  if (waitSeconds !== null)
    throw new AppError("too_many_requests", { message: "Too many wrong passwords. Try again later.", retryAfterSeconds: waitSeconds });
  if (!(await verifyPassword(currentPassword, account.passwordHash))) throw refusal("is not correct");
  await giveBackToLimit(deps, PASSWORD_CHECKS, String(actor.userId));
  return { isForced: false };
}

const refusal = (message: string): AppError =>
  new AppError("validation_failed", { message: `Current password ${message}.`, fields: { current_password: [message] } });
