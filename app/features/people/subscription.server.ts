import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { newToken } from "#app/db/secrets.ts";
import { users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { composeMail } from "#app/domain/mail/compose.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import {
  absoluteLink,
  deliverSoon,
  writeMessage,
  type MailDeps,
} from "#app/features/mail/outbox.server.ts";
import { isSignedBy, sign } from "#app/platform/link-secret.server.ts";

/** Whose notifications: by the signed link of a mail, or the actor's own. */
export type SubscriptionOf = { token: string } | { actor: Actor };
type Secret = { linkSecret: () => Promise<string> };

const PURPOSE = "unsubscribe";
const TOKEN = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

export const unsubscribeToken = async ({ linkSecret }: Secret, userId: number): Promise<string> =>
  `${userId}.${sign(await linkSecret(), PURPOSE, String(userId))}`;

/** What every notification mail carries: the page for people, and the address that mail programs post to (RFC 8058). */
export async function unsubscribeLinks(
  deps: Secret & { publicOrigin: string },
  userId: number,
): Promise<{ page: string; oneClick: string }> {
  const token = await unsubscribeToken(deps, userId);
  const link = (path: string) =>
    absoluteLink(deps.publicOrigin, `/s/notifications/unsubscribe/${path}?token=${token}`);
  return { page: link("email"), oneClick: link("one-click") };
}

async function userIdOf({ linkSecret }: Secret, of: SubscriptionOf): Promise<number | null> {
  if ("actor" in of) return of.actor.userId;
  const [, id, signature] = TOKEN.exec(of.token) ?? [];
  if (id === undefined || signature === undefined) return null;
  return isSignedBy(signature, await linkSecret(), PURPOSE, id) ? Number(id) : null;
}

/** Whether they get notification mails; null when the link names nobody. Reading changes nothing: mail programs open links by themselves. */
export async function readSubscription(
  deps: Secret & { db: Db },
  of: SubscriptionOf,
): Promise<{ subscribed: boolean } | null> {
  const id = await userIdOf(deps, of);
  const row =
    id === null
      ? undefined
      : await deps.db
          .select({ subscribed: users.notificationsEmail })
          .from(users)
          .where(eq(users.id, id))
          .get();
  return row ?? null;
}

/** Turns notification mails on or off; a link only turns them off. Doing it twice is fine. */
export async function setNotificationsEmail(
  deps: MailDeps & AuditDeps & Secret,
  of: SubscriptionOf,
  wanted: boolean,
): Promise<{ subscribed: boolean }> {
  const { db, now, jobs } = deps;
  const id = await userIdOf(deps, of);
  const user =
    id === null ? undefined : await db.select().from(users).where(eq(users.id, id)).get();
  if (!user) throw new AppError("not_found", { message: "This link is not valid." });
  if (wanted && !("actor" in of))
    throw new AppError("forbidden", { message: "Sign in to turn notifications on again." });
  if (user.notificationsEmail === wanted) return { subscribed: wanted };
  const change = db
    .update(users)
    .set({ notificationsEmail: wanted })
    .where(and(eq(users.id, user.id), ne(users.notificationsEmail, wanted)));
  const audit = writeAudit(deps, {
    actor: "actor" in of ? of.actor : { userId: user.id, role: user.role },
    action: wanted ? "user.notifications_on" : "user.notifications_off",
    subject: { type: "user", id: user.id },
    customerId: user.customerId,
    before: { notifications_email: !wanted },
    after: { notifications_email: wanted, by: "actor" in of ? "account" : "link" },
    mustChange: true,
  });
  if (!wanted) {
    await hasChanged(db.batch([change, audit]));
    return { subscribed: false };
  }
  const mail = composeMail({
    template: "notifications_on",
    to: user.email,
    locale: user.locale,
    values: { name: user.firstName },
    link: absoluteLink(deps.publicOrigin, "/dashboard"),
    unsubscribe: await unsubscribeLinks(deps, user.id),
  });
  const subscribing = db.batch([
    change,
    audit,
    writeMessage(db, now, mail, `notifications_on:${user.id}:${newToken()}`),
  ]);
  if (!(await hasChanged(subscribing))) return { subscribed: true };
  const [, , messages] = await subscribing;
  await deliverSoon(jobs, messages);
  return { subscribed: true };
}
