/**
 * Counting failed sign-ins (domain/access/lockout.ts): an attempt is written down as a failure before the
 * password is looked at and given back on success. The account and the unknown e-mail address are counted in
 * one D1 batch, one statement each, so that both take the same work and parallel tries are counted exactly.
 */
import { and, eq, gte, isNull, sql, type Column, type SQL } from "drizzle-orm";
import { columnsInOrder } from "#app/db/columns-in-order.ts";
import type { Db } from "#app/db/client.server.ts";
import { addressThrottles, auditEntries, signInFailures, users } from "#app/db/schema/index.ts";
import {
  addressAllowance,
  LOCKOUT_WINDOW_MS,
  MAX_ACCOUNT_FAILURES,
  throttleSeconds,
  type Attempts,
} from "#app/domain/access/lockout.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { networkOf } from "#app/domain/access/limits.ts";
import { sha256Hex } from "#app/db/secrets.ts";

type Deps = { db: Db; now: number };
type Account = {
  id: number;
  customerId: number | null;
  passwordHash: string | null;
  status: string;
};
export type Reservation = { email: string; account: Account | null; attempts: Attempts };

const emailSubject = (email: string) => `email:${sha256Hex(email)}`;
const networkHash = (address: string) => sha256Hex(networkOf(address));

/** A failure further ahead was counted by a clock that was set back since: it would count until it gets there again. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** The failures still inside the window and this one, kept up to one above the limit. */
const withThisOne = (column: Column, now: number, limit: number): SQL =>
  sql`(select json_group_array(at) from (select value as at from json_each(${column}) where value > ${now - LOCKOUT_WINDOW_MS} and value <= ${now + CLOCK_TOLERANCE_MS} union all select ${now} limit ${limit + 1}))`;
const lengthOf = (column: Column): SQL<number> => sql<number>`json_array_length(${column})`;

/**
 * Counts an attempt of a network address. Seconds to wait when there were too many, else null. What is refused is not
 * counted, so that nobody is kept out by somebody else's hammering. One statement, so that parallel ones are counted
 * exactly.
 */
export async function reserveAddress({ db, now }: Deps, address: string): Promise<number | null> {
  const { eachMs, mostMs } = addressAllowance(address);
  const kept = addressThrottles.owedUntil;
  // More than is possible now was owed before the clock was set back.
  const owed = sql`max(iif(${kept} > ${now + mostMs}, 0, ${kept}), ${now})`;
  const hasRoom = sql`${owed} + ${eachMs} - ${now} <= ${mostMs}`;
  const [row] = await db
    .insert(addressThrottles)
    .values({
      network: networkHash(address),
      owedUntil: now + eachMs,
      wasAllowed: true,
      lastAt: now,
    })
    .onConflictDoUpdate({
      target: addressThrottles.network,
      set: {
        owedUntil: sql`${owed} + iif(${hasRoom}, ${eachMs}, 0)`,
        wasAllowed: hasRoom,
        lastAt: now,
      },
    })
    .returning();
  return !row || row.wasAllowed ? null : throttleSeconds(row.owedUntil, address, now);
}

/** Only failures count against a network address. */
export async function forgiveAddress({ db }: Deps, address: string): Promise<void> {
  const { eachMs } = addressAllowance(address);
  await db
    .update(addressThrottles)
    .set({ owedUntil: sql`${addressThrottles.owedUntil} - ${eachMs}` })
    .where(eq(addressThrottles.network, networkHash(address)));
}

export async function reserveAttempt({ db, now }: Deps, email: string): Promise<Reservation> {
  const [known, unknown] = await db.batch([
    db
      .update(users)
      .set({ failedSignIns: withThisOne(users.failedSignIns, now, MAX_ACCOUNT_FAILURES) })
      .where(eq(users.email, email))
      .returning({
        id: users.id,
        customerId: users.customerId,
        passwordHash: users.passwordHash,
        status: users.status,
        lockedAt: users.lockedAt,
        failedSignIns: users.failedSignIns,
      }),
    db
      .insert(signInFailures)
      .select(
        sql`select ${columnsInOrder(signInFailures, { subject: emailSubject(email), failedSignIns: [now], lastAt: now })} where not exists (select 1 from ${users} where ${users.email} = ${email})`,
      )
      .onConflictDoUpdate({
        target: signInFailures.subject,
        set: {
          failedSignIns: withThisOne(signInFailures.failedSignIns, now, MAX_ACCOUNT_FAILURES),
          lastAt: now,
        },
      })
      .returning({
        lockedAt: signInFailures.lockedAt,
        failedSignIns: signInFailures.failedSignIns,
      }),
  ]);
  const account = known[0] ?? null;
  const counted = account ?? unknown[0];
  if (!counted) throw new Error("the sign-in attempt was not counted");
  return {
    email,
    account,
    attempts: { count: counted.failedSignIns.length, lockedAt: counted.lockedAt },
  };
}

/** The password was wrong: what was reserved stands, and the tenth locks. Whose account it locked, if anybody's. */
export async function lockAfterFailures(
  { db, now }: Deps,
  { account, email }: Reservation,
): Promise<Pick<Account, "id" | "customerId"> | null> {
  if (account) {
    const locks = and(
      eq(users.id, account.id),
      isNull(users.lockedAt),
      gte(lengthOf(users.failedSignIns), MAX_ACCOUNT_FAILURES),
    );
    const [, [locked]] = await db.batch([
      // Before the lock, so that of two parallel failures only the one that locks is noted.
      db.insert(auditEntries).select(
        sql`select ${columnsInOrder(auditEntries, {
          at: now,
          action: "user.locked",
          subjectType: "user",
          subjectId: sql`${users.id}`,
          customerId: sql`${users.customerId}`,
          means: "sign_in",
        })} from ${users} where ${locks}`,
      ),
      db
        .update(users)
        .set({ lockedAt: now })
        .where(locks)
        .returning({ id: users.id, customerId: users.customerId }),
    ]);
    return locked ?? null;
  }
  await db
    .update(signInFailures)
    .set({ lockedAt: now })
    .where(
      and(
        eq(signInFailures.subject, emailSubject(email)),
        isNull(signInFailures.lockedAt),
        gte(lengthOf(signInFailures.failedSignIns), MAX_ACCOUNT_FAILURES),
      ),
    );
  return null;
}

/** The password was right: failures are forgotten. False when a parallel failure locked the account meanwhile. */
export async function forgiveAccount({ db }: Deps, account: Account): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ failedSignIns: [] })
    .where(and(eq(users.id, account.id), isNull(users.lockedAt)))
    .returning({ id: users.id });
  return rows.length === 1;
}
