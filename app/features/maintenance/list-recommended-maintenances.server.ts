import { and, asc, eq, sql } from "drizzle-orm";
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
  const { snoozedUntil, recommendedDate } = maintenances;
  const next = sql`case when ${snoozedUntil} > ${now - THRESHOLD_MS} then ${snoozedUntil} else ${recommendedDate} end`;
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
        sql`${recommendedDate} is not null`,
        machine ? eq(devices.id, machine.id) : machinesWithWork(actor),
      ),
    )
    .orderBy(asc(next), asc(maintenances.id))
    .limit(limit);
  return rows.map((row) => toRecommended(row, now, locale));
}

const machinesWithWork = (actor: Actor) =>
  and(machinesListed(actor), machinesOpen(actor, "accessMaintenances"));

/** Of one machine. */
export type WorkCount = { deviceId: number; total: number; overdue: number };

/** How much work each machine has of which the list above shows the most urgent, and how much of it is overdue, as `maintenanceStatus` says. */
export async function countRecommendedMaintenances({
  db,
  actor,
  now,
}: {
  db: Db;
  actor: Actor;
  now: number;
}): Promise<WorkCount[]> {
  const { deviceId, snoozedUntil, recommendedDate } = maintenances;
  const isSnoozed = sql`coalesce(${snoozedUntil} > ${now - THRESHOLD_MS}, 0)`;
  const lastBurnAt = sql`(select max(system_time) from burn_rates where maintenance_id = ${maintenances.id})`;
  return db
    .select({
      deviceId,
      total: sql<number>`count(*)`,
      overdue: sql<number>`coalesce(sum(not ${isSnoozed} and ${lastBurnAt} > ${recommendedDate}), 0)`,
    })
    .from(maintenances)
    .innerJoin(devices, eq(devices.id, deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId))
    .where(and(sql`${recommendedDate} is not null`, machinesWithWork(actor)))
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
