import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import {
  alarmJournal,
  alarms,
  facilities,
  samplers,
  telemetryDefinitions,
  telemetryTypes,
} from "#app/db/schema/index.ts";
import { isInService } from "#app/db/scopes.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import type { JournalDetails, JournalKind } from "#app/domain/alarms/journal.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { getMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import type { Alarm } from "./list-alarms.server.ts";

type Deps = { db: Db; actor: Actor };

export const noSuchAlarm = () => new AppError("not_found", { message: "There is no such alarm." });

/** An alarm with its machine; one of a machine beyond the actor's scope does not exist. */
export async function requireAlarm(
  deps: Deps,
  alarmId: string | number,
): Promise<{ alarm: Alarm; machine: Machine }> {
  const id = parseRowId(String(alarmId));
  const alarm =
    id === null ? undefined : await deps.db.select().from(alarms).where(eq(alarms.id, id)).get();
  const machine = alarm && (await getMachine(deps, alarm.deviceId));
  if (!alarm || !machine) throw noSuchAlarm();
  return { alarm, machine };
}

/** The same, for an act upon it: refused of a machine out of service, whose alarms stand as they were. */
export async function requireAlarmInService(
  deps: Deps,
  alarmId: string | number,
): ReturnType<typeof requireAlarm> {
  const found = await requireAlarm(deps, alarmId);
  requireInService(found.machine);
  return found;
}

/** An alarm's row, for the statement that writes: as long as its machine is in service. */
export const isAlarmInService = ({ id, deviceId }: Pick<Alarm, "id" | "deviceId">): SQL =>
  and(eq(alarms.id, id), isInService(deviceId))!;

/** Whether the plant of a machine takes SAP notifications. */
export async function hasSap({ db }: { db: Db }, machine: Machine): Promise<boolean> {
  if (machine.facility === null) return false;
  const row = await db
    .select({ protocol: facilities.sapProtocol })
    .from(facilities)
    .where(eq(facilities.id, machine.facility.id))
    .get();
  return row?.protocol === "IP";
}

/** Whether a sampler is one of the machine's. */
export async function hasSampler({ db }: { db: Db }, deviceId: number, samplerId: number) {
  const mine = and(eq(samplers.id, samplerId), eq(samplers.deviceId, deviceId));
  return (await db.select({ id: samplers.id }).from(samplers).where(mine).get()) !== undefined;
}

/** Tags of a machine that its samplers say are booleans. */
export async function listBooleanTags({ db }: { db: Db }, deviceId: number): Promise<Set<string>> {
  const rows = await db
    .select({ tag: telemetryDefinitions.humanKey })
    .from(telemetryDefinitions)
    .innerJoin(telemetryTypes, eq(telemetryTypes.id, telemetryDefinitions.telemetryTypeId))
    .where(
      and(
        eq(telemetryDefinitions.deviceId, deviceId),
        sql`lower(${telemetryTypes.type}) in ('boolean', 'bool')`,
      ),
    );
  return new Set(rows.map(({ tag }) => tag));
}

export type JournalEntry = {
  alarm: Pick<Alarm, "deviceId" | "name" | "priority"> & { id: number | null };
  kind: JournalKind;
  at: number;
  userId?: number | null;
  note?: string | null;
  details?: JournalDetails | null;
  once?: boolean;
};

/** A line of the journal, for the batch that makes it true. `id` null: of the alarm that the same batch inserted. */
export const writeJournal = (
  db: Db,
  { alarm, kind, at, userId = null, note = null, details = null, once = false }: JournalEntry,
) =>
  db
    .insert(alarmJournal)
    .values({
      deviceId: alarm.deviceId,
      alarmId:
        alarm.id ??
        (sql<number>`(select seq from sqlite_sequence where name = 'alarms')` as unknown as number),
      alarmName: alarm.name,
      priority: alarm.priority,
      kind,
      at,
      userId,
      note,
      details,
      onceKey: once ? `${alarm.id}:${kind}:${at}` : null,
    })
    .onConflictDoNothing();

/** What of an alarm the audit log tells. */
export const toAuditedAlarm = (alarm: {
  name: string;
  function: string;
  arguments: unknown;
  extraEmails: unknown;
  sapNotification: unknown;
  sapRateInSeconds: number | null;
  priority: string;
}) => ({
  name: alarm.name,
  function: alarm.function,
  arguments: alarm.arguments,
  extra_emails: alarm.extraEmails,
  sap_notification: alarm.sapNotification,
  sap_rate_in_seconds: alarm.sapRateInSeconds,
  priority: alarm.priority,
});
