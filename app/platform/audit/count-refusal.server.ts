/**
 * Failed sign-ins and denied access, in the audit log: one entry per hour, person and network address, which counts.
 * Whoever tries a million times writes one row; whoever has a million addresses, so many as an hour takes, and one for the rest.
 */
import { sql } from "drizzle-orm";
import { auditEntries } from "#app/db/schema/index.ts";
import { networkOf } from "#app/domain/access/limits.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { MAX_REFUSALS_PER_HOUR } from "#app/domain/limits.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { AuditDeps } from "./write-audit.server.ts";

export type Refusal =
  | {
      kind: "sign_in_refused";
      /** Whose account it was; null: nobody's. The address that was typed in is not kept: it may be a password. */
      account: { id: number; customerId: number | null } | null;
      reason: string;
    }
  | { kind: "access_denied"; actor: Pick<Actor, "userId" | "role" | "customerId" | "means"> };

/** The same while nobody waits for it; that it was not counted is in the log. */
export function countRefusalLater(
  deps: AuditDeps & { waitUntil: (work: Promise<unknown>) => void },
  refusal: Refusal,
): void {
  deps.waitUntil(
    countRefusal(deps, refusal).catch((error: unknown) =>
      log({ event: "refusal_not_counted", error: errorText(error) }),
    ),
  );
}

/** Logs it, and counts it in one statement. */
export async function countRefusal(deps: AuditDeps, refusal: Refusal): Promise<void> {
  const { db, now, address = null, from = address, route = "" } = deps;
  const { kind } = refusal;
  const actor = kind === "access_denied" ? refusal.actor : null;
  const who =
    kind === "access_denied"
      ? { id: authorOf(refusal.actor), customerId: refusal.actor.customerId }
      : refusal.account;
  const reason = kind === "sign_in_refused" ? refusal.reason : null;
  log({ event: kind, userId: who?.id ?? null, from, route, ...(reason && { reason }) });

  const hour = Math.floor(now / HOUR_MS);
  const signIn = kind === "sign_in_refused" ? "sign_in" : null;
  const means = actor?.means;
  // Of a service account, which is nobody's, by the account.
  const whose = who?.id ?? (means ? `${means.kind} ${means.id ?? ""}` : "");
  const own = `${hour}:${kind}:${whose}:${from === null ? "" : networkOf(from)}`;
  const hasRoom = sql`(exists (select 1 from ${auditEntries} where ${auditEntries.countedAs} = ${own}) or (select count(*) from ${auditEntries} where ${auditEntries.countedAs} > ${`${hour}:`} and ${auditEntries.countedAs} < ${`${hour};`}) < ${MAX_REFUSALS_PER_HOUR})`;
  const ifRoom = <T>(value: T, otherwise: T) =>
    sql<T>`case when ${hasRoom} then ${value} else ${otherwise} end`;
  const after = { route, last_at: new Date(now).toISOString(), ...(reason && { reason }) };
  await db
    .insert(auditEntries)
    .values({
      at: now,
      actorUserId: actor && ifRoom<number | null>(authorOf(actor), null),
      actorRole: actor && ifRoom<string | null>(authorOf(actor) === null ? null : actor.role, null),
      action: `user.${kind}`,
      subjectType: "user",
      subjectId: ifRoom<number | null>(who?.id ?? null, null),
      customerId: ifRoom<number | null>(who?.customerId ?? null, null),
      address: ifRoom<string | null>(from, null),
      before: null,
      after,
      means: means ? ifRoom<string | null>(means.kind, null) : signIn,
      meansId: means && ifRoom<number | null>(means.id, null),
      meansName: means && ifRoom<string | null>(means.name, null),
      countedAs: ifRoom(own, `${hour}:${kind}:others`),
    } as unknown as typeof auditEntries.$inferInsert)
    .onConflictDoUpdate({
      target: auditEntries.countedAs,
      set: { count: sql`${auditEntries.count} + 1`, after },
    });
}
