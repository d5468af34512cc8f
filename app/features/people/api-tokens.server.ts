import { and, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { apiTokens } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import {
  API_TOKEN_PREFIX,
  MAX_TOKENS_PER_USER,
  sessionIdOfToken,
  tokenExpiry,
} from "#app/domain/access/api-token.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import type { EndSockets } from "./sign-out.server.ts";

type Deps = AuditDeps & { actor: Actor };
/** Times are Unix milliseconds. The token itself is nowhere in it. */
export type ApiToken = {
  id: number;
  name: string;
  scopes: ApiScope[];
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
};
export type NewApiToken = { name: string; scopes: readonly ApiScope[]; expiresInDays: number };

const columns = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedAt: apiTokens.lastUsedAt,
};

/** The actor's own tokens that were not taken back, expired ones among them; the newest first. */
export const listApiTokens = ({ db, actor }: { db: Db; actor: Actor }): Promise<ApiToken[]> =>
  db
    .select(columns)
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, actor.userId), isNull(apiTokens.revokedAt)))
    .orderBy(desc(apiTokens.id));

/** A new token of the actor's own, told here and never again. */
export async function createApiToken(
  deps: Deps,
  input: NewApiToken,
): Promise<ApiToken & { token: string }> {
  const { db, now, actor } = deps;
  const living = and(
    eq(apiTokens.userId, actor.userId),
    isNull(apiTokens.revokedAt),
    gt(apiTokens.expiresAt, now),
  );
  const [existing] = await db.select({ count: count() }).from(apiTokens).where(living);
  if (existing && existing.count >= MAX_TOKENS_PER_USER)
    throw new AppError("conflict", {
      message: `A person has at most ${MAX_TOKENS_PER_USER} API tokens; take one back first.`,
    });
  const token = API_TOKEN_PREFIX + newToken();
  const expiresAt = tokenExpiry(now, input.expiresInDays);
  const row = {
    userId: actor.userId,
    name: input.name,
    scopes: [...new Set(input.scopes)],
    createdAt: now,
    expiresAt,
  };
  const [[created]] = await db.batch([
    db.insert(apiTokens).values({ ...row, tokenHash: sha256Hex(token) }).returning(columns), // prettier-ignore
    writeAudit(deps, {
      actor,
      action: "api_token.created",
      subject: { type: "api_token", id: sql<number>`last_insert_rowid()` },
      customerId: actor.customerId,
      after: { name: row.name, scopes: row.scopes, expires_at: expiresAt },
    }),
  ]);
  if (!created) throw new Error("the token was not written");
  return { ...created, token };
}

/** Takes a token of the actor's own back; its sockets close. */
export async function revokeApiToken(
  deps: Deps & { endSockets: EndSockets },
  id: number,
): Promise<{ id: number }> {
  const { db, now, actor, endSockets } = deps;
  const own = and(
    eq(apiTokens.id, id),
    eq(apiTokens.userId, actor.userId),
    isNull(apiTokens.revokedAt),
  );
  const token = await db.select({ name: apiTokens.name }).from(apiTokens).where(own).get();
  if (!token) throw new AppError("not_found", { message: "There is no such API token." });
  await db.batch([
    db.update(apiTokens).set({ revokedAt: now }).where(own),
    writeAudit(deps, {
      actor,
      action: "api_token.revoked",
      subject: { type: "api_token", id },
      customerId: actor.customerId,
      before: { name: token.name },
    }),
  ]);
  await endSockets(actor, [sessionIdOfToken(id)]);
  return { id };
}
