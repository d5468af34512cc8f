import { and, eq, ne } from "drizzle-orm";
import { passwordTokens, userFacilities, users } from "#app/db/schema/index.ts";
import { hashPassword, newToken } from "#app/db/secrets.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import { EMAIL_CHANGES } from "#app/domain/access/limits.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { composeEmailChanged } from "#app/features/mail/account-mails.server.ts";
import { deliverSoon, writeMessage } from "#app/features/mail/outbox.server.ts";
import type { OpenedSession } from "./open-session.server.ts";
import { takeFromLimit } from "#app/platform/rate-limit.server.ts";
import {
  requireOwnPassword,
  rethrowOvertaken,
  statusWhileStill,
} from "./require-own-password.server.ts";
import {
  newPasswordErrors,
  replacePassword,
  wordsOf,
  type SetPasswordDeps,
} from "./set-password.server.ts";
import { userColumns, type SignedInUser } from "./user-record.server.ts";
import { readAccountChange, type AccountChange } from "./account-change.ts";
import { setNotificationsEmail } from "./subscription.server.ts";

export type AccountDeps = SetPasswordDeps & {
  actor: Actor;
  linkSecret: () => Promise<string>;
  userAgent?: string | null;
};
/** `opened`: the password was changed, so every session ended and this one began. */
export type AccountUpdated = { user: SignedInUser; opened: OpenedSession | null };

/**
 * Changes what is given of the actor's own account; what is left out stays, and what is not theirs to set cannot be
 * said. E-mail and password take the present password; both the old and the new address are told.
 */
export async function updateAccount(
  deps: AccountDeps,
  input: AccountChange,
): Promise<AccountUpdated> {
  const { db, now, actor, jobs } = deps;
  const before = await db.select().from(users).where(eq(users.id, actor.userId)).get();
  if (!before) throw new AppError("unauthenticated");
  const { change, errors } = readAccountChange(input);
  const password = newPasswordOf(input);
  const fields: FieldErrors = { ...errors, ...(password ? newPasswordErrors(password) : null) };
  if (Object.keys(fields).length > 0)
    throw new AppError("validation_failed", { message: wordsOf(fields), fields });

  const isNewEmail = change.email !== undefined && change.email !== before.email;
  const proved =
    isNewEmail || password
      ? (await requireOwnPassword(deps, input.currentPassword)).passwordHash
      : null;
  if (isNewEmail) await takeEmailChange(deps);
  if (isNewEmail && (await isTaken(deps, change.email))) throw taken();
  const isNewPhone = change.phone !== undefined && change.phone !== before.phone;
  const row = { ...change, ...(isNewPhone ? { phoneVerifiedAt: null } : {}) };
  const { before: was, after } = changedFields(before, row);

  if (Object.keys(after).length > 0) {
    const mails =
      isNewEmail && change.email !== undefined
        ? composeEmailChanged(deps, before, change.email)
        : [];
    const cause = `email_changed:${actor.userId}:${newToken()}`;
    const [, , ...sent] = await db
      .batch([
        db
          .update(users)
          .set({ ...row, ...(isNewEmail ? { status: statusWhileStill(proved) } : {}) })
          .where(eq(users.id, actor.userId)),
        writeAudit(deps, {
          actor,
          action: "user.account_changed",
          subject: { type: "user", id: actor.userId },
          customerId: actor.customerId,
          before: was,
          after,
        }),
        ...mails.map((mail) => writeMessage(db, now, mail, `${cause}:${mail.template}`)),
        // Links that were sent to the old address must not open the account any more.
        ...(isNewEmail
          ? [
              db
                .delete(passwordTokens)
                .where(eq(passwordTokens.userId, actor.userId))
                .returning({ id: passwordTokens.id }),
            ]
          : []),
      ])
      .catch(rethrowTaken);
    await deliverSoon(jobs, sent.slice(0, mails.length).flat());
  }
  if (input.notificationsEmail !== undefined)
    await setNotificationsEmail(deps, { actor }, input.notificationsEmail);
  const opened = password
    ? await replacePassword(deps, {
        userId: actor.userId,
        passwordHash: await hashPassword(password.password),
        proved,
        userAgent: deps.userAgent ?? null,
        by: "change",
      })
    : null;
  return { user: opened?.user ?? (await readUser(deps)), opened };
}

/** The password fields count only if either is filled (spec 002 §5). */
const newPasswordOf = ({ password = "", passwordConfirmation = "" }: AccountChange) =>
  password === "" && passwordConfirmation === "" ? null : { password, passwordConfirmation };

const taken = () =>
  new AppError("validation_failed", {
    message: "Email is taken already.",
    fields: { email: ["is taken already"] },
  });

async function takeEmailChange(deps: AccountDeps): Promise<void> {
  const waitSeconds = await takeFromLimit(deps, EMAIL_CHANGES, String(deps.actor.userId));
  if (waitSeconds !== null)
    throw new AppError("too_many_requests", {
      message: "Too many new addresses. Try again later.",
      retryAfterSeconds: waitSeconds,
    });
}

async function isTaken({ db, actor }: AccountDeps, email: string | undefined): Promise<boolean> {
  if (email === undefined) return false;
  const other = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, actor.userId)))
    .get();
  return other !== undefined;
}

/** Two who took the same address at once. */
function rethrowTaken(error: unknown): never {
  const text = String(
    error instanceof Error && error.cause instanceof Error ? error.cause.message : error,
  );
  if (/UNIQUE constraint failed: users\.email/i.test(text)) throw taken();
  rethrowOvertaken(error);
}

async function readUser({ db, actor }: AccountDeps): Promise<SignedInUser> {
  const [[row], assigned] = await db.batch([
    db.select(userColumns).from(users).where(eq(users.id, actor.userId)),
    db
      .select({ id: userFacilities.facilityId })
      .from(userFacilities)
      .where(eq(userFacilities.userId, actor.userId)),
  ]);
  if (!row) throw new AppError("unauthenticated");
  return { ...row, facilityIds: assigned.map(({ id }) => id) };
}
