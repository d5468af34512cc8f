import { asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import {
  burnRates,
  maintenanceHistory,
  maintenances,
  snoozeHistories,
  users,
} from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { kindsOf } from "#app/domain/maintenance/catalogue.ts";
import { CUSTOM_KIND, CUSTOM_VALUE } from "#app/domain/maintenance/kinds.ts";
import { maintenanceStatus, percentLeft } from "#app/domain/maintenance/status.ts";
import type { MaintenanceStatus, PredictionAccuracy } from "#app/domain/maintenance/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { noSuchMaintenance, type MaintenanceRow } from "./maintenance-record.server.ts";

export type Maintenance = MaintenanceRow & {
  status: MaintenanceStatus;
  /** Percent of life left; null while nobody knows. */
  currentPercent: number | null;
  /** Since the work was last done, the earliest first. */
  burnRates: { systemTime: number; value: number }[];
  /** The newest first. */
  history: {
    performedAt: number;
    predictionAccuracy: PredictionAccuracy | null;
    userName: string | null;
  }[];
  snoozeHistories: { snoozedAt: number; snoozedUntil: number; reason: string }[];
  serviceTier: Machine["serviceTier"];
};
export type AvailableType = { name: string; kind: string; value: number; basicType: boolean };
type Deps = { db: Db; actor: Actor; now: number };

/** A machine's maintenances by name with all that is known of them, and what could be added. */
export async function listMaintenances(
  { db, actor, now }: Deps,
  device: string | number,
): Promise<{ maintenances: Maintenance[]; availableTypes: AvailableType[] }> {
  const machine = await requireMachine({ db, actor }, device);
  requireTier(actor, machine, "accessMaintenances");
  return listMaintenancesOf({ db, now }, machine);
}

/** The same in one trip to D1; the caller has asked for the machine and its tier. */
export async function listMaintenancesOf(
  deps: Omit<Deps, "actor">,
  machine: Machine,
): Promise<{ maintenances: Maintenance[]; availableTypes: AvailableType[] }> {
  const found = await readMaintenances(deps, eq(maintenances.deviceId, machine.id), machine);
  return { maintenances: found, availableTypes: availableTypes(machine, found) };
}

/** One maintenance as it is now; the caller has asked for its machine. 404 where somebody deleted it meanwhile. */
export async function readMaintenance(
  deps: Omit<Deps, "actor">,
  id: number,
  machine: Machine,
): Promise<Maintenance> {
  const [maintenance] = await readMaintenances(deps, eq(maintenances.id, id), machine);
  if (!maintenance) throw noSuchMaintenance();
  return maintenance;
}

async function readMaintenances(
  { db, now }: Omit<Deps, "actor">,
  where: SQL,
  machine: Machine,
): Promise<Maintenance[]> {
  const ids = db.select({ id: maintenances.id }).from(maintenances).where(where);
  const [rows, burns, performed, snoozes] = await db.batch([
    db
      .select()
      .from(maintenances)
      .where(where)
      .orderBy(asc(maintenances.name), asc(maintenances.id)),
    db
      .select()
      .from(burnRates)
      .where(inArray(burnRates.maintenanceId, ids))
      .orderBy(asc(burnRates.systemTime)),
    db
      .select({
        maintenanceId: maintenanceHistory.maintenanceId,
        performedAt: maintenanceHistory.performedAt,
        predictionAccuracy: maintenanceHistory.predictionAccuracy,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(maintenanceHistory)
      .leftJoin(users, eq(users.id, maintenanceHistory.userId))
      .where(inArray(maintenanceHistory.maintenanceId, ids))
      .orderBy(desc(maintenanceHistory.performedAt), desc(maintenanceHistory.id)),
    db
      .select()
      .from(snoozeHistories)
      .where(inArray(snoozeHistories.maintenanceId, ids))
      .orderBy(desc(snoozeHistories.snoozedAt)),
  ]);
  const [burnsOf, historyOf, snoozesOf] = [
    Map.groupBy(burns, byMaintenance),
    Map.groupBy(performed, byMaintenance),
    Map.groupBy(snoozes, byMaintenance),
  ];
  return rows.map((row) => {
    const history = (historyOf.get(row.id) ?? []).map(
      ({ performedAt, predictionAccuracy, firstName, lastName }) => ({
        performedAt,
        predictionAccuracy,
        userName: firstName === null ? null : `${firstName} ${lastName}`,
      }),
    );
    const burned = (burnsOf.get(row.id) ?? []).map(({ systemTime, value }) => ({
      systemTime,
      value,
    }));
    const last = burned.at(-1);
    const facts = {
      ...row,
      lastBurn: last ? { timeMs: last.systemTime, value: last.value } : null,
      hasHistory: history.length > 0,
    };
    return {
      ...row,
      status: maintenanceStatus(facts, now),
      currentPercent: percentLeft(facts),
      burnRates: burned,
      history,
      snoozeHistories: snoozesOf.get(row.id) ?? [],
      serviceTier: machine.serviceTier,
    };
  });
}

const byMaintenance = (row: { maintenanceId: number }): number => row.maintenanceId;

/** What the machine's make knows and the machine does not have yet, and always a work of one's own. */
function availableTypes({ make }: Machine, present: readonly Maintenance[]): AvailableType[] {
  const kinds = kindsOf(make).filter(
    ({ kind }) => !present.some((maintenance) => maintenance.kind === kind),
  );
  return [
    ...kinds.map(({ name, kind, value, basicType }) => ({ name, kind, value, basicType })),
    { name: "Custom", kind: CUSTOM_KIND, value: CUSTOM_VALUE, basicType: true },
  ];
}
