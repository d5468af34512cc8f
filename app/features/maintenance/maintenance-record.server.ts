import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { maintenances } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { MaintenanceFacts } from "#app/domain/maintenance/status.ts";
import { getMachine, type Machine } from "#app/features/machines/list-machines.server.ts";

export type MaintenanceRow = typeof maintenances.$inferSelect;

/** What a status is computed from, for a select on maintenances. Written out: in a subquery drizzle leaves out the tables' names. */
export const burnColumns = {
  lastBurnAt: sql<
    number | null
  >`(select system_time from burn_rates where maintenance_id = maintenances.id order by system_time desc limit 1)`.as(
    "last_burn_at",
  ),
  lastBurnValue: sql<
    number | null
  >`(select value from burn_rates where maintenance_id = maintenances.id order by system_time desc limit 1)`.as(
    "last_burn_value",
  ),
  performedCount:
    sql<number>`(select count(*) from maintenance_history where maintenance_id = maintenances.id)`.as(
      "performed_count",
    ),
};
type BurnRow = { lastBurnAt: number | null; lastBurnValue: number | null; performedCount: number };

export const toFacts = (
  row: Pick<MaintenanceRow, "snoozedUntil" | "recommendedDate"> & BurnRow,
): MaintenanceFacts => ({
  snoozedUntil: row.snoozedUntil,
  recommendedDate: row.recommendedDate,
  lastBurn:
    row.lastBurnAt === null || row.lastBurnValue === null
      ? null
      : { timeMs: row.lastBurnAt, value: row.lastBurnValue },
  hasHistory: row.performedCount > 0,
});

/** A maintenance of a machine that is the actor's and whose tier has maintenance. */
export async function requireMaintenance(
  { db, actor }: { db: Db; actor: Actor },
  id: number,
): Promise<{ row: MaintenanceRow; machine: Machine }> {
  const row = await db.select().from(maintenances).where(eq(maintenances.id, id)).get();
  const machine = row ? await getMachine({ db, actor }, row.deviceId) : null;
  if (!row || !machine) throw noSuchMaintenance();
  requireTier(actor, machine, "accessMaintenances");
  return { row, machine };
}

export const noSuchMaintenance = () =>
  new AppError("not_found", { message: "There is no such maintenance." });
