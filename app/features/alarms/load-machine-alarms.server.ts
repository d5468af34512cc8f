import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms, maintenances, samplers, users } from "#app/db/schema/index.ts";
import { canManageUsersOf, isPrivileged, passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { alarmState, type AlarmState } from "#app/domain/alarms/types.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import { hasSap, listBooleanTags } from "./alarm-record.server.ts";
import type { AlarmDefinition } from "./alarm.ts";
import { isShelved } from "./is-shelved.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics">;
};

/** An alarm as its tab shows it. Times are Unix milliseconds. */
export type ListedAlarm = AlarmDefinition & {
  id: number;
  deviceId: number;
  inAlarm: boolean;
  state: AlarmState;
  triggeredAt: number | null;
  changedAt: number | null;
  sapLastNotified: number | null;
  /** Of the last time that it was on; null: not acknowledged, or never on. */
  acknowledgedAt: number | null;
  acknowledgedByName: string | null;
  acknowledgeNote: string | null;
  /** null: not shelved, or not any more. */
  shelvedUntil: number | null;
  shelvedByName: string | null;
  shelvedReason: string | null;
  isShelvedByMaintenance: boolean;
  /** Of the sampler whose silence it watches. */
  samplerId: number | null;
  samplerName: string | null;
};

/** A machine's alarms for its tab: those that are on first, then by name. */
export async function listMachineAlarms(
  { db, now }: Pick<Deps, "db" | "now">,
  deviceId: number,
): Promise<ListedAlarm[]> {
  const rows = await db
    .select({ alarm: alarms, isShelved: isShelved(now), samplerName: samplers.name })
    .from(alarms)
    .leftJoin(samplers, sql`${samplers.id} = json_extract(${alarms.arguments}, '$.sampler_id')`)
    .where(eq(alarms.deviceId, deviceId))
    .orderBy(sql`${alarms.inAlarm} desc`, asc(alarms.name), asc(alarms.id));
  const people = await namesOf(
    db,
    rows.flatMap(({ alarm }) => [alarm.acknowledgedBy, alarm.shelvedBy]),
  );
  const nameOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map(({ alarm, isShelved: shelved, samplerName }) => ({
    id: alarm.id,
    deviceId,
    name: alarm.name,
    function: alarm.function,
    arguments: alarm.arguments,
    extraEmails: alarm.extraEmails,
    sapNotification: alarm.sapNotification,
    sapRateInSeconds: alarm.sapRateInSeconds,
    sapLastNotified: alarm.sapLastNotified,
    priority: alarm.priority,
    inAlarm: alarm.inAlarm,
    state: alarmState(alarm),
    triggeredAt: alarm.triggeredAt,
    changedAt: alarm.changedAt,
    acknowledgedAt: alarm.isAcknowledged ? alarm.acknowledgedAt : null,
    acknowledgedByName: nameOf(alarm.acknowledgedBy),
    acknowledgeNote: alarm.acknowledgeNote,
    shelvedUntil: shelved ? alarm.shelvedUntil : null,
    shelvedByName: nameOf(alarm.shelvedBy),
    shelvedReason: alarm.shelvedReason,
    isShelvedByMaintenance: alarm.shelvedMaintenanceId !== null,
    samplerId: alarm.arguments.sampler_id ?? null,
    samplerName,
  }));
}

async function namesOf(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const wanted = JSON.stringify([...new Set(ids.filter((id) => id !== null))]);
  const rows = await db
    .select({ id: users.id, first: users.firstName, last: users.lastName })
    .from(users)
    .where(inArray(users.id, sql`(select value from json_each(${wanted}))`));
  return new Map(rows.map(({ id, first, last }) => [id, `${first} ${last}`]));
}

/** What the form offers; null for those who may not define alarms. */
export type AlarmChoices = {
  tags: string[];
  booleanTags: string[];
  offeredEmails: string[];
  /** null: nobody can say just now. */
  hasSap: boolean | null;
  offersAnomalies: boolean;
  maintenances: { id: number; deviceId: number; kind: string; name: string }[];
  samplers: { id: number; name: string }[];
};

/** `locale`: of the catalogue's names of work. */
export async function loadAlarmChoices(
  deps: Deps,
  machine: Machine,
  locale: Locale = FALLBACK_LOCALE,
): Promise<AlarmChoices | null> {
  const { db, actor, recorder } = deps;
  if (!isPrivileged(actor)) return null;
  const [tags, booleans, sap, works, emails, listeners] = await Promise.all([
    recorder(machine.id).metrics(),
    listBooleanTags(deps, machine.id),
    readSap(deps, machine),
    db
      .select({
        id: maintenances.id,
        deviceId: maintenances.deviceId,
        kind: maintenances.kind,
        name: maintenances.name,
      })
      .from(maintenances)
      .where(eq(maintenances.deviceId, machine.id))
      .orderBy(asc(maintenances.name)),
    listEmails(deps, machine.facility?.customerId ?? null),
    db
      .select({ id: samplers.id, name: samplers.name })
      .from(samplers)
      .where(eq(samplers.deviceId, machine.id))
      .orderBy(asc(samplers.name)),
  ]);
  return {
    tags,
    booleanTags: [...booleans],
    offeredEmails: emails,
    hasSap: sap,
    offersAnomalies: passesTier(actor, machine.serviceTier, "accessAnomalyExplorer"),
    maintenances: works.map((work) => workIn(locale, work)),
    samplers: listeners,
  };
}

/** Whether the facility has SAP; without an answer the form says so instead of offering it, and everything else of it stays. */
async function readSap(deps: Deps, machine: Machine): Promise<boolean | null> {
  try {
    return await hasSap(deps, machine);
  } catch (error) {
    log({ event: "sap_protocol_failed", deviceId: machine.id, error: errorText(error) });
    return null;
  }
}

/** Addresses to offer, of the machine's customer, to those who may list its people; others type them. */
async function listEmails(
  { db, actor }: Pick<Deps, "db" | "actor">,
  customerId: number | null,
): Promise<string[]> {
  if (customerId === null || !canManageUsersOf(actor, customerId)) return [];
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.customerId, customerId), eq(users.status, "active")))
    .orderBy(asc(users.email));
  return rows.map(({ email }) => email);
}
