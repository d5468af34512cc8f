import { and, eq, isNull, sql } from "drizzle-orm";
import { readCached, type Db } from "#app/db/client.server.ts";
import { apiTokens, users } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { isApiToken, sessionIdOfToken, TOKEN_TOUCH_MS } from "#app/domain/access/api-token.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { Caller } from "./caller.ts";
import { findSession, toActor, type Lookup } from "./find-session.server.ts";
import { findServiceAccount } from "./find-service-account.server.ts";
import { isServiceToken } from "#app/domain/access/service-account.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { facilityIdsOfUser, userColumns } from "./user-record.server.ts";

/** In the place of an expired token's hash: it stays ended, also when the clock is set back. */
export const endedHash = sql<string>`'ended ' || ${apiTokens.id}`;

export type { Caller };
type Deps = { db: Db; now: number };

/** Who calls /v1 or opens a socket with a token: a session's, an API token or a service account's. Null for anything else. */
export async function findCaller(
  deps: Deps,
  token: string | null,
  lookup: Lookup = {},
): Promise<Caller | null> {
  if (token !== null && isApiToken(token)) return findTokenOwner(deps, token, lookup);
  if (token !== null && isServiceToken(token)) return findServiceAccount(deps, token);
  const session = await findSession(deps, token, lookup);
  return session && { actor: session.actor, user: session.user, scopes: null };
}

/** The owner of a token that lives; its use is noted once a minute. */
async function findTokenOwner(
  { db, now }: Deps,
  token: string,
  { remembered = false }: Lookup,
): Promise<Caller | null> {
  const tokenHash = sha256Hex(token);
  const ask = () =>
    db
      .select({
        ...userColumns,
        facilityIds: facilityIdsOfUser,
        tokenId: apiTokens.id,
        tokenName: apiTokens.name,
        scopes: apiTokens.scopes,
        lastUsedAt: apiTokens.lastUsedAt,
        expiresAt: apiTokens.expiresAt,
      })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .where(and(eq(apiTokens.tokenHash, tokenHash), isNull(apiTokens.revokedAt)))
      .get();
  const row = await (remembered ? readCached(db, `token ${tokenHash}`, ask) : ask());
  if (!row || row.status !== "active") return null;
  if (row.expiresAt <= now) {
    await db.update(apiTokens).set({ tokenHash: endedHash }).where(eq(apiTokens.id, row.tokenId));
    return null;
  }
  const { tokenId, tokenName, scopes, lastUsedAt, expiresAt: _, ...columns } = row;
  if (lastUsedAt === null || now - lastUsedAt >= TOKEN_TOUCH_MS)
    await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, tokenId));
  const user: SignedInUser = { ...columns, facilityIds: JSON.parse(row.facilityIds) as number[] };
  const actor: Actor = {
    ...toActor(user, sessionIdOfToken(tokenId)),
    means: { kind: "api_token", id: tokenId, name: tokenName },
  };
  return { actor, user, scopes };
}
