/**
 * A new machine takes the place of another one (decision 084). One batch in D1 decides it and moves every row; what is
 * left, handing over the samples of the new one, is done again until it is done.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import {
  alarmJournal,
  alarmNotices,
  alarms,
  annotations,
  comments,
  devices,
  downtimePredictions,
  events,
  machineDays,
  machineReplacements,
  maintenances,
  measures,
  partsQuotes,
  savedQuestions,
} from "#app/db/schema/index.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import { canConfigureMachine } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { writeAudit } from "#app/platform/audit/write-audit.server.ts";
import { forgetSamplersSilence } from "#app/features/alarms/silence-of-sampler.server.ts";
import { renewNameKeys } from "#app/features/maintenance/renew-name-keys.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { Replacement, ReplacementPlan } from "./replacement.ts";
import type { ConfigureDeps } from "./update-machine.server.ts";

/** Rows that are the new machine's from then on. Samplers, their keys and mappings go with the old one. */
export const MOVED_TABLES = [
  annotations,
  comments,
  events,
  measures,
  maintenances,
  partsQuotes,
  savedQuestions,
  alarms,
  alarmJournal,
  alarmNotices,
  machineDays,
  downtimePredictions,
] as const;
/** Of these a machine has its own set: the new one's, begun before it had a place, gives way. */
const OWN_SETS = [measures, machineDays, downtimePredictions] as const;

/** How many finished at once by cron: each hands over samples. */
const FINISHED_AT_ONCE = 20;

type Port = Pick<RecorderPort, "configure" | "moveTo" | "home">;
type FinishDeps = { db: Db; now: number; recorder: (deviceId: number) => Port };
type ReplaceDeps = Omit<ConfigureDeps, "recorder" | "jobs"> & {
  recorder: (deviceId: number) => Port;
  jobs: { send(message: { type: "finish_replacement"; deviceId: number }): Promise<unknown> };
};
type PlanDeps = { db: Db; actor: Actor };

/** The machines whose place a new one can take. */
export async function listReplaceable(
  deps: PlanDeps,
  machine: Machine,
): Promise<Replacement["machines"]> {
  return (await listMachines(deps)).flatMap((each) =>
    isReplaceable(each) && each.id !== machine.id
      ? [
          {
            id: each.id,
            name: each.name,
            serialNumber: each.serialNumber,
            facilityId: each.facility.id,
          },
        ]
      : [],
  );
}

/** The same, and what moves and what ends with the chosen one. */
export async function planReplacement(
  deps: PlanDeps,
  machine: Machine,
  replaced: string | null,
): Promise<Replacement> {
  const machines = await listReplaceable(deps, machine);
  const chosen = machines.find(({ id }) => String(id) === replaced);
  return { machines, plan: chosen ? await countWhatGoes(deps.db, chosen.id) : null };
}

async function countWhatGoes(db: Db, deviceId: number): Promise<ReplacementPlan> {
  const own = (table: string, of = "device_id") =>
    sql`(select count(*) from ${sql.raw(table)} where ${sql.raw(of)} = ${deviceId})`;
  type Row = ReplacementPlan["moves"] & ReplacementPlan["ends"];
  const row = await db.get<Row>(sql`select
    ${own("events")} as events,
    (select count(*) from comments where device_id = ${deviceId} and hidden_at is null) as comments,
    ${own("maintenances")} as maintenances, (select count(*) from alarms where device_id = ${deviceId} and json_extract(arguments, '$.source') is not 'sampler') as alarms,
    ${own("measures")} as measures,
    ${own("samplers")} as samplers, ${own("telemetry_definitions")} as mappings,
    (select count(*) from sampler_keys k join samplers s on s.id = k.sampler_id where s.device_id = ${deviceId}) as keys`);
  const { samplers, keys, mappings, ...moves } = row;
  return { deviceId, moves, ends: { samplers, keys, mappings } };
}

/**
 * The unconfigured machine takes facility, name, make, model, tier and settings of the other one, with its history; the
 * other one is gone. 422 for the same machine, 409 when one of them is not (or no longer) what it must be.
 */
export async function replaceMachine(
  deps: ReplaceDeps,
  idOrSerial: string | number,
  replacedId: number,
): Promise<Machine> {
  const { db, now, actor } = deps;
  if (!canConfigureMachine(actor)) throw new AppError("forbidden");
  const machine = await requireMachine(deps, idOrSerial);
  if (machine.id === replacedId)
    throw new AppError("validation_failed", { fields: { device_id: [{ code: "other_machine" }] } });
  const old = await requireMachine(deps, replacedId);
  for (const each of [machine, old]) requireInService(each);
  if (machine.facility !== null) throw refusal("This machine has its place already.");
  if (!isReplaceable(old)) throw refusal("A machine without a facility cannot be replaced.");
  const place = await db.select().from(devices).where(eq(devices.id, old.id)).get();
  if (!place) throw refusal("That machine is gone.");

  const { name, make, model, facilityId, serviceTierId, kiwiplan, targetSheetsPerHour } = place;
  const { microStopSeconds, reportAvailableAt, recorderVersion } = place;
  const isSameName = sql`exists (select 1 from maintenances other where other.device_id = ${old.id}
    and (lower(other.name) = lower(${maintenances.name}) or other.name_key = ${maintenances.nameKey}))`;
  await renewNameKeys(db, [machine.id, old.id]);
  const replacing = db.batch([
    db.insert(machineReplacements).values({
      deviceId: machine.id,
      replacedId: old.id,
      replacedAt: onlyIf(canReplace(machine.id, old.id), now),
    }),
    writeAudit(deps, {
      actor,
      action: "machine.replaced",
      subject: { type: "machine", id: machine.id },
      customerId: old.facility.customerId,
      before: { id: old.id, name, serial_number: old.serialNumber },
      after: { name, serial_number: machine.serialNumber },
    }),
    ...OWN_SETS.map((table) => db.delete(table).where(eq(table.deviceId, machine.id))),
    db.delete(maintenances).where(and(eq(maintenances.deviceId, machine.id), isSameName)),
    ...forgetSamplersSilence(db, old.id, now),
    ...MOVED_TABLES.map((table) =>
      db.update(table).set({ deviceId: machine.id }).where(eq(table.deviceId, old.id)),
    ),
    db
      .update(devices)
      .set({
        ...{ name, make, model, facilityId, serviceTierId, kiwiplan, targetSheetsPerHour },
        ...{ microStopSeconds, reportAvailableAt },
        // Above what either recorder was told.
        recorderVersion: sql`max(${devices.recorderVersion}, ${recorderVersion}) + 1`,
        lastShadowUpdateAt: now,
      })
      .where(eq(devices.id, machine.id)),
    db.delete(devices).where(eq(devices.id, old.id)),
  ]);
  await replacing.catch((error: unknown) => {
    const isLate =
      isNullRefused(error, "machine_replacements.replaced_at") ||
      isTaken(error, "machine_replacements.device_id") ||
      isTaken(error, "machine_replacements.replaced_id");
    throw isLate ? refusal("One of the two machines was changed meanwhile.") : error;
  });
  deps.accessChanged({ customerId: old.facility.customerId, userId: 0, isSeen: true });
  deps.machineChanged(machine.id, "settings");
  await finishSoon(deps, machine.id);
  return requireMachine(deps, machine.id);
}

/** At once as far as it goes; what is left is the jobs Worker's, and cron finds what nobody was told of. */
async function finishSoon(deps: ReplaceDeps, deviceId: number): Promise<void> {
  const isDone = await finishReplacement(deps, deviceId).catch((error: unknown) => {
    log({ event: "replacement_not_finished", deviceId, error: errorText(error) });
    return false;
  });
  if (isDone) return;
  await deps.jobs
    .send({ type: "finish_replacement", deviceId })
    .catch((error: unknown) =>
      log({ event: "replacement_not_finished", deviceId, error: errorText(error) }),
    );
}

/**
 * Brings the samples of both machines into one recorder: that of the machine that went has the history and stays. Each
 * step may be done again. True when nothing is left to do.
 */
export async function finishReplacement(
  { db, now, recorder }: FinishDeps,
  deviceId: number,
): Promise<boolean> {
  const isOpen = and(
    eq(machineReplacements.deviceId, deviceId),
    isNull(machineReplacements.finishedAt),
  );
  const open = await db.select().from(machineReplacements).where(isOpen).get();
  if (!open) return true;
  const home = await recorder(open.replacedId).home();
  // First it learns whose samples it takes: keys of the machine that went end, those of the new one count.
  const config = await loadRecorderConfig({ db, now }, deviceId);
  if (!config) return true;
  await recorder(home).configure(config);
  if (!(await recorder(deviceId).moveTo(home))) return false;
  await db.update(machineReplacements).set({ finishedAt: now }).where(isOpen);
  return true;
}

/** Machines whose samples are not yet in one place. */
export async function listUnfinishedReplacements({ db }: { db: Db }): Promise<number[]> {
  const rows = await db
    .select({ deviceId: machineReplacements.deviceId })
    .from(machineReplacements)
    .where(isNull(machineReplacements.finishedAt))
    .limit(FINISHED_AT_ONCE);
  return rows.map((row) => row.deviceId);
}

type Placed = Machine & { facility: NonNullable<Machine["facility"]> };
const isReplaceable = (machine: Machine): machine is Placed =>
  machine.facility !== null && machine.retiredAt === null;

/** The new one has no place and never took one; the other one has, and all its samples are where it is. */
const canReplace = (deviceId: number, replacedId: number) => sql`
  exists (select 1 from devices where id = ${deviceId} and facility_id is null and retired_at is null)
  and not exists (select 1 from machine_replacements where device_id = ${deviceId})
  and exists (select 1 from devices d join facilities f on f.id = d.facility_id
    where d.id = ${replacedId} and d.retired_at is null and f.retired_at is null)
  and not exists (select 1 from machine_replacements where device_id = ${replacedId} and finished_at is null)`;

const refusal = (message: string) =>
  new AppError("conflict", { message, problem: { code: "not_replaceable" } });
