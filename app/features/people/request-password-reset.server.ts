import type { Db } from "#app/db/client.server.ts";
import { passwordTokens, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import {
  networkOf,
  RESETS_PER_ACCOUNT,
  RESETS_PER_ADDRESS,
  RESETS_SHARED,
} from "#app/domain/access/limits.ts";
import { UNKNOWN_ADDRESS } from "#app/domain/access/lockout.ts";
import { RESET_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import { toComparedAddress } from "#app/domain/mail/address.ts";
import { composeMail } from "#app/domain/mail/compose.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { and, eq } from "drizzle-orm";
import { hasChanged, writeAudit } from "#app/platform/audit/write-audit.server.ts";
import {
  absoluteLink,
  deliverSoon,
  findMessages,
  writeMessage,
  type MailDeps,
} from "#app/features/mail/outbox.server.ts";
import { consumeLimit } from "#app/platform/rate-limit.server.ts";

type Deps = { db: Db; now: number; jobs: JobQueue };
export type ResetRequest = {
  email: string;
  locale: Locale;
  requestId: string;
  address: string | null;
};
export type ResetRequested =
  | { status: "requested" }
  | { status: "too_many_requests"; retryAfterSeconds: number };

/**
 * Takes the wish for a reset link. What is done here is the same for every address, known or not: two counts and
 * one job. Whether there is an account is found out later, by the job, where nobody can see or time it.
 */
export async function requestPasswordReset(
  deps: Deps,
  { address, ...input }: ResetRequest,
): Promise<ResetRequested> {
  const email = toComparedAddress(input.email);
  const waitSeconds = await consumeLimit(
    deps,
    address === null ? RESETS_SHARED : RESETS_PER_ADDRESS,
    networkOf(address ?? UNKNOWN_ADDRESS),
  );
  if (waitSeconds !== null) return { status: "too_many_requests", retryAfterSeconds: waitSeconds };
  const isTooOften = (await consumeLimit(deps, RESETS_PER_ACCOUNT, email)) !== null;
  if (!isTooOften)
    await deps.jobs.send({
      type: "issue_password_reset",
      email,
      locale: input.locale,
      requestId: input.requestId,
    });
  return { status: "requested" };
}

/** The job: a link of one hour and one use for the account of an address, if there is one. Done twice it sends one mail. */
export async function issuePasswordReset(
  deps: MailDeps,
  {
    email,
    locale,
    requestId,
    isDemanded = false,
  }: { email: string; locale: Locale; requestId: string; isDemanded?: boolean },
): Promise<void> {
  const { db, now, jobs, publicOrigin } = deps;
  const user = await db.select().from(users).where(eq(users.email, email)).get();
  if (!user || user.status === "disabled") return;
  const cause = `password_reset:${requestId}`;
  const written = await findMessages(db, [cause]);
  if (written.length > 0) return deliverSoon(jobs, written);

  const token = newToken();
  const mail = composeMail({
    template: isDemanded ? "password_reset_demanded" : "password_reset",
    to: user.email,
    locale: user.locale ?? locale,
    values: { name: user.firstName },
    link: absoluteLink(publicOrigin, `/login/reset-password/${token}`),
  });
  const link = {
    tokenHash: sha256Hex(token),
    userId: user.id,
    purpose: "reset" as const,
    createdAt: now,
    expiresAt: now + RESET_TOKEN_MS,
  };
  const issuing = db.batch([
    writeMessage(db, now, mail, cause),
    // A job that runs twice at once: the link of the mail that was written first stays.
    writeAudit(deps, {
      actor: null,
      means: { kind: "sign_in", id: null, name: null },
      action: "password.reset_requested",
      subject: { type: "user", id: user.id },
      customerId: user.customerId,
      mustChange: true,
    }),
    // A newer link ends the older ones: who reads an old mail later opens nothing.
    db
      .delete(passwordTokens)
      .where(and(eq(passwordTokens.userId, user.id), eq(passwordTokens.purpose, "reset"))),
    db.insert(passwordTokens).values(link),
  ]);
  if (!(await hasChanged(issuing))) return;
  const [messages] = await issuing;
  await deliverSoon(jobs, messages);
}
