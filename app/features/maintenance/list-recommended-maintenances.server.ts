import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities, maintenances, serviceTiers } from "#app/db/schema/index.ts";
import { machinesListed, machinesOpen } from "#app/db/scopes.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { describeWorkIn, workIn } from "#app/domain/maintenance/catalogue-words.ts";
import {
  maintenanceStatus,
  nextServiceDate,
  percentLeft,
  THRESHOLD_MS,
} from "#app/domain/maintenance/status.ts";
import type { MaintenanceStatus, MaintenanceType } from "#app/domain/maintenance/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { burnColumns, toFacts } from "./maintenance-record.server.ts";

export type RecommendedMaintenance = {
  id: number;
  deviceId: number;
  deviceName: string;
  /** IANA name: dates are days of the plant. */
  timezone: string;
  maintenanceType: MaintenanceType;
  kind: string;
  name: string;
  description: string;
  status: MaintenanceStatus;
  /** Percent of life left; null while nobody knows. */
  currentState: number | null;
  /** Percent of life left at which it is due. */
  cutoffValue: number;
  /** The end of a snooze that counts, else the recommended date. */
  nextServiceDate: number;
  recommendedDate: number;
  lastPerformedAt: number | null;
  snoozedUntil: number | null;
};

/** Rows of one answer: the most urgent of the largest fleet. How many there are in all is `countRecommendedMaintenances`. */
export const MAX_RECOMMENDED = 500;

/** As `nextServiceDate` says. */
const nextDate = (now: number) => {
  const { snoozedUntil, recommendedDate } = maintenances;
  return sql`case when ${snoozedUntil} > ${now - THRESHOLD_MS} then ${snoozedUntil} else ${recommendedDate} end`;
};

/** Work that has a date, of the machines that lists show and whose tier has maintenance, or of one machine; the next to do first. */
export async function listRecommendedMaintenances(
  { db, actor, now }: { db: Db; actor: Actor; now: number },
  {
    device,
    limit = MAX_RECOMMENDED,
    locale = FALLBACK_LOCALE,
  }: { device?: string | number | undefined; limit?: number; locale?: Locale } = {},
): Promise<RecommendedMaintenance[]> {
  const machine = device === undefined ? null : await requireMachine({ db, actor }, device);
  if (machine) requireTier(actor, machine, "accessMaintenances");
  const rows = await db
    .select({
      maintenance: maintenances,
      deviceName: devices.name,
      timezone: facilities.timezone,
      ...burnColumns,
    })
    .from(maintenances)
    .innerJoin(devices, eq(devices.id, maintenances.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId))
    .where(
      and(
        isNotNull(maintenances.recommendedDate),
        machine ? eq(devices.id, machine.id) : machinesWithWork(actor),
      ),
    )
    .orderBy(asc(nextDate(now)), asc(maintenances.id))
    .limit(limit);
  return rows.map((row) => toRecommended(row, now, locale));
}

const machinesWithWork = (actor: Actor) =>
  and(machinesListed(actor), machinesOpen(actor, "accessMaintenances"));

/** Of one machine. */
export type WorkCount = {
  deviceId: number;
  total: number;
  overdue: number;
  /** Its date has passed as well, and somebody put it off until a day to come. */
  snoozed: number;
};

/** How much work each machine has of which the list above shows the most urgent, and how much of it the list says is overdue: its date has passed. */
export async function countRecommendedMaintenances({
  db,
  actor,
  now,
}: {
  db: Db;
  actor: Actor;
  now: number;
}): Promise<WorkCount[]> {
  const { deviceId, recommendedDate } = maintenances;
  return db
    .select({
      deviceId,
      total: sql<number>`count(*)`,
      overdue: sql<number>`coalesce(sum(${nextDate(now)} < ${now}), 0)`,
      snoozed: sql<number>`coalesce(sum(${recommendedDate} < ${now} and ${nextDate(now)} >= ${now}), 0)`,
    })
    .from(maintenances)
    .innerJoin(devices, eq(devices.id, deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId))
    .where(and(isNotNull(recommendedDate), machinesWithWork(actor)))
    .groupBy(deviceId);
}

type Row = {
  maintenance: typeof maintenances.$inferSelect;
  deviceName: string;
  timezone: string | null;
} & Omit<Parameters<typeof toFacts>[0], "snoozedUntil" | "recommendedDate">;

function toRecommended(
  { maintenance, deviceName, timezone, ...burn }: Row,
  now: number,
  locale: Locale,
): RecommendedMaintenance {
  const facts = toFacts({ ...maintenance, ...burn });
  const recommendedDate = maintenance.recommendedDate ?? 0;
  return {
    id: maintenance.id,
    deviceId: maintenance.deviceId,
    deviceName,
    timezone: timezone ?? "UTC",
    maintenanceType: maintenance.type,
    kind: maintenance.kind,
    name: workIn(locale, maintenance).name,
    description: describeWorkIn(locale, maintenance),
    status: maintenanceStatus(facts, now),
    currentState: percentLeft(facts),
    cutoffValue: maintenance.cutoffValue,
    nextServiceDate: nextServiceDate(facts, now) ?? recommendedDate,
    recommendedDate,
    lastPerformedAt: maintenance.lastPerformedAt,
    snoozedUntil: maintenance.snoozedUntil,
  };
}
