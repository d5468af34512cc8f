/** Adding, changing and deleting alarms. The machine's recorder knows of it at once and counts later samples only. */
import { and, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { changeAsItStands, isAsRead } from "#app/db/as-it-stands.ts";
import { alarms } from "#app/db/schema/index.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { isInService } from "#app/db/scopes.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import { isPrivileged, requireTier } from "#app/domain/access/permissions.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { completeSap, DEFAULT_SAP_RATE_SECONDS } from "#app/domain/alarms/sap.ts";
import type { AlarmArguments, AlarmFunction } from "#app/domain/alarms/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_ALARMS_PER_MACHINE } from "#app/domain/limits.ts";
import { parseMailAddress } from "#app/domain/mail/address.ts";
import type { Changeable } from "#app/domain/live/ports.ts";
import type { Problem } from "#app/domain/problems.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { hasChanged } from "#app/platform/audit/write-audit.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "#app/features/samplers/push-recorder-config.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import {
  hasSampler,
  hasSap,
  isAlarmInService,
  listBooleanTags,
  noSuchAlarm,
  requireAlarm,
  requireAlarmInService,
  toAuditedAlarm,
  writeJournal,
} from "./alarm-record.server.ts";
import {
  definitionProblems,
  isBooleanTag,
  ownArguments,
  type AlarmDefinition,
  type NewAlarm,
} from "./alarm.ts";
import type { Alarm } from "./list-alarms.server.ts";

type Deps = ConfigPushDeps & {
  actor: Actor;
  machineChanged: (deviceId: number, what: Changeable) => void;
};

/** An alarm of a machine that the actor looks after. */
export async function createAlarm(
  deps: Deps & { sent?: Sent | undefined },
  device: string | number,
  input: NewAlarm,
): Promise<Alarm> {
  requireDefiner(deps.actor);
  return addOnce(
    deps,
    (asSent) => addAlarm(deps, device, input, asSent),
    async (id) => (await requireAlarm(deps, id)).alarm,
  );
}

async function addAlarm(
  deps: Deps,
  device: string | number,
  input: NewAlarm,
  asSent: BatchItem<"sqlite">[],
): Promise<Alarm> {
  const { db, now, actor } = deps;
  const machine = await requireMachine(deps, device);
  requireInService(machine);
  const definition = await checked(deps, machine, input, null);
  const row = { ...definition, deviceId: machine.id, definedAt: now, createdAt: now };
  const existing = sql`(select count(*) from alarms where device_id = ${machine.id})`;
  const hasRoom = sql`${existing} < ${MAX_ALARMS_PER_MACHINE} and ${isInService(machine.id)}`;
  const creating = db.batch([
    db
      .insert(alarms)
      .values({
        ...row,
        deviceId: onlyIf(hasRoom, machine.id),
      })
      .returning(),
    auditOfMachine(deps, {
      action: "alarm.created",
      id: sql<number>`last_insert_rowid()`,
      deviceId: machine.id,
      after: toAuditedAlarm(row),
    }),
    ...asSent,
    writeJournal(db, {
      alarm: { ...row, id: null },
      kind: "created",
      at: now,
      userId: authorOf(actor),
    }),
    bumpRecorderVersion(deps, machine.id),
  ]);
  const [[inserted]] = await creating.catch((error: unknown) =>
    rethrowRefused(deps, machine, error),
  );
  if (!inserted) throw new Error("the alarm was not inserted");
  deps.machineChanged(machine.id, "alarms");
  await pushRecorderConfig(deps, machine.id);
  return inserted;
}

/** Changes what is given; what is left out stays. An alarm that is on stays on until a sample says otherwise. */
export async function updateAlarm(
  deps: Deps,
  alarmId: string | number,
  input: Partial<NewAlarm>,
): Promise<Alarm> {
  requireDefiner(deps.actor);
  return changeAsItStands(() => tryToUpdate(deps, alarmId, input));
}

/** What belongs together: a change of one was checked with the others. */
const TOGETHER = [
  ["function", "arguments"],
  ["sapNotification", "sapRateInSeconds"],
] as const satisfies readonly (readonly (keyof AlarmDefinition)[])[];

/** Null when somebody else changed what this change was checked with. */
async function tryToUpdate(
  deps: Deps,
  alarmId: string | number,
  input: Partial<NewAlarm>,
): Promise<Alarm | null> {
  const { db, now, actor } = deps;
  const { alarm, machine } = await requireAlarmInService(deps, alarmId);
  const definition = await checked(deps, machine, input, alarm);
  const { before, after } = changedFields(toAuditedAlarm(alarm), toAuditedAlarm(definition));
  const fields = Object.keys(after);
  if (fields.length === 0) return alarm;
  const differs = changedFields(alarm, definition).after as Partial<AlarmDefinition>;
  const isJudgedAnew = "function" in differs || "arguments" in differs;
  const change = { ...differs, ...(isJudgedAnew ? { definedAt: now } : {}) };
  const checkedWith = TOGETHER.filter((names) => names.some((name) => name in differs)).flat();
  const isUpdated = await hasChanged(
    db.batch([
      db
        .update(alarms)
        .set(change)
        .where(and(isAlarmInService(alarm), isAsRead(alarms, alarm, checkedWith))),
      auditOfMachine(deps, {
        action: "alarm.updated",
        id: alarm.id,
        deviceId: machine.id,
        before,
        after,
        mustChange: true,
      }),
      writeJournal(db, {
        alarm: { ...alarm, ...definition },
        kind: "updated",
        at: now,
        userId: authorOf(actor),
        details: { fields },
      }),
      bumpRecorderVersion(deps, machine.id),
    ]),
  );
  if (!isUpdated) return null;
  deps.machineChanged(machine.id, "alarms");
  await pushRecorderConfig(deps, machine.id);
  return (await requireAlarm(deps, alarm.id)).alarm;
}

/** It is not judged any more; its lines in the journal stay. */
export async function deleteAlarm(
  deps: Deps,
  alarmId: string | number,
): Promise<{ id: number; name: string }> {
  const { db, now, actor } = deps;
  requireDefiner(actor);
  const { alarm, machine } = await requireAlarmInService(deps, alarmId);
  const { id, name } = alarm;
  const deleting = db.batch([
    db.delete(alarms).where(isAlarmInService(alarm)),
    auditOfMachine(deps, {
      action: "alarm.deleted",
      id,
      deviceId: machine.id,
      before: toAuditedAlarm(alarm),
      mustChange: true,
    }),
    writeJournal(db, { alarm, kind: "deleted", at: now, userId: authorOf(actor) }),
    bumpRecorderVersion(deps, machine.id),
  ]);
  if (!(await hasChanged(deleting))) {
    await requireAlarmInService(deps, id);
    throw noSuchAlarm();
  }
  deps.machineChanged(machine.id, "alarms");
  await pushRecorderConfig(deps, machine.id);
  return { id, name };
}

function requireDefiner(actor: Actor): void {
  if (!isPrivileged(actor)) throw new AppError("forbidden");
}

/** The whole definition, with what was left out; refuses what cannot be judged or told. */
async function checked(
  deps: Deps,
  machine: Machine,
  input: Partial<NewAlarm>,
  known: Alarm | null,
): Promise<AlarmDefinition> {
  const name = input.name ?? known!.name;
  const kind = input.function ?? known!.function;
  const given = input.arguments ? withoutUndefined(input.arguments) : known!.arguments;
  const isNewAnomaly =
    kind === "anomalous_for_time_period" &&
    (known?.function !== kind || !isSameWatch(kind, known.arguments, given));
  if (isNewAnomaly) requireTier(deps.actor, machine, "accessAnomalyExplorer");
  const booleans = await listBooleanTags(deps, machine.id);
  const fields: Record<string, Problem[]> = definitionProblems(
    { function: kind, arguments: given },
    isBooleanTag(given.tag_name, booleans),
  );
  const samplerId = kind === "no_data_for_time_period" ? given.sampler_id : undefined;
  if (samplerId !== undefined && !(await hasSampler(deps, machine.id, samplerId)))
    fields["arguments.sampler_id"] = [{ code: "required" }];
  const sap = input.sap_notification;
  if (sap && !(await hasSap(deps, machine))) fields.sap_notification = [{ code: "no_sap" }];
  if (Object.keys(fields).length > 0)
    throw new AppError("validation_failed", { message: "The alarm is not valid.", fields });
  const sapNotification =
    sap === undefined ? (known?.sapNotification ?? null) : sap && completeSap(sap, name);
  return {
    name,
    function: kind,
    arguments: ownArguments(kind, given),
    extraEmails:
      input.extra_emails?.map((address) => parseMailAddress(address)!) ?? known?.extraEmails ?? [],
    sapNotification,
    sapRateInSeconds:
      sapNotification &&
      (input.sap_rate_in_seconds ?? known?.sapRateInSeconds ?? DEFAULT_SAP_RATE_SECONDS),
    priority: input.priority ?? known?.priority ?? "medium",
  };
}

/** Whether two arguments of a kind watch the same. */
const isSameWatch = (kind: AlarmFunction, a: AlarmArguments, b: AlarmArguments): boolean =>
  JSON.stringify(ownArguments(kind, a)) === JSON.stringify(ownArguments(kind, b));

const withoutUndefined = (given: NewAlarm["arguments"]): AlarmArguments =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as AlarmArguments;

async function rethrowRefused(deps: Deps, { id }: Machine, error: unknown): Promise<never> {
  if (!isNullRefused(error, "alarms.device_id")) throw error;
  requireInService(await requireMachine(deps, id));
  throw new AppError("conflict", {
    message: `A machine has at most ${MAX_ALARMS_PER_MACHINE} alarms.`,
    problem: { code: "limit", most: MAX_ALARMS_PER_MACHINE },
  });
}
