import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { serviceAccounts } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import {
  sessionIdOfService,
  windowOf,
  windowSecondsLeft,
} from "#app/domain/access/service-account.ts";
import { MAX_SERVICE_CALLS_PER_MINUTE } from "#app/domain/limits.ts";
import type { Caller } from "./caller.ts";

/**
 * The service account of a token that lives: it is found, its call counted and its use noted by one statement, so that
 * parallel calls are counted exactly. It acts as an admin of its customer, and is nobody's account.
 */
export async function findServiceAccount(
  { db, now }: { db: Db; now: number },
  token: string,
): Promise<Caller | null> {
  const hash = sha256Hex(token);
  const window = windowOf(now);
  const [account] = await db
    .update(serviceAccounts)
    .set({
      calls: sql`case when ${serviceAccounts.callWindow} = ${window} then ${serviceAccounts.calls} + 1 else 1 end`,
      callWindow: window,
      lastUsedAt: now,
    })
    .where(
      and(
        isNull(serviceAccounts.endedAt),
        gt(serviceAccounts.expiresAt, now),
        or(
          eq(serviceAccounts.tokenHash, hash),
          and(eq(serviceAccounts.previousHash, hash), gt(serviceAccounts.previousUntil, now)),
        ),
      ),
    )
    .returning();
  if (account === undefined) {
    await endForGood({ db, now }, hash);
    return null;
  }
  const { id, name, customerId } = account;
  return {
    actor: {
      userId: 0,
      sessionId: sessionIdOfService(id),
      role: "admin",
      customerId,
      make: null,
      facilityIds: [],
      means: { kind: "service_account", id, name },
    },
    user: nobody(name, customerId),
    scopes: account.scopes,
    calls: {
      most: MAX_SERVICE_CALLS_PER_MINUTE,
      made: account.calls,
      secondsLeft: windowSecondsLeft(now),
    },
  };
}

/** What has ended is over, also when the clock is set back. */
async function endForGood({ db, now }: { db: Db; now: number }, hash: string): Promise<void> {
  await db.batch([
    db
      .update(serviceAccounts)
      .set({ previousHash: null, previousUntil: null })
      .where(and(eq(serviceAccounts.previousHash, hash), lte(serviceAccounts.previousUntil, now))),
    db
      .update(serviceAccounts)
      .set({ endedAt: now })
      .where(
        and(
          eq(serviceAccounts.tokenHash, hash),
          isNull(serviceAccounts.endedAt),
          lte(serviceAccounts.expiresAt, now),
        ),
      ),
  ]);
}

/** What is asked of a caller beside their rights: a service account has nothing of it. */
const nobody = (name: string, customerId: number): Caller["user"] => ({
  ...{ id: 0, firstName: name, lastName: "", email: "", phone: null, phoneVerifiedAt: null },
  ...{ role: "admin", status: "active", customerId, make: null, facilityIds: [] },
  ...{ resetPassword: false, failedSignIns: [], notificationsEmail: false, termsAcceptedAt: null },
  ...{ locale: null, timeZone: null },
});
