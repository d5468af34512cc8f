import { randomInt } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { newToken } from "#app/db/secrets.ts";
import { phoneCodes, users } from "#app/db/schema/index.ts";
import { CODES_PER_ACCOUNT, CODES_PER_NUMBER } from "#app/domain/access/limits.ts";
import { MAX_CODE_TRIES, PHONE_CODE_MS } from "#app/domain/access/phone-code.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { Problem } from "#app/domain/problems.ts";
import { AppError } from "#app/domain/errors.ts";
import { composePhoneCode } from "#app/domain/mail/compose.ts";
import { maskPhone } from "#app/domain/phone.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import { isSignedBy, sign } from "#app/platform/link-secret.server.ts";
import { consumeLimit } from "#app/platform/rate-limit.server.ts";

type Deps = MailDeps & AuditDeps & { actor: Actor; linkSecret: () => Promise<string> };
/** `phone` is masked: (***) ***-1234. */
export type CodeSent = { phone: string; expiresAt: number };

const PURPOSE = "phone-code";
const subjectOf = (userId: number, phone: string, code: string) => `${userId}:${phone}:${code}`;

/** Sends a fresh six-digit code to the actor's phone; the one before is worth nothing from then on. */
export async function sendPhoneCode(deps: Deps): Promise<CodeSent> {
  const { db, now, actor, jobs } = deps;
  const user = await db
    .select({ phone: users.phone, locale: users.locale })
    .from(users)
    .where(eq(users.id, actor.userId))
    .get();
  if (!user?.phone)
    throw invalid("phone", { code: "required" }, "Add a phone number to your account first.");
  const { phone } = user;
  for (const [limit, of] of [
    [CODES_PER_ACCOUNT, String(actor.userId)],
    [CODES_PER_NUMBER, phone],
  ] as const) {
    const waitSeconds = await consumeLimit(deps, limit, of);
    if (waitSeconds !== null)
      throw new AppError("too_many_requests", {
        message: "Too many codes were sent. Try again later.",
        retryAfterSeconds: waitSeconds,
      });
  }
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = sign(await deps.linkSecret(), PURPOSE, subjectOf(actor.userId, phone, code));
  const expiresAt = now + PHONE_CODE_MS;
  const row = { phone, codeHash, tries: 0, createdAt: now, expiresAt, usedAt: null };
  const [messages] = await db.batch([
    writeMessage(
      db,
      now,
      composePhoneCode(phone, user.locale, code),
      `phone_code:${actor.userId}:${newToken()}`,
    ),
    db
      .insert(phoneCodes)
      .values({ userId: actor.userId, ...row })
      .onConflictDoUpdate({ target: phoneCodes.userId, set: row }),
    writeAudit(deps, {
      actor,
      action: "user.phone_check_sent",
      subject: { type: "user", id: actor.userId },
      customerId: actor.customerId,
    }),
  ]);
  await deliverSoon(jobs, messages);
  return { phone: maskPhone(phone), expiresAt };
}

/** Proves the phone by the code. A try is counted before it is looked at, so that parallel ones are counted exactly. */
export async function confirmPhoneCode(
  deps: Deps,
  code: string,
): Promise<{ phoneVerifiedAt: number }> {
  const { db, now, actor } = deps;
  const [sent] = await db
    .update(phoneCodes)
    .set({ tries: sql`${phoneCodes.tries} + 1` })
    .where(
      and(
        eq(phoneCodes.userId, actor.userId),
        lt(phoneCodes.tries, MAX_CODE_TRIES),
        gt(phoneCodes.expiresAt, now),
        isNull(phoneCodes.usedAt),
      ),
    )
    .returning();
  if (!sent)
    throw invalid(
      "code",
      { code: "expired" },
      "This code has expired or was tried too often. Send a new one.",
    );
  if (
    !isSignedBy(
      sent.codeHash,
      await deps.linkSecret(),
      PURPOSE,
      subjectOf(actor.userId, sent.phone, code.trim()),
    )
  )
    throw invalid("code", { code: "not_correct" }, "This code is not correct.");
  const isStillTheirs = and(eq(users.id, actor.userId), eq(users.phone, sent.phone));
  const changedMeanwhile = () =>
    invalid("code", { code: "expired" }, "The number has changed meanwhile. Send a new code.");
  const confirming = db.batch([
    db
      .update(phoneCodes)
      .set({ usedAt: now })
      .where(
        and(
          eq(phoneCodes.userId, actor.userId),
          isNull(phoneCodes.usedAt),
          eq(phoneCodes.codeHash, sent.codeHash),
          sql`exists (select 1 from ${users} where ${isStillTheirs})`,
        ),
      ),
    writeAudit(deps, {
      actor,
      action: "user.phone_verified",
      subject: { type: "user", id: actor.userId },
      customerId: actor.customerId,
      after: { phone: sent.phone },
      mustChange: true,
    }),
    db.update(users).set({ phoneVerifiedAt: now }).where(isStillTheirs),
  ]);
  await confirming.catch(unlessUnchanged(changedMeanwhile));
  return { phoneVerifiedAt: now };
}

const invalid = (field: string, problem: Problem, message: string): AppError =>
  new AppError("validation_failed", { message, fields: { [field]: [problem] } });
