import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { apiTokens, sessions, users } from "#app/db/schema/index.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import { API_TOKEN_PREFIX, sessionIdOfToken, tokenExpiry } from "#app/domain/access/api-token.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_TOKENS_PER_USER } from "#app/domain/limits.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { addOnce, secretInUse, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import type { ApiToken } from "./api-token.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";

type Deps = AuditDeps & { actor: Actor };
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

/**
 * A new token of the actor's own, told here and never again. 409 beyond the limit; 401 when what the actor signed in with
 * ended meanwhile, so that no token outlives a reset or a deactivation that came in the same moment.
 */
export const createApiToken = (
  deps: Deps & { sent?: Sent | undefined },
  input: NewApiToken,
): Promise<ApiToken & { token: string }> =>
  addOnce(
    deps,
    (asSent) => addApiToken(deps, input, asSent),
    (id) => drawAnew(deps, id),
  );

async function addApiToken(
  deps: Deps,
  input: NewApiToken,
  asSent: BatchItem<"sqlite">[],
): Promise<ApiToken & { token: string }> {
  const { db, now, actor } = deps;
  const token = API_TOKEN_PREFIX + newToken();
  const expiresAt = tokenExpiry(now, input.expiresInDays);
  const living = sql`(select count(*) from api_tokens where user_id = ${actor.userId} and revoked_at is null and expires_at > ${now})`;
  const row = {
    name: input.name,
    scopes: [...new Set(input.scopes)],
    createdAt: now,
    expiresAt,
  };
  const creating = db.batch([
    db
      .insert(apiTokens)
      .values({
        ...row,
        userId: onlyIf(isStillSignedIn(actor), actor.userId),
        tokenHash: onlyIf(sql`${living} < ${MAX_TOKENS_PER_USER}`, sha256Hex(token)),
      })
      .returning(columns),
    writeAudit(deps, {
      actor,
      action: "api_token.created",
      subject: { type: "api_token", id: sql<number>`last_insert_rowid()` },
      customerId: actor.customerId,
      after: { name: row.name, scopes: row.scopes, expires_at: expiresAt },
    }),
    ...asSent,
  ]);
  const [[created]] = await creating.catch(rethrowRefused);
  if (!created) throw new Error("the token was not written");
  return { ...created, token };
}

/** Of a token whose answer was lost: another secret in the place of the one that nobody has. 409 once it was used. */
async function drawAnew(deps: Deps, id: number): Promise<ApiToken & { token: string }> {
  const { db, actor } = deps;
  const { own, known } = await requireOwnToken(deps, id);
  const token = API_TOKEN_PREFIX + newToken();
  const drawing = db.batch([
    db
      .update(apiTokens)
      .set({ tokenHash: sha256Hex(token) })
      .where(and(own, isNull(apiTokens.lastUsedAt), isStillSignedIn(actor))),
    writeAudit(deps, {
      actor,
      action: "api_token.rotated",
      subject: { type: "api_token", id },
      customerId: actor.customerId,
      after: { name: known.name },
      mustChange: true,
    }),
  ]);
  await drawing.catch(unlessUnchanged(secretInUse));
  return { ...known, token };
}

/** Takes a token of the actor's own back; its sockets close. */
export async function revokeApiToken(
  deps: Deps & { endSockets: EndSockets },
  id: number,
): Promise<{ id: number }> {
  const { db, now, actor, endSockets } = deps;
  const { own, known } = await requireOwnToken(deps, id);
  const revoking = db.batch([
    db.update(apiTokens).set({ revokedAt: now }).where(own),
    writeAudit(deps, {
      actor,
      action: "api_token.revoked",
      subject: { type: "api_token", id },
      customerId: actor.customerId,
      before: { name: known.name },
      mustChange: true,
    }),
  ]);
  await revoking.catch(unlessUnchanged(noSuchToken));
  await endSockets(actor, [sessionIdOfToken(id)]);
  return { id };
}

/** A token of the actor's that was not taken back, and the condition that it is still one; 404 for any other. */
async function requireOwnToken({ db, actor }: Deps, id: number) {
  const own = and(
    eq(apiTokens.id, id),
    eq(apiTokens.userId, actor.userId),
    isNull(apiTokens.revokedAt),
  );
  const known = await db.select(columns).from(apiTokens).where(own).get();
  if (!known) throw noSuchToken();
  return { own, known };
}

const noSuchToken = () => new AppError("not_found", { message: "There is no such API token." });

/** The account is active, and the session or API token that the actor came with lives. */
function isStillSignedIn({ userId, sessionId }: Actor) {
  const active = sql`exists (select 1 from ${users} where ${and(eq(users.id, userId), eq(users.status, "active"))})`;
  const means =
    sessionId < 0
      ? sql`exists (select 1 from api_tokens mine where mine.id = ${-sessionId} and mine.revoked_at is null)`
      : sql`exists (select 1 from ${sessions} where ${and(eq(sessions.id, sessionId), eq(sessions.userId, userId))})`;
  return sql`${active} and ${means}`;
}

function rethrowRefused(error: unknown): never {
  if (isNullRefused(error, "api_tokens.user_id")) throw new AppError("unauthenticated");
  if (isNullRefused(error, "api_tokens.token_hash"))
    throw new AppError("conflict", {
      message: `A person has at most ${MAX_TOKENS_PER_USER} API tokens; revoke one first.`,
      problem: { code: "limit", most: MAX_TOKENS_PER_USER },
    });
  throw error;
}
