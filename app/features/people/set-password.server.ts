import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { onlyIf } from "#app/db/only-if.ts";
import { apiTokens, emailChanges, passwordTokens, sessions, users } from "#app/db/schema/index.ts";
import { hashPassword, newToken, verifyPassword } from "#app/db/secrets.ts";
import { sessionIdOfToken } from "#app/domain/access/api-token.ts";
import { passwordAsProblem, passwordProblem } from "#app/domain/access/password-rules.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError, fieldSentences, type FieldErrors } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { composePasswordChanged } from "#app/features/mail/account-mails.server.ts";
import {
  requireOwnPassword,
  asUnauthenticatedIfSuperseded,
  statusIfPasswordUnchanged,
} from "./require-own-password.server.ts";
import { tellOfPerson } from "./manage-access.server.ts";
import { openSession, type OpenedSession } from "./open-session.server.ts";
import { deadLink, findPasswordToken, isStillUnused } from "./password-token.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";

export type SetPasswordDeps = MailDeps &
  AuditDeps & { endSockets: EndSockets; accessChanged: AccessChanged };

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
  if (problem) errors.password = [passwordAsProblem(problem)];
  if (password !== passwordConfirmation)
    errors.password_confirmation = [{ code: "password_differs" }];
  return Object.keys(errors).length > 0 ? errors : null;
}

/** Errors by field as one sentence. */
export const wordsOf = (fields: FieldErrors): string =>
  `${Object.entries(fieldSentences(fields))
    .map(([field, sentences]) => `${field.replaceAll("_", " ")} ${sentences.join(", ")}`)
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
  await refusePasswordInUse(deps, link.userId, input.password);
  const passwordHash = await hashPassword(input.password);
  return replacePassword(deps, {
    userId: link.userId,
    passwordHash,
    linkId: link.id,
    userAgent: input.userAgent ?? null,
    by: link.purpose,
  });
}

/**
 * By the actor, signed in. In a forced reset nothing else is asked, but the password in use is not a new one; a change of
 * their own takes the present password.
 */
export async function setOwnPassword(
  deps: SetPasswordDeps & { actor: Actor },
  input: NewPassword & { currentPassword?: string; endApiTokens?: boolean },
): Promise<OpenedSession> {
  const { isForced, passwordHash: proved } = await requireOwnPassword(deps, input.currentPassword);
  refuseBadPassword(input);
  await refusePasswordInUse(deps, deps.actor.userId, input.password);
  const passwordHash = await hashPassword(input.password);
  const by = isForced ? "forced_reset" : "change";
  return replacePassword(deps, {
    userId: deps.actor.userId,
    passwordHash,
    proved,
    userAgent: input.userAgent ?? null,
    by,
    ...(input.endApiTokens === undefined ? {} : { endApiTokens: input.endApiTokens }),
  });
}

/** Whoever must set a new password may not keep the one in use, by no way there is. */
async function refusePasswordInUse(
  { db }: SetPasswordDeps,
  userId: number,
  password: string,
): Promise<void> {
  const user = await db
    .select({ isForced: users.resetPassword, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  if (!user?.isForced || user.passwordHash === null) return;
  if (!(await verifyPassword(password, user.passwordHash))) return;
  const fields = { password: [{ code: "password_in_use" as const }] };
  throw new AppError("validation_failed", { message: wordsOf(fields), fields });
}

/** Whoever sets a password has accepted an invitation. */
const ACTIVE = sql`'active'` as unknown as "active";

type Replacement = {
  userId: number;
  passwordHash: string;
  /** The hash of the present password that was asked for; left out where a link was proof. 401 when it is theirs no more. */
  proved?: string | null;
  /** The link that was proof, which is used up by this. */
  linkId?: number;
  userAgent: string | null;
  /** Of a change of the person's own; in all other cases API tokens end. */
  endApiTokens?: boolean;
  by: "reset" | "setup" | "first_superuser" | "forced_reset" | "change";
};

/**
 * All sessions end, open links die, the lock and the forced reset are lifted; a new session begins. API tokens end too;
 * in a change of the person's own, who was in control all along, if they say so.
 */
export async function replacePassword(
  deps: SetPasswordDeps,
  { userId, passwordHash, proved, linkId, userAgent, endApiTokens = false, by }: Replacement,
): Promise<OpenedSession> {
  const { db, now, endSockets, jobs } = deps;
  const before = await db.select().from(users).where(eq(users.id, userId)).get();
  if (!before) throw deadLink();
  const { role, customerId } = before;
  const keepsTokens = by === "change" && !endApiTokens;
  const isLinkUnused = linkId === undefined ? sql`1` : isStillUnused(linkId, now);
  const guard = {
    status:
      proved === undefined
        ? onlyIf(sql`${isLinkUnused} and ${ne(users.status, "disabled")}`, ACTIVE)
        : statusIfPasswordUnchanged(proved),
  };
  const changes = db.batch([
    db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, keepsTokens ? 0 : userId), isNull(apiTokens.revokedAt)))
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
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
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
      after: { by, reset_password: false, locked: false, api_tokens_ended: !keepsTokens },
    }),
  ]);
  const [ended, revoked, messages] = await changes.catch((error: unknown) => {
    if (proved === undefined && isNullRefused(error, "users.status")) throw deadLink();
    return asUnauthenticatedIfSuperseded(error);
  });
  await endSockets({ customerId, userId }, [
    ...ended.map(({ id }) => id),
    ...revoked.map(({ id }) => sessionIdOfToken(id)),
  ]);
  // Who looks after them sees them invited, locked or waiting for this.
  if (before.status !== "active" || before.resetPassword || before.lockedAt !== null)
    tellOfPerson(deps, before);
  await deliverSoon(jobs, messages);
  return openSession(deps, { userId, userAgent, passwordHash });
}
