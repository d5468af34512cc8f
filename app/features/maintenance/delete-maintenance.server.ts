import { and, eq, sql } from "drizzle-orm";
import { maintenances } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { hasChanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { requireMine } from "./update-maintenance.server.ts";

/**
 * Deletes a maintenance; with `all` its whole history goes with it, without only one that was never performed is deleted
 * (409 otherwise). 403 without the role, 404 for what is not the actor's or gone.
 */
export async function deleteMaintenance(
  deps: AuditDeps & { actor: Actor },
  id: number,
  { all }: { all: boolean },
): Promise<{ id: number; name: string; kind: string }> {
  const { row } = await requireMine(deps, id);
  const isUnperformed = sql`not exists (select 1 from maintenance_history where maintenance_id = ${id})`;
  const deleting = deps.db.batch([
    deps.db
      .delete(maintenances)
      .where(and(eq(maintenances.id, id), all ? undefined : isUnperformed)),
    auditOfMachine(deps, {
      action: "maintenance.deleted",
      id,
      deviceId: row.deviceId,
      before: { name: row.name, kind: row.kind, lastPerformedAt: row.lastPerformedAt },
      mustChange: true,
    }),
  ]);
  if (await hasChanged(deleting)) return { id, name: row.name, kind: row.kind };
  // Gone meanwhile: 404.
  await requireMine(deps, id);
  throw new AppError("conflict", {
    message: "The maintenance has a history; add ?all to delete it with its history.",
    problem: { code: "changed_meanwhile" },
  });
}
