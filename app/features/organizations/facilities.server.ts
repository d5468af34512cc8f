/** Making, changing and deleting facilities: superusers only (spec 002 §6). */
import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { onlyIf } from "#app/db/only-if.ts";
import { devices, facilities, userFacilities } from "#app/db/schema/index.ts";
import { AppError, refusalOf } from "#app/domain/errors.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { MAX_FACILITIES_PER_CUSTOMER } from "#app/domain/limits.ts";
import { zodProblems } from "#app/domain/problems.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import { hasChanged, writeAudit } from "#app/platform/audit/write-audit.server.ts";
import { bumpRecorderVersion } from "#app/features/samplers/push-recorder-config.server.ts";
import {
  pushRecorderConfig,
  type ConfigPushDeps,
} from "#app/features/samplers/push-recorder-config.server.ts";
import type { ConfigureDeps } from "#app/features/configuration/update-machine.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { notEmpty, requireOrganizer, type OrganizationDeps } from "./customers.server.ts";
import { facilitySettings, facilityView, type FacilitySettings } from "./facility.ts";
import { requireCustomer } from "./list-customers.server.ts";
import { requireFacility, type Facility } from "./list-facilities.server.ts";

/** Who is told of a change: open pages. */
export type ToldDeps = Pick<ConfigureDeps, "accessChanged" | "machineChanged">;

export async function createFacility(
  deps: OrganizationDeps & ToldDeps & { sent?: Sent | undefined },
  customerId: number,
  settings: FacilitySettings,
): Promise<Facility> {
  requireOrganizer(deps);
  return addOnce(
    deps,
    (asSent) => addFacility(deps, customerId, settings, asSent),
    (id) => requireFacility(deps, id),
  );
}

async function addFacility(
  deps: OrganizationDeps & ToldDeps,
  customerId: number,
  settings: FacilitySettings,
  asSent: BatchItem<"sqlite">[],
): Promise<Facility> {
  await requireCustomer(deps, customerId);
  const row = toCamelKeys(settings);
  const held = sql`(select count(*) from facilities where customer_id = ${customerId})`;
  const hasRoom = sql`${held} < ${MAX_FACILITIES_PER_CUSTOMER}`;
  const [[made]] = await deps.db
    .batch([
      deps.db
        .insert(facilities)
        .values({ ...row, name: onlyIf(hasRoom, row.name), customerId, createdAt: deps.now })
        .returning(),
      writeAudit(deps, {
        actor: deps.actor,
        action: "facility.created",
        subject: { type: "facility", id: sql<number>`last_insert_rowid()` },
        customerId,
        after: row,
      }),
      ...asSent,
    ])
    .catch((error: unknown) => {
      if (!isNullRefused(error, "facilities.name")) throw error;
      throw new AppError("conflict", {
        message: `A customer has at most ${MAX_FACILITIES_PER_CUSTOMER} facilities; delete one first.`,
        problem: { code: "limit", most: MAX_FACILITIES_PER_CUSTOMER },
      });
    });
  if (!made) throw new Error("the facility was not inserted");
  deps.accessChanged({ customerId, userId: 0, isSeen: true });
  return made;
}

/**
 * Changes what is given of a facility; what is left out stays, and the whole is checked with it. `customerId`: below whose address it was asked for, where another customer's does not exist. A new
 * time zone is told to the recorders of its machines; open pages of machines and of the customer's people are told of all.
 */
export async function updateFacility(
  deps: OrganizationDeps & ConfigPushDeps & ToldDeps,
  { id, customerId }: { id: number; customerId: number | null },
  changes: Partial<FacilitySettings>,
): Promise<Facility> {
  requireOrganizer(deps);
  const row = await requireFacilityOf(deps, id, customerId);
  const whole = { ...facilityView.toJson(row), ...changes };
  const checked = facilitySettings.safeParse(whole, { error: zodProblems });
  if (!checked.success) throw refusalOf(checked.error.issues);
  const change = toCamelKeys(checked.data);
  const isMoved = change.timezone !== row.timezone;
  const machines = await deps.db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.facilityId, id));
  const retold = isMoved ? machines : [];
  const { kind } = await changeRow(deps, {
    table: facilities,
    row,
    change,
    audit: { action: "facility.changed" },
    also: retold.map((machine) => bumpRecorderVersion(deps, machine.id)),
  });
  if (kind === "refused") throw noSuchFacility();
  await Promise.all(retold.map((machine) => pushRecorderConfig(deps, machine.id)));
  if (kind === "changed") {
    for (const machine of machines) deps.machineChanged(machine.id, "settings");
    deps.accessChanged({ customerId: row.customerId, userId: 0, isSeen: true });
  }
  return { ...row, ...change };
}

/** Deletes an empty facility; 409 names what is in it. */
export async function deleteFacility(
  deps: OrganizationDeps & Pick<ToldDeps, "accessChanged">,
  { id, customerId }: { id: number; customerId: number | null },
): Promise<{ id: number }> {
  requireOrganizer(deps);
  const facility = await requireFacilityOf(deps, id, customerId);
  const isEmpty = sql`not exists (select 1 from ${devices} where ${devices.facilityId} = ${id})
    and not exists (select 1 from ${userFacilities} where ${userFacilities.facilityId} = ${id})
    and not exists (select 1 from display_facilities where facility_id = ${id})`;
  const deleting = deps.db.batch([
    deps.db.delete(facilities).where(and(eq(facilities.id, id), isEmpty)),
    writeAudit(deps, {
      actor: deps.actor,
      action: "facility.deleted",
      subject: { type: "facility", id },
      customerId: facility.customerId,
      before: { name: facility.name },
      mustChange: true,
    }),
  ]);
  if (await hasChanged(deleting)) {
    deps.accessChanged({ customerId: facility.customerId, userId: 0, isSeen: true });
    return { id };
  }
  await requireFacilityOf(deps, id, customerId);
  throw await notEmpty(deps, sql`facility_id = ${id}`, [
    "devices",
    "user_facilities",
    "display_facilities",
  ]);
}

async function requireFacilityOf(
  deps: OrganizationDeps,
  id: number,
  customerId: number | null,
): Promise<Facility> {
  const facility = await requireFacility(deps, id);
  if (customerId !== null && facility.customerId !== customerId) throw noSuchFacility();
  return facility;
}

const noSuchFacility = () => new AppError("not_found", { message: "There is no such facility." });
