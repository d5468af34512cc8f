import { eq } from "drizzle-orm";
import { customers, userFacilities, users } from "#app/db/schema/index.ts";
import { hashPassword } from "#app/db/secrets.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import { EMAIL_CHANGES } from "#app/domain/access/limits.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { Country } from "#app/domain/places.ts";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import { writeAudit } from "#app/platform/audit/write-audit.server.ts";
import { deliverSoon } from "#app/features/mail/outbox.server.ts";
import {
  emailChangeStatements,
  emailTaken,
  isEmailTaken,
  withdrawEmailChange,
} from "./change-email.server.ts";
import { tellOfPerson } from "./manage-access.server.ts";
import type { OpenedSession } from "./open-session.server.ts";
import { consumeLimit } from "#app/platform/rate-limit.server.ts";
import {
  requireOwnPassword,
  asUnauthenticatedIfSuperseded,
  statusIfPasswordUnchanged,
} from "./require-own-password.server.ts";
import {
  newPasswordErrors,
  replacePassword,
  wordsOf,
  type SetPasswordDeps,
} from "./set-password.server.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { userColumns } from "#app/platform/access/user-record.server.ts";
import { readAccountChange, type AccountChange } from "./account-change.ts";
import { setNotificationsEmail } from "./subscription.server.ts";

export type AccountDeps = SetPasswordDeps & {
  actor: Actor;
  linkSecret: () => Promise<string>;
  userAgent?: string | null;
};
/**
 * `opened`: the password was changed, so every session ended and this one began. `askedEmail`: the new address that a link
 * was sent to; null when none was entered.
 */
export type AccountUpdated = {
  user: SignedInUser;
  opened: OpenedSession | null;
  askedEmail: string | null;
};

/** Where the actor's customer is; null for the provider's staff. */
async function countryOf({ db, actor }: AccountDeps): Promise<Country | null> {
  if (actor.customerId === null) return null;
  const own = eq(customers.id, actor.customerId);
  const row = await db.select({ country: customers.country }).from(customers).where(own).get();
  return row?.country ?? null;
}

/**
 * Changes what is given of the actor's own account; what is left out stays, and what is not theirs to set cannot be
 * said. E-mail and password take the present password. A new address waits until the link to it is opened.
 */
export async function updateAccount(
  deps: AccountDeps,
  input: AccountChange,
): Promise<AccountUpdated> {
  const { db, actor, jobs } = deps;
  const before = await db.select().from(users).where(eq(users.id, actor.userId)).get();
  if (!before) throw new AppError("unauthenticated");
  const { change, errors } = readAccountChange(input, await countryOf(deps));
  const password = newPasswordOf(input);
  const fields: FieldErrors = { ...errors, ...(password ? newPasswordErrors(password) : null) };
  if (Object.keys(fields).length > 0)
    throw new AppError("validation_failed", { message: wordsOf(fields), fields });

  const { email: wanted, ...details } = change;
  const newEmail = wanted === undefined || wanted === before.email ? null : wanted;
  const proved =
    newEmail !== null || password
      ? (await requireOwnPassword(deps, input.currentPassword)).passwordHash
      : null;
  if (newEmail !== null) {
    await takeEmailChange(deps);
    if (await isEmailTaken(deps, newEmail, actor.userId)) throw emailTaken();
  }
  const isNewPhone = change.phone !== undefined && change.phone !== before.phone;
  const row = { ...details, ...(isNewPhone ? { phoneVerifiedAt: null } : {}) };
  const { before: was, after } = changedFields(before, row);

  if (Object.keys(after).length > 0 || newEmail !== null) {
    const asked = newEmail === null ? null : emailChangeStatements(deps, before, newEmail);
    const status = asked ? { status: statusIfPasswordUnchanged(proved) } : {};
    const results = await db
      .batch([
        db
          .update(users)
          .set({ ...row, ...status })
          .where(eq(users.id, actor.userId)),
        ...(asked?.messages ?? []),
        ...(asked?.changes ?? []),
        ...(Object.keys(after).length > 0
          ? [
              writeAudit(deps, {
                actor,
                action: "user.account_changed",
                subject: { type: "user", id: actor.userId },
                customerId: actor.customerId,
                before: was,
                after,
              }),
            ]
          : []),
      ])
      .catch(asUnauthenticatedIfSuperseded);
    const sent = results.slice(1, 1 + (asked?.messages.length ?? 0)) as { id: number }[][];
    await deliverSoon(jobs, sent.flat());
    if (LISTED.some((name) => name in after)) tellOfPerson(deps, before);
  }
  if (input.pendingEmail === null && newEmail === null) await withdrawEmailChange(deps);
  if (input.notificationsEmail !== undefined)
    await setNotificationsEmail(deps, { actor }, input.notificationsEmail);
  const opened = password
    ? await replacePassword(deps, {
        userId: actor.userId,
        passwordHash: await hashPassword(password.password),
        proved,
        userAgent: deps.userAgent ?? null,
        endApiTokens: input.endApiTokens ?? false,
        by: "change",
      })
    : null;
  return { user: opened?.user ?? (await readUser(deps)), opened, askedEmail: newEmail };
}

/** What lists of people show of an account. */
const LISTED = ["firstName", "lastName", "phone"];

/** The password fields count only if either is filled (spec 002 §5). */
const newPasswordOf = ({ password = "", passwordConfirmation = "" }: AccountChange) =>
  password === "" && passwordConfirmation === "" ? null : { password, passwordConfirmation };

async function takeEmailChange(deps: AccountDeps): Promise<void> {
  const waitSeconds = await consumeLimit(deps, EMAIL_CHANGES, String(deps.actor.userId));
  if (waitSeconds !== null)
    throw new AppError("too_many_requests", {
      message: "Too many new addresses. Try again later.",
      retryAfterSeconds: waitSeconds,
    });
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
