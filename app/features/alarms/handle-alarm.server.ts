/** Acknowledging and shelving alarms. Whether an alarm is on is said by samples alone, never here. */
import { and, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, maintenances } from "#app/db/schema/index.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { Changeable } from "#app/domain/live/ports.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { hasChanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { isAlarmInService, requireAlarmInService, writeJournal } from "./alarm-record.server.ts";
import { SHELF_MS, type ShelfTime } from "./handle-alarm.ts";
import { isShelved } from "./is-shelved.server.ts";
import type { Alarm } from "./list-alarms.server.ts";

type Deps = AuditDeps & {
  db: Db;
  actor: Actor;
  machineChanged: (deviceId: number, what: Changeable) => void;
};
type Refusal = "acknowledged_already" | "not_shelved" | "changed_meanwhile";
const MESSAGES: Record<Refusal, string> = {
  acknowledged_already: "The alarm is acknowledged already.",
  not_shelved: "The alarm is not shelved.",
  changed_meanwhile: "Others changed the alarm meanwhile. Try again.",
};

/** Why nothing was written: the alarm is gone, its machine went out of service, or `code`. */
async function refuse(deps: Deps, { id }: Alarm, code: Refusal): Promise<never> {
  await requireAlarmInService(deps, id);
  throw new AppError("conflict", { message: MESSAGES[code], problem: { code } });
}

/** Somebody has seen that it went on; anybody who sees the machine may. Once for each time that it goes on. */
export async function acknowledgeAlarm(
  deps: Deps,
  alarmId: string | number,
  { note = "" }: { note?: string | undefined },
): Promise<Alarm> {
  const { db, now, actor } = deps;
  const { alarm } = await requireAlarmInService(deps, alarmId);
  const change = {
    isAcknowledged: true,
    acknowledgedAt: now,
    acknowledgedBy: authorOf(actor),
    acknowledgeNote: note === "" ? null : note,
  };
  const acknowledging = db.batch([
    db
      .update(alarms)
      .set(change)
      .where(and(isAlarmInService(alarm), eq(alarms.isAcknowledged, false))),
    auditOfMachine(deps, {
      action: "alarm.acknowledged",
      id: alarm.id,
      deviceId: alarm.deviceId,
      after: { name: alarm.name, note },
      mustChange: true,
    }),
    writeJournal(db, {
      alarm,
      kind: "acknowledged",
      at: now,
      userId: authorOf(actor),
      note: change.acknowledgeNote,
    }),
  ]);
  if (!(await hasChanged(acknowledging))) await refuse(deps, alarm, "acknowledged_already");
  deps.machineChanged(alarm.deviceId, "alarms");
  return { ...alarm, ...change };
}

type Shelving = { for: ShelfTime; reason: string; maintenanceId?: number | undefined };

/** For a time it tells nobody; it comes back by itself. Shelving it again begins the time anew. */
export async function shelveAlarm(
  deps: Deps,
  alarmId: string | number,
  { for: time, reason, maintenanceId }: Shelving,
): Promise<Alarm> {
  const { db, now, actor } = deps;
  if (!isPrivileged(actor)) throw new AppError("forbidden");
  const { alarm } = await requireAlarmInService(deps, alarmId);
  if (time === "maintenance") await requireMaintenance(db, alarm.deviceId, maintenanceId);
  const until = now + SHELF_MS[time];
  const change = {
    shelvedUntil: until,
    shelvedAt: now,
    shelvedBy: authorOf(actor),
    shelvedReason: reason,
    shelvedMaintenanceId: time === "maintenance" ? maintenanceId! : null,
  };
  const shelving = db.batch([
    db.update(alarms).set(change).where(isAlarmInService(alarm)),
    auditOfMachine(deps, {
      action: "alarm.shelved",
      id: alarm.id,
      deviceId: alarm.deviceId,
      after: { name: alarm.name, until, reason },
      mustChange: true,
    }),
    writeJournal(db, {
      alarm,
      kind: "shelved",
      at: now,
      userId: authorOf(actor),
      note: reason,
      details: { until },
    }),
  ]);
  if (!(await hasChanged(shelving))) await refuse(deps, alarm, "changed_meanwhile");
  deps.machineChanged(alarm.deviceId, "alarms");
  return { ...alarm, ...change };
}

/** Before its time. */
export async function unshelveAlarm(deps: Deps, alarmId: string | number): Promise<Alarm> {
  const { db, now, actor } = deps;
  if (!isPrivileged(actor)) throw new AppError("forbidden");
  const { alarm } = await requireAlarmInService(deps, alarmId);
  const unshelving = db.batch([
    db
      .update(alarms)
      .set({ shelvedUntil: null })
      .where(and(isAlarmInService(alarm), isShelved(now))),
    auditOfMachine(deps, {
      action: "alarm.unshelved",
      id: alarm.id,
      deviceId: alarm.deviceId,
      after: { name: alarm.name },
      mustChange: true,
    }),
    writeJournal(db, { alarm, kind: "unshelved", at: now, userId: authorOf(actor) }),
  ]);
  if (!(await hasChanged(unshelving))) await refuse(deps, alarm, "not_shelved");
  deps.machineChanged(alarm.deviceId, "alarms");
  return { ...alarm, shelvedUntil: null };
}

async function requireMaintenance(db: Db, deviceId: number, id: number | undefined): Promise<void> {
  const found =
    id === undefined
      ? undefined
      : await db
          .select({ id: maintenances.id })
          .from(maintenances)
          .where(and(eq(maintenances.id, id), eq(maintenances.deviceId, deviceId)))
          .get();
  if (!found)
    throw new AppError("validation_failed", {
      message: "Choose a maintenance of the machine.",
      fields: { maintenance_id: [{ code: "required" }] },
    });
}
