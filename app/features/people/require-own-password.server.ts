import { eq, sql } from "drizzle-orm";
import { isNullRefused } from "#app/platform/db-errors.ts";
import type { Db } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema/index.ts";
import { verifyPassword } from "#app/db/secrets.ts";
import { PASSWORD_CHECKS } from "#app/domain/access/limits.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { problemInEnglish } from "#app/domain/problem-words.ts";
import type { Problem } from "#app/domain/problems.ts";
import { AppError } from "#app/domain/errors.ts";
import { refundLimit, consumeLimit } from "#app/platform/rate-limit.server.ts";

/**
 * Before a credential changes: whoever sits at a foreign keyboard must not take the account over. Asks for the present
 * password; somebody in a forced reset has just been asked for it.
 */
export async function requireOwnPassword(
  deps: { db: Db; now: number; actor: Actor },
  currentPassword: string | undefined,
): Promise<{ isForced: boolean; passwordHash: string | null }> {
  const { db, actor } = deps;
  const account = await db
    .select({ passwordHash: users.passwordHash, isForced: users.resetPassword })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(sessions.id, actor.sessionId))
    .get();
  if (!account) throw new AppError("unauthenticated");
  const { passwordHash } = account;
  if (account.isForced) return { isForced: true, passwordHash };
  if (currentPassword === undefined || currentPassword === "") throw refusal({ code: "required" });
  const waitSeconds = await consumeLimit(deps, PASSWORD_CHECKS, String(actor.userId));
  if (waitSeconds !== null)
    throw new AppError("too_many_requests", {
      message: "Too many wrong passwords. Try again later.",
      retryAfterSeconds: waitSeconds,
    });
  if (!(await verifyPassword(currentPassword, passwordHash)))
    throw refusal({ code: "wrong_password" });
  await refundLimit(deps, PASSWORD_CHECKS, String(actor.userId));
  return { isForced: false, passwordHash };
}

/**
 * For the change itself: the account's status, as long as its password is the one that was looked at and it is not
 * disabled; else null, which the column does not take, so that nothing of the batch is written.
 */
export const statusIfPasswordUnchanged = (passwordHash: string | null) =>
  sql<"active">`case when ${users.passwordHash} is ${passwordHash} and ${users.status} <> 'disabled' then ${users.status} end`;

/** Somebody reset the password, or took the account, while the present one was looked at: whoever asked is signed out by that. */
export function asUnauthenticatedIfSuperseded(error: unknown): never {
  throw isNullRefused(error, "users.status") ? new AppError("unauthenticated") : error;
}

const refusal = (problem: Problem): AppError =>
  new AppError("validation_failed", {
    message: `Current password ${problemInEnglish(problem)}.`,
    fields: { current_password: [problem] },
  });
