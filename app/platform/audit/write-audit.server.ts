import type { SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIfChanged } from "#app/db/only-if.ts";
import { auditEntries } from "#app/db/schema/index.ts";
import {
  toAuditFields,
  type AuditAction,
  type AuditMeans,
  type AuditSubject,
} from "#app/domain/access/audit.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";

export type AuditDeps = {
  db: Db;
  now: number;
  /** The network address of the request, as the edge saw it: limits go by it. */
  address?: string | null;
  /** From where, for the log: `address`, and on one machine the machine's own. */
  from?: string | null;
  /** The path that was asked for, without what names somebody. */
  route?: string;
};

export type AuditEntry = {
  /** null: nobody is signed in, as when a link is used. */
  actor: Pick<Actor, "userId" | "role" | "means"> | null;
  /** Where nobody is signed in: what acted. Of an actor it is known. */
  means?: Omit<AuditMeans, "name"> & { name: string | SQL<string> | null };
  action: AuditAction;
  subject: { type: AuditSubject; id: number | SQL<number> | null };
  /** Whose it is: their admins may read the entry. */
  customerId: number | SQL<number> | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /**
   * The statement right before this one in the batch must have changed a row; when it changed none, the whole batch is
   * undone, and `isUnchanged` tells it of the error. So an act that happens once is told once, whoever comes at once.
   */
  mustChange?: boolean;
};

/** The one way into the audit log: a statement for the same D1 batch as the change. */
export const writeAudit = (
  { db, now, address = null, from = address }: AuditDeps,
  {
    actor,
    means = actor?.means,
    subject,
    customerId,
    before = null,
    after = null,
    mustChange,
    ...entry
  }: AuditEntry,
) =>
  db.insert(auditEntries).values({
    ...entry,
    at: mustChange ? onlyIfChanged(now) : now,
    actorUserId: actor && authorOf(actor),
    actorRole: actor && authorOf(actor) !== null ? actor.role : null,
    means: means?.kind ?? null,
    meansId: means?.id ?? null,
    meansName: (means?.name ?? null) as string | null,
    subjectType: subject.type,
    subjectId: subject.id as number | null,
    customerId: customerId as number | null,
    address: from,
    before: toAuditFields(before),
    after: toAuditFields(after),
  });

/** Whether a batch was undone because there was nothing (any more) to change. */
export const isUnchanged = (error: unknown): boolean => isNullRefused(error, "audit_entries.at");

/** For `catch` of a batch: what to throw when there was nothing to change; any other error as it is. */
export const unlessUnchanged =
  (refusal: () => Error) =>
  (error: unknown): never => {
    throw isUnchanged(error) ? refusal() : error;
  };

/** Runs a batch that may find nothing to change. False when it did, and nothing of it was written. */
export async function hasChanged(batch: Promise<unknown>): Promise<boolean> {
  try {
    await batch;
    return true;
  } catch (error) {
    if (isUnchanged(error)) return false;
    throw error;
  }
}
