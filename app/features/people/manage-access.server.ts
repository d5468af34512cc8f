/** What an administrator does to somebody's access. Superusers do it to everyone, admins to the people of their customer. */
import { and, eq, isNull } from "drizzle-orm";
import { apiTokens, passwordTokens, sessions, users } from "#app/db/schema/index.ts";
import { canManageUsersOf, isAdmin } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import type { EndSockets } from "./sign-out.server.ts";

type Deps = AuditDeps & { actor: Actor };
type Ending = Deps & { endSockets: EndSockets };
type UserRow = typeof users.$inferSelect;

/** Somebody whose access the actor manages; anybody else does not exist. */
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
  action: `user.${string}`,
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
  });

/** Clears the lock of too many failed sign-ins. */
export async function unlockUser(deps: Deps, id: number): Promise<{ id: number; locked: false }> {
  const user = await requireManagedUser(deps, id);
  await deps.db.batch([
    deps.db.update(users).set({ failedSignIns: [], lockedAt: null }).where(eq(users.id, id)),
    audit(deps, user, "user.unlocked", { locked: user.lockedAt !== null }, { locked: false }),
  ]);
  return { id, locked: false };
}

/** They must set a new password at their next sign-in; sessions and API tokens end, the lock is cleared (spec 002 §4). */
export async function forcePasswordReset(
  deps: Ending,
  id: number,
): Promise<{ id: number; reset_password: true }> {
  const user = await requireManagedUser(deps, id);
  if (id === deps.actor.userId)
    throw new AppError("conflict", { message: "Change your own password in your account." });
  await endAccess(deps, user, { resetPassword: true, failedSignIns: [], lockedAt: null }, [
    audit(
      deps,
      user,
      "user.password_reset_forced",
      { reset_password: user.resetPassword },
      { reset_password: true },
    ),
  ]);
  return { id, reset_password: true };
}

/** Nothing of theirs works any more from this moment; sockets close at once. Only the sign-in is taken, nothing is deleted. */
export async function deactivateUser(
  deps: Ending,
  id: number,
): Promise<{ id: number; status: "disabled" }> {
  const user = await requireManagedUser(deps, id);
  if (id === deps.actor.userId)
    throw new AppError("conflict", { message: "Nobody deactivates their own account." });
  await endAccess(deps, user, { status: "disabled" }, [
    audit(deps, user, "user.deactivated", { status: user.status }, { status: "disabled" }),
  ]);
  return { id, status: "disabled" };
}

/** Lets somebody sign in again. */
export async function activateUser(
  deps: Deps,
  id: number,
): Promise<{ id: number; status: "active" | "invited" }> {
  const user = await requireManagedUser(deps, id);
  const status = user.passwordHash === null ? "invited" : "active";
  await deps.db.batch([
    deps.db.update(users).set({ status }).where(eq(users.id, id)),
    audit(deps, user, "user.activated", { status: user.status }, { status }),
  ]);
  return { id, status };
}

async function endAccess(
  { db, now, endSockets }: Ending,
  { id, customerId }: UserRow,
  change: Partial<UserRow>,
  entries: ReturnType<typeof writeAudit>[],
): Promise<void> {
  const [ended, revoked] = await db.batch([
    db.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id }),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, id), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id }),
    db.delete(passwordTokens).where(eq(passwordTokens.userId, id)),
    db.update(users).set(change).where(eq(users.id, id)),
    ...entries,
  ]);
  await endSockets({ customerId, userId: id }, [
    ...ended.map((session) => session.id),
    ...revoked.map((token) => -token.id),
  ]);
}
