import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { onlyIf } from "#app/db/only-if.ts";
import { serviceAccounts } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import { tokenExpiry } from "#app/domain/access/api-token.ts";
import { canManageUsersOf } from "#app/domain/access/permissions.ts";
import {
  REPLACED_TOKEN_MS,
  SERVICE_TOKEN_PREFIX,
  sessionIdOfService,
} from "#app/domain/access/service-account.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_SERVICE_ACCOUNTS_PER_CUSTOMER } from "#app/domain/limits.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isForeignKeyRefused, isNullRefused } from "#app/platform/db-errors.ts";
import type { ServiceAccount } from "./service-account.ts";

type Deps = AuditDeps & { actor: Actor };
export type NewServiceAccount = {
  name: string;
  scopes: readonly ApiScope[];
  expiresInDays: number;
};

const columns = {
  id: serviceAccounts.id,
  customerId: serviceAccounts.customerId,
  name: serviceAccounts.name,
  scopes: serviceAccounts.scopes,
  createdAt: serviceAccounts.createdAt,
  expiresAt: serviceAccounts.expiresAt,
  lastUsedAt: serviceAccounts.lastUsedAt,
  previousUntil: serviceAccounts.previousUntil,
};

/** Those who manage a customer's people look after its service accounts: 404 for a customer of others, 403 for its users. */
async function requireKeeper(deps: Deps, customerId: number): Promise<void> {
  await requireCustomer(deps, customerId);
  if (!canManageUsersOf(deps.actor, customerId)) throw new AppError("forbidden");
}

/** A customer's service accounts that were not ended, expired ones among them, by name. */
export async function listServiceAccounts(
  deps: Deps,
  customerId: number,
): Promise<ServiceAccount[]> {
  await requireKeeper(deps, customerId);
  return deps.db
    .select(columns)
    .from(serviceAccounts)
    .where(and(eq(serviceAccounts.customerId, customerId), isNull(serviceAccounts.endedAt)))
    .orderBy(asc(sql`lower(${serviceAccounts.name})`), asc(serviceAccounts.id));
}

/** A new service account with its token, told here and never again; 409 beyond the limit of a customer. */
export async function createServiceAccount(
  deps: Deps & { sent?: Sent | undefined },
  customerId: number,
  input: NewServiceAccount,
): Promise<ServiceAccount & { token: string }> {
  await requireKeeper(deps, customerId);
  return addOnce(
    deps,
    (asSent) => addServiceAccount(deps, customerId, input, asSent),
    // Its token went with the answer that was lost, so that it gets another one.
    (id) => rotateServiceToken(deps, id, { expiresInDays: undefined }),
  );
}

async function addServiceAccount(
  deps: Deps,
  customerId: number,
  input: NewServiceAccount,
  asSent: BatchItem<"sqlite">[],
): Promise<ServiceAccount & { token: string }> {
  const { db, now, actor } = deps;
  const token = SERVICE_TOKEN_PREFIX + newToken();
  const row = {
    name: input.name,
    scopes: [...new Set(input.scopes)],
    createdAt: now,
    expiresAt: tokenExpiry(now, input.expiresInDays),
    lifeDays: input.expiresInDays,
  };
  const living = sql`(select count(*) from service_accounts where customer_id = ${customerId} and ended_at is null)`;
  const [[created]] = await db
    .batch([
      db
        .insert(serviceAccounts)
        .values({
          ...row,
          customerId,
          tokenHash: onlyIf(
            sql`${living} < ${MAX_SERVICE_ACCOUNTS_PER_CUSTOMER}`,
            sha256Hex(token),
          ),
        })
        .returning(columns),
      writeAudit(deps, {
        actor,
        action: "service_account.created",
        subject: { type: "service_account", id: sql<number>`last_insert_rowid()` },
        customerId,
        after: { name: row.name, scopes: row.scopes, expires_at: row.expiresAt },
      }),
      ...asSent,
    ])
    .catch(rethrowRefused);
  if (!created) throw new Error("the service account was not written");
  return { ...created, token };
}

/**
 * A new token in place of the present one, which is taken for one hour more; one before that ends at once. It lives as
 * long as the one before was made for, unless other days are said.
 */
export async function rotateServiceToken(
  deps: Deps,
  id: number,
  { expiresInDays }: { expiresInDays: number | undefined },
): Promise<ServiceAccount & { token: string }> {
  const { db, now, actor } = deps;
  const { lifeDays: own, ...account } = await requireServiceAccount(deps, id);
  const lifeDays = expiresInDays ?? own;
  const token = SERVICE_TOKEN_PREFIX + newToken();
  const previousUntil = Math.min(now + REPLACED_TOKEN_MS, account.expiresAt);
  const expiresAt = tokenExpiry(now, lifeDays);
  const [[rotated]] = await db
    .batch([
      db
        .update(serviceAccounts)
        .set({
          previousHash: sql`${serviceAccounts.tokenHash}`,
          previousUntil,
          tokenHash: sha256Hex(token),
          expiresAt,
          lifeDays,
        })
        .where(and(eq(serviceAccounts.id, id), isNull(serviceAccounts.endedAt)))
        .returning(columns),
      writeAudit(deps, {
        actor,
        action: "service_account.rotated",
        subject: { type: "service_account", id },
        customerId: account.customerId,
        before: { expires_at: account.expiresAt },
        after: { name: account.name, expires_at: expiresAt, previous_valid_until: previousUntil },
        mustChange: true,
      }),
    ])
    .catch(unlessUnchanged(noSuchAccount));
  if (!rotated) throw noSuchAccount();
  return { ...rotated, token };
}

/** Ends a service account, its token and its sockets at once. */
export async function endServiceAccount(
  deps: Deps & { endSockets: EndSockets },
  id: number,
): Promise<{ id: number }> {
  const { db, now, actor, endSockets } = deps;
  const { customerId, name } = await requireServiceAccount(deps, id);
  await db
    .batch([
      db
        .update(serviceAccounts)
        .set({ endedAt: now })
        .where(and(eq(serviceAccounts.id, id), isNull(serviceAccounts.endedAt))),
      writeAudit(deps, {
        actor,
        action: "service_account.ended",
        subject: { type: "service_account", id },
        customerId,
        before: { name },
        mustChange: true,
      }),
    ])
    .catch(unlessUnchanged(noSuchAccount));
  await endSockets({ customerId, userId: 0 }, [sessionIdOfService(id)]);
  return { id };
}

/** One that lives and that the actor looks after; any other does not exist. */
async function requireServiceAccount(
  deps: Deps,
  id: number,
): Promise<ServiceAccount & { lifeDays: number }> {
  const account = await deps.db
    .select({ ...columns, lifeDays: serviceAccounts.lifeDays })
    .from(serviceAccounts)
    .where(and(eq(serviceAccounts.id, id), isNull(serviceAccounts.endedAt)))
    .get();
  if (!account || !canManageUsersOf(deps.actor, account.customerId)) throw noSuchAccount();
  return account;
}

const noSuchAccount = () =>
  new AppError("not_found", { message: "There is no such service account." });

function rethrowRefused(error: unknown): never {
  if (isNullRefused(error, "service_accounts.token_hash"))
    throw new AppError("conflict", {
      message: `A customer has at most ${MAX_SERVICE_ACCOUNTS_PER_CUSTOMER} service accounts; end one first.`,
      problem: { code: "limit", most: MAX_SERVICE_ACCOUNTS_PER_CUSTOMER },
    });
  if (isForeignKeyRefused(error))
    throw new AppError("not_found", { message: "There is no such customer." });
  throw error;
}
