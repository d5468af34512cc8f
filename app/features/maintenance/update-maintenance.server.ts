import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import {
  burnRates,
  maintenanceHistory,
  maintenances,
  snoozeHistories,
} from "#app/db/schema/index.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { AppError, fieldSentence } from "#app/domain/errors.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import type { Changeable } from "#app/domain/live/ports.ts";
import type { Problem } from "#app/domain/problems.ts";
import { dayAfter, dayOf, momentOf, noonOf } from "#app/domain/formats/local-days.ts";
import { doubleUpOf } from "#app/domain/maintenance/kind-rules.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { canSnooze, recommendedAfter } from "#app/domain/maintenance/status.ts";
import type { PredictionAccuracy } from "#app/domain/maintenance/types.ts";
import { EARLIEST_YEARS, earliestDay } from "#app/domain/maintenance/earliest-day.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { hasChanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { keepBurnRatesOf, type BurnDeps } from "./keep-burn-rates.server.ts";
import { readMaintenance, type Maintenance } from "./list-maintenances.server.ts";
import { requireMaintenance, type MaintenanceRow } from "./maintenance-record.server.ts";
import type { DayOrMoment, MaintenanceChange } from "./schemas.ts";

type Deps = AuditDeps & {
  actor: Actor;
  /** Of its machine's hours, from which a completion in the past burns. */
  series?: BurnDeps["series"];
  /** Works the curve out anew where that could not be done at once; the next hour does it anyway. */
  jobs?: JobQueue;
  /** Alarms that are shelved until the work is done come back. */
  machineChanged?: (deviceId: number, what: Changeable) => void;
};
type Found = { row: MaintenanceRow; machine: Machine };

/** Marks the work done, puts it off or takes it up again, for admins and the provider's staff (spec 001 §6). */
export async function updateMaintenance(
  deps: Deps,
  id: number,
  change: MaintenanceChange,
): Promise<Maintenance> {
  switch (change.kind) {
    case "complete":
      return completeMaintenance(deps, id, change);
    case "snooze":
      return snoozeMaintenance(deps, id, change);
    case "unsnooze":
      return unsnoozeMaintenance(deps, id);
  }
}

/** `isRepeat`: it was done on that day already, and nothing was changed. */
export type Completed = Maintenance & { isRepeat: boolean };

/**
 * The work is done: its life begins anew, from 100 percent. Days are the plant's, from the last time's to today; sent again
 * for the same day it changes nothing, unless the work fell due again since. Of two that come at once the second is decided
 * by what the first one wrote. 409 when others kept completing it meanwhile.
 */
export async function completeMaintenance(
  deps: Deps,
  id: number,
  input: {
    performedAt: DayOrMoment;
    predictionAccuracy: PredictionAccuracy | null;
    doubleUp?: boolean | null;
    /** Of the machine that the caller means. */
    deviceSerial?: string | null;
  },
): Promise<Completed> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const done = await tryToComplete(deps, id, input);
    if (done) return done;
  }
  throw new AppError("conflict", {
    message: "Somebody else completed this just now.",
    problem: { code: "taken" },
  });
}

/** Null when somebody else completed it since it was read. */
async function tryToComplete(
  deps: Deps,
  id: number,
  input: Parameters<typeof completeMaintenance>[2],
): Promise<Completed | null> {
  const { db, actor, now } = deps;
  const { row, machine } = await requireMine(deps, id);
  const { serialNumber } = machine;
  if ((input.deviceSerial ?? serialNumber) !== serialNumber)
    throw invalid("device_serial", { code: "one_of", values: serialNumber });
  const zone = zoneOf(machine);
  const { day, at } = toDay(input.performedAt, zone);
  if (day > dayOf(now, zone)) throw invalid("performed_at", { code: "after_today" });
  const { lastPerformedAt } = row;
  if (day < earliestDay(now, zone))
    throw invalid("performed_at", { code: "long_ago", years: EARLIEST_YEARS });
  if (lastPerformedAt !== null && day < dayOf(lastPerformedAt, zone))
    throw invalid("performed_at", { code: "before_last_time" });
  // A moment ahead of now is stored as now, which is another one each time.
  const isMoment = typeof input.performedAt === "number" && at <= now;
  const isRepeat =
    lastPerformedAt !== null &&
    (isMoment
      ? at <= lastPerformedAt
      : day === dayOf(lastPerformedAt, zone) &&
        !(day === dayOf(now, zone) && isDueAgain(row, now)));
  if (isRepeat) return { ...(await readMaintenance(deps, id, machine)), isRepeat };
  // Of what was done today nothing has burned yet. An earlier day names its noon; a moment of today may be ahead of now.
  const isToday = typeof input.performedAt === "string" && day === dayOf(now, zone);
  const performedAt = Math.max(isToday ? now : Math.min(at, now), lastPerformedAt ?? 0);
  const doubleUp = doubleUpOf(row.kind, input.doubleUp ?? row.doubleUp);
  const change = {
    lastPerformedAt: performedAt,
    recommendedDate: recommendedAfter(performedAt, { ...row, doubleUp }),
    doubleUp,
    ...NOT_SNOOZED,
  };
  const completing = db.batch([
    db
      .update(maintenances)
      .set(change)
      .where(
        and(eq(maintenances.id, id), sql`${maintenances.lastPerformedAt} is ${lastPerformedAt}`),
      ),
    audit(deps, row, "performed", change),
    db.insert(maintenanceHistory).values({
      maintenanceId: id,
      performedAt,
      predictionAccuracy: input.predictionAccuracy,
      userId: authorOf(actor),
      createdAt: now,
    }),
    db.delete(burnRates).where(eq(burnRates.maintenanceId, id)),
  ]);
  if (!(await hasChanged(completing))) return null;
  deps.machineChanged?.(row.deviceId, "alarms");
  if (!(await isBurned(deps, row)))
    await Promise.allSettled([
      deps.jobs?.send({ type: "keep_burn_rates", deviceId: row.deviceId }),
    ]);
  return { ...(await readMaintenance(deps, id, machine)), isRepeat };
}

/** Whether a life of hours ended since the work was done: a second click comes sooner. */
const isDueAgain = ({ lastPerformedAt, recommendedDate }: MaintenanceRow, now: number): boolean =>
  recommendedDate !== null &&
  recommendedDate < now &&
  now - (lastPerformedAt ?? 0) >= SOONEST_AGAIN_MS;

/** What burned since a completion in the past, so that the answer tells how the work stands now. False when it cannot be read. */
async function isBurned({ db, now, series }: Deps, { id, deviceId }: MaintenanceRow) {
  if (series === undefined) return false;
  try {
    await keepBurnRatesOf({ db, now, series }, deviceId, { id });
    return true;
  } catch {
    return false;
  }
}

/**
 * Puts the work off to a day of the plant, tomorrow or later, where it is overdue; 409 where it is not, or where somebody
 * else put it off meanwhile. The same again changes nothing. It begins now, or on an earlier day of the present life (`from`).
 */
export async function snoozeMaintenance(
  deps: Deps,
  id: number,
  input: { from?: DayOrMoment | null; until: DayOrMoment; reason: string },
): Promise<Maintenance> {
  const { db, actor, now } = deps;
  const { row, machine } = await requireMine(deps, id);
  const zone = zoneOf(machine);
  const { day } = toDay(input.until, zone);
  if (day < dayAfter(dayOf(now, zone)))
    throw invalid("snoozed_until", { code: "tomorrow_or_later" });
  if (day > dayOf(now + MAX_SNOOZE_MS, zone))
    throw invalid("snoozed_until", { code: "within_two_years" });
  const reason = input.reason.trim();
  if (isBlank(reason)) throw invalid("snooze_reason", { code: "required" });
  const snooze = {
    snoozedAt: snoozeStart(input.from ?? now, { row, zone, now }),
    snoozedUntil: typeof input.until === "number" ? input.until : momentOf(day, 0, zone),
  };
  const change = { ...snooze, snoozeReason: reason };
  const known = await readMaintenance(deps, id, machine);
  if (isSame(known, change)) return known;
  if (!canSnooze(known.status)) throw NOT_OVERDUE();
  const snoozing = db.batch([
    db
      .update(maintenances)
      .set(change)
      .where(
        and(
          eq(maintenances.id, id),
          sql`${maintenances.snoozedUntil} is ${known.snoozedUntil}`,
          // Done meanwhile: it is not overdue any more.
          sql`${maintenances.lastPerformedAt} is ${known.lastPerformedAt}`,
        ),
      ),
    audit(deps, row, "snoozed", change),
    db
      .insert(snoozeHistories)
      .values({ maintenanceId: id, ...snooze, reason, userId: authorOf(actor) }),
  ]);
  const isDone = await hasChanged(snoozing);
  const stored = await readMaintenance(deps, id, machine);
  if (!isDone && !isSame(stored, change)) throw NOT_OVERDUE();
  return stored;
}

/** A moment ahead of now is now: the caller's clock may be ahead of ours. */
function snoozeStart(
  from: DayOrMoment,
  { row, zone, now }: { row: MaintenanceRow; zone: string; now: number },
): number {
  const { day, at } = toDay(from, zone);
  const lifeFrom = row.lastPerformedAt ?? row.createdAt;
  if (day > dayOf(now, zone)) throw invalid("snoozed_at", { code: "after_today" });
  if (day < dayOf(lifeFrom, zone)) throw invalid("snoozed_at", { code: "before_last_time" });
  return Math.min(now, Math.max(at, lifeFrom));
}

type Snooze = Pick<MaintenanceRow, "snoozedUntil" | "snoozeReason">;
const isSame = (one: Snooze, other: Snooze): boolean =>
  one.snoozedUntil === other.snoozedUntil && one.snoozeReason === other.snoozeReason;
const NOT_OVERDUE = () =>
  new AppError("conflict", {
    message: "Only overdue maintenance can be put off.",
    problem: { code: "not_overdue" },
  });

/** Ends a snooze; its history keeps it. */
export async function unsnoozeMaintenance(deps: Deps, id: number): Promise<Maintenance> {
  const { db } = deps;
  const { row, machine } = await requireMine(deps, id);
  const isSnoozed = or(isNotNull(maintenances.snoozedAt), isNotNull(maintenances.snoozedUntil));
  const unsnoozing = db.batch([
    db
      .update(maintenances)
      .set(NOT_SNOOZED)
      .where(and(eq(maintenances.id, id), isSnoozed)),
    audit(deps, row, "unsnoozed", NOT_SNOOZED),
  ]);
  await hasChanged(unsnoozing);
  return readMaintenance(deps, id, machine);
}

const NOT_SNOOZED = { snoozedAt: null, snoozedUntil: null, snoozeReason: null };
/** Between two times that a work is done. */
const SOONEST_AGAIN_MS = 60_000;
/** Each failed one means that somebody else completed it meanwhile. */
const MOST_ATTEMPTS = 3;
const MAX_SNOOZE_MS = 2 * 365 * 24 * 3_600_000;

const audit = (
  deps: Deps,
  row: MaintenanceRow,
  what: "performed" | "snoozed" | "unsnoozed",
  change: Partial<MaintenanceRow>,
) =>
  auditOfMachine(deps, {
    action: `maintenance.${what}`,
    id: row.id,
    deviceId: row.deviceId,
    ...changedFields(row, change),
    mustChange: true,
  });

export async function requireMine({ db, actor }: Deps, id: number): Promise<Found> {
  if (!isPrivileged(actor)) throw new AppError("forbidden");
  const found = await requireMaintenance({ db, actor }, id);
  requireInService(found.machine);
  return found;
}

const zoneOf = ({ facility }: Machine): string => facility?.timezone ?? "UTC";

const toDay = (value: DayOrMoment, zone: string): { day: string; at: number } =>
  typeof value === "number"
    ? { day: dayOf(value, zone), at: value }
    : { day: value, at: noonOf(value, zone) };

const invalid = (field: string, problem: Problem): AppError => {
  const fields = { [field]: [problem] };
  return new AppError("validation_failed", { message: fieldSentence(fields), fields });
};
