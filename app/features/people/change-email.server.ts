/** A new e-mail address: asked for, shown while it waits, withdrawn, and in force once the link to it was opened. */
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { emailChanges, passwordTokens, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { EMAIL_LINK_MS } from "#app/domain/access/session-lifetime.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import {
  hasChanged,
  isUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { composeEmailChanged, composeEmailLink } from "#app/features/mail/account-mails.server.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import { isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import { tellOfPerson, type Telling } from "./manage-access.server.ts";
import { deadLink } from "./password-token.server.ts";

type Reading = { db: Db; now: number };
type Person = typeof users.$inferSelect;

export const emailTaken = () =>
  new AppError("validation_failed", {
    message: "Email is taken already.",
    fields: { email: [{ code: "taken" }] },
  });

/** Whether somebody else signs in with it. A help for who asks; the link decides again when it is opened. */
export async function isEmailTaken(
  { db }: { db: Db },
  email: string,
  userId: number,
): Promise<boolean> {
  const other = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
    .get();
  return other !== undefined;
}

/** The statements that ask for a new address, for the batch that proves who asks; both addresses are written to. */
export function emailChangeStatements(
  deps: MailDeps & AuditDeps & { actor: Actor },
  person: Person,
  email: string,
) {
  const { db, now, actor } = deps;
  const token = newToken();
  const row = {
    email,
    tokenHash: sha256Hex(token),
    createdAt: now,
    expiresAt: now + EMAIL_LINK_MS,
  };
  const cause = `email_change:${person.id}:${newToken()}`;
  return {
    changes: [
      db
        .insert(emailChanges)
        .values({ userId: person.id, ...row })
        .onConflictDoUpdate({ target: emailChanges.userId, set: row }),
      writeAudit(deps, {
        actor,
        action: "user.email_change_asked",
        subject: { type: "user", id: person.id },
        customerId: person.customerId,
        before: { email: person.email },
        after: { email },
      }),
    ] as const,
    messages: composeEmailLink(deps, person, { email, token }).map((mail) =>
      writeMessage(db, now, mail, `${cause}:${mail.template}`),
    ),
  };
}

/** The address that waits for its link; null when none does. */
export async function getPendingEmail(
  { db, now }: Reading,
  userId: number,
): Promise<string | null> {
  const row = await db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
    .get();
  return row?.email ?? null;
}

/** The new address is not taken up, and its link is dead. Doing it twice is fine. */
export async function withdrawEmailChange(deps: AuditDeps & { actor: Actor }): Promise<void> {
  const { db, actor } = deps;
  const withdrawing = db.batch([
    db.delete(emailChanges).where(eq(emailChanges.userId, actor.userId)),
    writeAudit(deps, {
      actor,
      action: "user.email_change_withdrawn",
      subject: { type: "user", id: actor.userId },
      customerId: actor.customerId,
      mustChange: true,
    }),
  ]);
  await hasChanged(withdrawing);
}

type FoundChange = { person: Person; email: string };

/** What a link would change; null when it is unknown, used, withdrawn, too old, or its account is disabled. */
export async function findEmailChange(
  { db, now }: Reading,
  token: string,
): Promise<FoundChange | null> {
  const row = await db
    .select({ person: users, email: emailChanges.email })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(emailChanges.tokenHash, sha256Hex(token)),
        gt(emailChanges.expiresAt, now),
        ne(users.status, "disabled"),
      ),
    )
    .get();
  return row ?? null;
}

/**
 * The link was opened: the address is in force, and links that were sent to the old one are dead. 404 for a link that
 * does not work (any more), 422 when somebody else took the address meanwhile.
 */
export async function confirmEmailChange(
  deps: MailDeps & AuditDeps & Pick<Telling, "accessChanged">,
  token: string,
): Promise<{ email: string }> {
  const { db, now, jobs } = deps;
  const found = await findEmailChange(deps, token);
  if (found === null) throw deadLink();
  const { person, email } = found;
  const isWaiting = sql`${ne(users.status, "disabled")} and exists (select 1 from email_changes waiting where waiting.user_id = ${person.id} and waiting.token_hash = ${sha256Hex(token)} and waiting.expires_at > ${now})`;
  const confirming = db.batch([
    db
      .update(users)
      .set({ email: onlyIf(isWaiting, email) })
      .where(eq(users.id, person.id)),
    writeAudit(deps, {
      actor: { userId: person.id, role: person.role },
      action: "user.email_changed",
      subject: { type: "user", id: person.id },
      customerId: person.customerId,
      before: { email: person.email },
      after: { email, by: "the link to it" },
      mustChange: true,
    }),
    db.delete(emailChanges).where(eq(emailChanges.userId, person.id)),
    db.delete(passwordTokens).where(eq(passwordTokens.userId, person.id)),
    writeMessage(
      db,
      now,
      composeEmailChanged(deps, person, email),
      `email_changed:${person.id}:${newToken()}`,
    ),
  ]);
  const [, , , , messages] = await confirming.catch(rethrowRefused);
  tellOfPerson(deps, person);
  await deliverSoon(jobs, messages);
  return { email };
}

function rethrowRefused(error: unknown): never {
  if (isTaken(error, "users.email")) throw emailTaken();
  if (isNullRefused(error, "users.email") || isUnchanged(error)) throw deadLink();
  throw error;
}
