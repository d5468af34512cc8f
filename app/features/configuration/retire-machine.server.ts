/** Taking machines and whole facilities out of service, and back: superusers only. */
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { devices, facilities, samplerKeys, samplers } from "#app/db/schema/index.ts";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, hasChanged } from "#app/platform/audit/write-audit.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import {
  requireFacility,
  type Facility,
} from "#app/features/organizations/list-facilities.server.ts";
import { pushRecorderConfig } from "#app/features/samplers/push-recorder-config.server.ts";
import type { ConfigureDeps } from "./update-machine.server.ts";

/**
 * Takes a machine out of lists, counts and everybody's reach but superusers', who go on reading its history. The keys of
 * its samplers end. 409 when it is out of service already.
 */
export async function retireMachine(deps: ConfigureDeps, idOrSerial: string): Promise<Machine> {
  const { db, now } = deps;
  const machine = await requireFor(deps, idOrSerial);
  const retiring = db.batch([
    db
      .update(devices)
      .set({ retiredAt: now, recorderVersion: sql`${devices.recorderVersion} + 1` })
      .where(and(eq(devices.id, machine.id), isNull(devices.retiredAt))),
    auditOf(deps, "machine.retired", machine),
    db.delete(samplerKeys).where(inArray(samplerKeys.samplerId, samplersOf(deps, machine.id))),
  ]);
  if (!(await hasChanged(retiring))) throw already("The machine is out of service already.");
  await tell(deps, [machine.id], machine.facility?.customerId ?? null);
  return requireMachine(deps, machine.id);
}

/** Brings a machine back. Its samplers get new keys under Samplers. 409 when it is in service. */
export async function restoreMachine(deps: ConfigureDeps, idOrSerial: string): Promise<Machine> {
  const { db } = deps;
  const machine = await requireFor(deps, idOrSerial);
  const restoring = db.batch([
    db
      .update(devices)
      .set({ retiredAt: null, recorderVersion: sql`${devices.recorderVersion} + 1` })
      .where(and(eq(devices.id, machine.id), isNotNull(devices.retiredAt))),
    auditOf(deps, "machine.restored", machine),
  ]);
  if (!(await hasChanged(restoring))) throw already("The machine itself is in service.");
  await tell(deps, [machine.id], machine.facility?.customerId ?? null);
  return requireMachine(deps, machine.id);
}

/** Closes a facility: it and its machines are out of lists and counts, and the keys of their samplers end. */
export async function retireFacility(deps: ConfigureDeps, id: number): Promise<Facility> {
  const { db, now } = deps;
  const facility = await requireFacilityFor(deps, id);
  const machines = await machinesOf(deps, id);
  const ofFacility = db
    .select({ id: samplers.id })
    .from(samplers)
    .innerJoin(devices, eq(devices.id, samplers.deviceId))
    .where(eq(devices.facilityId, id));
  const retiring = db.batch([
    db
      .update(facilities)
      .set({ retiredAt: now })
      .where(and(eq(facilities.id, id), isNull(facilities.retiredAt))),
    auditOfFacility(deps, "facility.retired", facility),
    db.delete(samplerKeys).where(inArray(samplerKeys.samplerId, ofFacility)),
    bumpAll(deps, id),
  ]);
  if (!(await hasChanged(retiring))) throw already("The facility is closed already.");
  await tell(deps, machines, facility.customerId);
  return requireFacility(deps, id);
}

/** Opens a facility again, with the machines that were not retired themselves. */
export async function restoreFacility(deps: ConfigureDeps, id: number): Promise<Facility> {
  const { db } = deps;
  const facility = await requireFacilityFor(deps, id);
  const restoring = db.batch([
    db
      .update(facilities)
      .set({ retiredAt: null })
      .where(and(eq(facilities.id, id), isNotNull(facilities.retiredAt))),
    auditOfFacility(deps, "facility.restored", facility),
    bumpAll(deps, id),
  ]);
  if (!(await hasChanged(restoring))) throw already("The facility is open.");
  await tell(deps, await machinesOf(deps, id), facility.customerId);
  return requireFacility(deps, id);
}

async function requireFor(deps: ConfigureDeps, idOrSerial: string): Promise<Machine> {
  if (!canManageCustomers(deps.actor)) throw new AppError("forbidden");
  return requireMachine(deps, idOrSerial);
}

async function requireFacilityFor(deps: ConfigureDeps, id: number): Promise<Facility> {
  if (!canManageCustomers(deps.actor)) throw new AppError("forbidden");
  return requireFacility(deps, id);
}

const samplersOf = ({ db }: ConfigureDeps, deviceId: number) =>
  db.select({ id: samplers.id }).from(samplers).where(eq(samplers.deviceId, deviceId));

const machinesOf = async ({ db }: ConfigureDeps, facilityId: number): Promise<number[]> => {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.facilityId, facilityId));
  return rows.map(({ id }) => id);
};

const bumpAll = ({ db }: ConfigureDeps, facilityId: number) =>
  db
    .update(devices)
    .set({ recorderVersion: sql`${devices.recorderVersion} + 1` })
    .where(eq(devices.facilityId, facilityId));

/** Comes right after the update in its batch. */
const auditOf = (
  deps: ConfigureDeps,
  action: "machine.retired" | "machine.restored",
  { id, name, serialNumber, facility }: Machine,
) =>
  writeAudit(deps, {
    actor: deps.actor,
    action,
    subject: { type: "machine", id },
    customerId: facility?.customerId ?? null,
    after: { name, serial_number: serialNumber },
    mustChange: true,
  });

const auditOfFacility = (
  deps: ConfigureDeps,
  action: "facility.retired" | "facility.restored",
  { id, name, customerId }: Facility,
) =>
  writeAudit(deps, {
    actor: deps.actor,
    action,
    subject: { type: "facility", id },
    customerId,
    after: { name },
    mustChange: true,
  });

/** Sockets lose or find it at once, superusers' open pages say so, and the recorders take no more of keys that ended. */
async function tell(
  deps: ConfigureDeps,
  machines: readonly number[],
  customerId: number | null,
): Promise<void> {
  deps.accessChanged({ customerId, userId: 0, isSeen: true });
  for (const id of machines) deps.machineChanged(id, "settings");
  await Promise.all(machines.map((id) => pushRecorderConfig(deps, id)));
}

const already = (message: string) =>
  new AppError("conflict", { message, problem: { code: "changed_meanwhile" } });
