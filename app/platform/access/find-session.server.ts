import { and, eq, lte, or } from "drizzle-orm";
import { readCached, type Db } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema/index.ts";
import {
  MAX_SESSION_MS,
  needsTouch,
  SESSION_TOUCH_MS,
  sessionEnd,
} from "#app/domain/access/session-lifetime.ts";
import { isSessionToken } from "#app/domain/access/session-token.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { facilityIdsOfUser, userColumns } from "./user-record.server.ts";

export type LiveSession = {
  actor: Actor;
  user: SignedInUser;
  session: { id: number; createdAt: number; expiresAt: number };
};

/** `remembered`: who it is may be two seconds old (db/brief-memory.ts), for answers that hold nothing of the account itself. */
export type Lookup = { remembered?: boolean };

/** The living session of a token, or null: unknown, expired, or of an account that is not active. Slides the expiry. */
export async function findSession(
  { db, now }: { db: Db; now: number },
  token: string | null,
  { remembered = false }: Lookup = {},
): Promise<LiveSession | null> {
  if (token === null || !isSessionToken(token)) return null;
  const tokenHash = sha256Hex(token);
  const ask = () =>
    db
      .select({
        ...userColumns,
        facilityIds: facilityIdsOfUser,
        sessionId: sessions.id,
        startedAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, tokenHash))
      .get();
  const row = await (remembered ? readCached(db, `session ${tokenHash}`, ask) : ask());
  if (!row || row.status !== "active") return null;
  // Sessions that began before there was an end of 90 days have later ones written down.
  const endsAt = Math.min(row.expiresAt, row.startedAt + MAX_SESSION_MS);
  if (endsAt <= now) {
    // What has ended is over, also when the clock is set back.
    await db
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, row.sessionId),
          or(lte(sessions.expiresAt, now), lte(sessions.createdAt, now - MAX_SESSION_MS)),
        ),
      );
    return null;
  }

  const { sessionId, lastSeenAt, expiresAt, ...columns } = row;
  // One that was opened while the clock was ahead counts from where the clock is now.
  const startedAt = row.startedAt - now > SESSION_TOUCH_MS ? now : row.startedAt;
  const user: SignedInUser = { ...columns, facilityIds: JSON.parse(row.facilityIds) as number[] };
  let until = expiresAt;
  if (needsTouch(lastSeenAt, now)) {
    until = sessionEnd(user.role, startedAt, now);
    await db
      .update(sessions)
      .set({ createdAt: startedAt, lastSeenAt: now, expiresAt: until })
      .where(eq(sessions.id, sessionId));
  }
  return {
    actor: toActor(user, sessionId),
    user,
    session: { id: sessionId, createdAt: startedAt, expiresAt: until },
  };
}

export const toActor = (user: SignedInUser, sessionId: number): Actor => ({
  userId: user.id,
  sessionId,
  role: user.role,
  customerId: user.customerId,
  make: user.make,
  facilityIds: user.facilityIds,
});
