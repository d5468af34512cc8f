import { and, eq, type Column, type InferSelectModel, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { changedFields, type AuditAction, type AuditSubject } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";

type Row = { id: number; customerId?: number | null };
type Change<Table extends SQLiteTable & { id: Column }> = {
  table: Table;
  /** As it was read. */
  row: InferSelectModel<Table> & Row;
  change: Partial<InferSelectModel<Table>>;
  audit: {
    action: AuditAction;
    /** Whose it is, where the row has no `customerId` of its own. */
    customerId?: number | null;
    /** Told beside what changed in the row, such as a list that stands in another table. */
    more?: { before: Record<string, unknown>; after: Record<string, unknown> };
  };
  /** Must hold when it is written. */
  where?: SQL | undefined;
  /** Other statements of the same batch, after the change and its line. */
  also?: BatchItem<"sqlite">[];
};
export type Changed =
  /** `unchanged`: nothing of it differs. `refused`: the row is gone, or `where` did not hold when it was to be written. */
  { kind: "changed"; also: unknown[] } | { kind: "unchanged" } | { kind: "refused" };

/** Writes a change of a row and its line in the audit log in one batch, only what differs, all or nothing. */
export async function changeRow<Table extends SQLiteTable & { id: Column }>(
  deps: AuditDeps & { actor: Actor },
  { table, row, change, audit, where, also = [] }: Change<Table>,
): Promise<Changed> {
  const { before, after } = changedFields(row, change as Record<string, unknown>);
  const more = audit.more ?? { before: {}, after: {} };
  if (Object.keys(after).length + Object.keys(more.after).length === 0)
    return { kind: "unchanged" };
  // A list elsewhere may be all that changes: the row is written all the same, so that `where` decides.
  const set = (
    Object.keys(after).length > 0 ? after : { id: row.id }
  ) as SQLiteUpdateSetSource<Table>;
  const changing = deps.db.batch([
    deps.db
      .update(table)
      .set(set)
      .where(and(eq(table.id, row.id), where)),
    writeAudit(deps, {
      actor: deps.actor,
      action: audit.action,
      subject: {
        type: audit.action.slice(0, audit.action.indexOf(".")) as AuditSubject,
        id: row.id,
      },
      customerId: audit.customerId === undefined ? (row.customerId ?? null) : audit.customerId,
      before: { ...before, ...more.before },
      after: { ...after, ...more.after },
      mustChange: true,
    }),
    ...also,
  ]);
  if (!(await hasChanged(changing))) return { kind: "refused" };
  return { kind: "changed", also: (await changing).slice(2) };
}
