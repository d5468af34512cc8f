import { and, eq, isNull } from "drizzle-orm";
import { apiTokens, passwordTokens, sessions, users } from "#app/db/schema/index.ts";
import { hashPassword, newToken } from "#app/db/secrets.ts";
import { passwordMessage, passwordProblem } from "#app/domain/access/password-rules.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import { composePasswordChanged } from "#app/features/mail/account-mails.server.ts";
import {
  requireOwnPassword,
  rethrowOvertaken,
  statusWhileStill,
} from "./require-own-password.server.ts";
import { openSession, type OpenedSession } from "./open-session.server.ts";
import { deadLink, findPasswordToken, consumePasswordToken } from "./password-token.server.ts";
import type { EndSockets } from "./sign-out.server.ts";

export type SetPasswordDeps = MailDeps & AuditDeps & { endSockets: EndSockets };
export type NewPassword = {
  password: string;
  passwordConfirmation: string;
  userAgent?: string | null;
};

/** What is wrong with a password and its confirmation, by field; null when nothing is. */
export function newPasswordErrors({
  password,
  passwordConfirmation,
}: NewPassword): FieldErrors | null {
  const problem = passwordProblem(password);
  const errors: FieldErrors = {};
  if (problem) errors.password = [passwordMessage(problem)];
  if (password !== passwordConfirmation)
    errors.password_confirmation = ["must be the same as the password"];
  return Object.keys(errors).length > 0 ? errors : null;
}

/** Errors by field as one sentence. */
export const wordsOf = (fields: FieldErrors): string =>
  `${Object.entries(fields)
    .map(([field, messages]) => `${field.replaceAll("_", " ")} ${messages.join(", ")}`)
    .join("; ")}.`;

function refuseBadPassword(input: NewPassword): void {
  const fields = newPasswordErrors(input);
  if (fields) throw new AppError("validation_failed", { message: wordsOf(fields), fields });
}

/** By the link of a reset or an invitation: one use, then a session like a sign-in. */
export async function setPasswordByToken(
  deps: SetPasswordDeps,
  { token, ...input }: NewPassword & { token: string },
): Promise<OpenedSession> {
  const link = await findPasswordToken(deps, token);
  if (!link || link.userId === null) throw deadLink();
  refuseBadPassword(input);
  const passwordHash = await hashPassword(input.password);
  if (!(await consumePasswordToken(deps, link.id))) throw deadLink();
  return replacePassword(deps, {
    userId: link.userId,
    passwordHash,
    userAgent: input.userAgent ?? null,
    by: link.purpose,
  });
}

/**
 * By the actor, signed in. In a forced reset nothing else is asked; a change of their own takes the present password,
 * unless they proved it a moment ago by signing in.
 */
export async function setOwnPassword(
  deps: SetPasswordDeps & { actor: Actor },
  input: NewPassword & { currentPassword?: string },
): Promise<OpenedSession> {
  const { isForced, passwordHash: proved } = await requireOwnPassword(deps, input.currentPassword, {
    freshSessionWillDo: true,
  });
  refuseBadPassword(input);
  const passwordHash = await hashPassword(input.password);
  const by = isForced ? "forced_reset" : "change";
  return replacePassword(deps, {
    userId: deps.actor.userId,
    passwordHash,
    proved,
    userAgent: input.userAgent ?? null,
    by,
  });
}

type Replacement = {
  userId: number;
  passwordHash: string;
  /** The hash of the present password that was asked for; left out where a link was proof. 401 when it is theirs no more. */
  proved?: string | null;
  userAgent: string | null;
  by: "reset" | "setup" | "first_superuser" | "forced_reset" | "change";
};

/**
 * All sessions end, open links die, the lock and the forced reset are lifted; a new session begins. API tokens end too,
 * but for a change of the person's own, who was in control all along.
 */
export async function replacePassword(
  deps: SetPasswordDeps,
  { userId, passwordHash, proved, userAgent, by }: Replacement,
): Promise<OpenedSession> {
  const { db, now, endSockets, jobs } = deps;
  const before = await db.select().from(users).where(eq(users.id, userId)).get();
  if (!before) throw deadLink();
  const { role, customerId } = before;
  const isOwnChange = by === "change";
  const guard = proved === undefined ? {} : { status: statusWhileStill(proved) };
  const changes = db.batch([
    db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, isOwnChange ? 0 : userId), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id }),
    writeMessage(
      db,
      now,
      composePasswordChanged(deps, before),
      `password_changed:${userId}:${newToken()}`,
    ),
    db
      .update(users)
      .set({ passwordHash, resetPassword: false, failedSignIns: [], lockedAt: null, ...guard })
      .where(eq(users.id, userId)),
    db.delete(passwordTokens).where(eq(passwordTokens.userId, userId)),
    db
      .update(users)
      .set({ status: "active" })
      .where(and(eq(users.id, userId), eq(users.status, "invited"))),
    writeAudit(deps, {
      actor: { userId, role },
      action: "password.changed",
      subject: { type: "user", id: userId },
      customerId,
      before: {
        status: before.status,
        reset_password: before.resetPassword,
        locked: before.lockedAt !== null,
      },
      after: { by, reset_password: false, locked: false },
    }),
  ]);
  const [ended, revoked, messages] = await changes.catch(rethrowOvertaken);
  await endSockets({ customerId, userId }, [
    ...ended.map(({ id }) => id),
    ...revoked.map(({ id }) => -id),
  ]);
  await deliverSoon(jobs, messages);
  return openSession(deps, { userId, userAgent, passwordHash });
}
