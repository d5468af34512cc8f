/** What an administrator does to somebody's access. Superusers do it to everyone, admins to the people of their customer. */
import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { apiTokens, emailChanges, passwordTokens, sessions, users } from "#app/db/schema/index.ts";
import { sessionIdOfToken } from "#app/domain/access/api-token.ts";
import { canManageUsersOf, isAdmin } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { AuditAction } from "#app/domain/access/audit.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import { isNotLastSuperuser, lastSuperuser } from "./last-superuser.server.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";

type Deps = AuditDeps & { actor: Actor };
export type Telling = Deps & { accessChanged: AccessChanged };
type Ending = Telling & { endSockets: EndSockets };
type UserRow = typeof users.$inferSelect;

/** Open lists of people read themselves again, and what the person may no longer see ends on their screens. */
export const tellOfPerson = (
  { accessChanged }: Pick<Telling, "accessChanged">,
  { id, customerId }: Pick<UserRow, "id" | "customerId">,
): void => accessChanged({ customerId, userId: id, isSeen: true });

/** Somebody whose access the actor manages; 404 for anybody else, 403 for who manages nobody. */
export async function requireManagedUser({ db, actor }: Deps, id: number): Promise<UserRow> {
  if (!isAdmin(actor)) throw new AppError("forbidden");
  const user = await db.select().from(users).where(eq(users.id, id)).get();
  if (!user || !canManageUsersOf(actor, user.customerId))
    throw new AppError("not_found", { message: "There is no such user." });
  return user;
}

const audit = (
  deps: Deps,
  user: UserRow,
  action: Extract<AuditAction, `user.${string}`>,
  before: object,
  after: object,
) =>
  writeAudit(deps, {
    actor: deps.actor,
    action,
    subject: { type: "user", id: user.id },
    customerId: user.customerId,
    before: { ...before },
    after: { ...after },
    mustChange: true,
  });

/** Clears the lock of too many failed sign-ins. */
export async function unlockUser(
  deps: Telling,
  id: number,
): Promise<{ id: number; locked: false }> {
  const user = await requireManagedUser(deps, id);
  const unlocking = deps.db.batch([
    deps.db
      .update(users)
      .set(NO_FAILURES)
      .where(and(eq(users.id, id), HAS_FAILURES)),
    audit(deps, user, "user.unlocked", { locked: user.lockedAt !== null }, { locked: false }),
  ]);
  if (await hasChanged(unlocking)) tellOfPerson(deps, user);
  return { id, locked: false };
}

/** They must set a new password at their next sign-in; sessions and API tokens end, the lock is cleared (spec 002 §4). */
export async function forcePasswordReset(
  deps: Ending,
  id: number,
): Promise<{ id: number; reset_password: true }> {
  const user = await requireManagedUser(deps, id);
  if (id === deps.actor.userId)
    throw new AppError("conflict", {
      message: "Change your own password in your account.",
      problem: { code: "own_account" },
    });
  // It would end the link by which they set their first one.
  if (user.status === "invited")
    throw new AppError("conflict", {
      message: "They have not set a password yet. Send the invitation again instead.",
      problem: { code: "no_password_yet" },
    });
  await endAccess(
    deps,
    user,
    { resetPassword: true, ...NO_FAILURES },
    or(eq(users.resetPassword, false), HAS_FAILURES),
    audit(
      deps,
      user,
      "user.password_reset_forced",
      { reset_password: user.resetPassword },
      { reset_password: true },
    ),
  );
  return { id, reset_password: true };
}

/** As forcePasswordReset, and a link of one hour goes to them: they may not know the old password. */
export async function resetPasswordByMail(
  deps: Ending & { jobs: JobQueue },
  id: number,
): Promise<{ id: number; reset_password: true }> {
  const done = await forcePasswordReset(deps, id);
  const { email, locale, passwordHash } = await requireManagedUser(deps, id);
  if (passwordHash !== null)
    await deps.jobs.send({
      type: "issue_password_reset",
      email,
      locale: locale ?? "en",
      requestId: crypto.randomUUID(),
      isDemanded: true,
    });
  return done;
}

/** Nothing of theirs works any more from this moment; sockets close at once. Only the sign-in is taken, nothing is deleted. */
export async function deactivateUser(
  deps: Ending,
  id: number,
): Promise<{ id: number; status: "disabled" }> {
  const user = await requireManagedUser(deps, id);
  if (id === deps.actor.userId)
    throw new AppError("conflict", {
      message: "You can't deactivate your own account.",
      problem: { code: "own_account" },
    });
  await endAccess(
    deps,
    user,
    { status: "disabled" },
    ne(users.status, "disabled"),
    audit(deps, user, "user.deactivated", { status: user.status }, { status: "disabled" }),
    isNotLastSuperuser(user),
  );
  const { status } = await requireManagedUser(deps, id);
  if (status !== "disabled") throw lastSuperuser();
  return { id, status: "disabled" };
}

/** Lets somebody sign in again. */
export async function activateUser(
  deps: Telling,
  id: number,
): Promise<{ id: number; status: "active" | "invited" }> {
  const user = await requireManagedUser(deps, id);
  const status = user.passwordHash === null ? "invited" : "active";
  const activating = deps.db.batch([
    deps.db
      .update(users)
      .set({ status })
      .where(and(eq(users.id, id), ne(users.status, status))),
    audit(deps, user, "user.activated", { status: user.status }, { status }),
  ]);
  if (await hasChanged(activating)) tellOfPerson(deps, user);
  return { id, status };
}

const NO_FAILURES = { failedSignIns: [], lockedAt: null };
const HAS_FAILURES = or(isNotNull(users.lockedAt), ne(users.failedSignIns, []));
/** Something that would still let them in. */
const HAS_ACCESS = sql`(
  exists (select 1 from sessions where user_id = users.id)
  or exists (select 1 from api_tokens where user_id = users.id and revoked_at is null)
  or exists (select 1 from password_tokens where user_id = users.id)
  or exists (select 1 from email_changes where user_id = users.id))`;

/** Statements that end what somebody is signed in with; each answers what it ended. */
export const endSignIns = ({ db, now }: Deps, id: number) =>
  [
    db.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id }),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, id), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id }),
  ] as const;

/** Closes the sockets of what was ended. */
export const closeSockets = (
  { endSockets }: Pick<Ending, "endSockets">,
  { id, customerId }: UserRow,
  [ended, revoked]: readonly { id: number }[][],
): Promise<void> =>
  endSockets({ customerId, userId: id }, [
    ...(ended ?? []).map((session) => session.id),
    ...(revoked ?? []).map((token) => sessionIdOfToken(token.id)),
  ]);

/** Changes the account if `isNew` holds or there is access to end, and ends all of it; else nothing is written. */
export async function endAccess(
  deps: Ending,
  row: UserRow,
  change: Partial<UserRow>,
  isNew: SQL | undefined,
  entry: ReturnType<typeof writeAudit>,
  /** Must hold beside, whatever there is to end. */
  allowed?: SQL,
): Promise<void> {
  const { db } = deps;
  const { id } = row;
  const ending = db.batch([
    db
      .update(users)
      .set(change)
      .where(and(eq(users.id, id), or(isNew, HAS_ACCESS), allowed)),
    entry,
    ...endSignIns(deps, id),
    db.delete(passwordTokens).where(eq(passwordTokens.userId, id)),
    db.delete(emailChanges).where(eq(emailChanges.userId, id)),
  ]);
  if (!(await hasChanged(ending))) return;
  const [, , ended, revoked] = await ending;
  await closeSockets(deps, row, [ended, revoked]);
  tellOfPerson(deps, row);
}
