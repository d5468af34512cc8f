import { eq } from "drizzle-orm";
import { deleteUntouchedMeasures } from "#app/db/default-measures.ts";
import { devices } from "#app/db/schema/index.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import { canConfigureMachine } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { Changeable } from "#app/domain/live/ports.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { forgetFormerCustomer } from "#app/features/alarms/forget-former-customer.server.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import type { AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { requireOpenFacility } from "#app/features/organizations/list-facilities.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "#app/features/samplers/push-recorder-config.server.ts";
import type { MachineChanges } from "./machine-settings.ts";
import { requireAssignable } from "./require-assignable.server.ts";

export type ConfigureDeps = AuditDeps &
  ConfigPushDeps & {
    actor: Actor;
    accessChanged: AccessChanged;
    machineChanged: (deviceId: number, what: Changeable) => void;
  };

/**
 * Changes a machine; with a facility an unconfigured one is configured. Tier and KiwiPlan are superusers' to set, and an
 * oem_superuser keeps to the own make. It holds at once: pages and calls read it anew, sockets are checked again, open
 * pages are told, the recorder learns time zone and tier.
 */
export async function updateMachine(
  deps: ConfigureDeps,
  idOrSerial: string | number,
  changes: MachineChanges,
): Promise<Machine> {
  const { db, actor } = deps;
  if (!canConfigureMachine(actor)) throw new AppError("forbidden");
  const machine = await requireMachine(deps, idOrSerial);
  const { facilityId, make } = changes;
  const isMoved = facilityId !== undefined && facilityId !== machine.facility?.id;
  const row = await db.select().from(devices).where(eq(devices.id, machine.id)).get();
  if (!row) throw noSuchMachine();
  // Out of a closed facility a machine comes back by going to an open one.
  if (row.retiredAt !== null || !isMoved) requireInService(machine);
  await requireAssignable(deps, changes, machine);
  if (actor.role === "oem_superuser" && make !== undefined && make !== actor.make)
    throw new AppError("validation_failed", {
      fields: { make: [{ code: "one_of", values: String(actor.make) }] },
    });
  const facility = isMoved ? await requireOpenFacility(deps, facilityId) : machine.facility;
  const { customerId = null } = machine.facility ?? {};
  const isOthers = customerId !== null && customerId !== facility?.customerId;
  const isSetUpAsOther = machine.facility === null && make !== undefined && make !== machine.make;
  const isTierOnly = Object.entries(changes).every(
    ([name, value]) => name === "serviceTierId" || value === undefined,
  );
  const change = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const { kind } = await changeRow(deps, {
    table: devices,
    row,
    change,
    audit: {
      action: isTierOnly ? "machine.tier_changed" : "machine.changed",
      customerId: facility?.customerId ?? null,
    },
    also: [
      bumpRecorderVersion(deps, machine.id),
      ...(isOthers ? forgetFormerCustomer(db, machine.id, deps.now) : []),
      ...(isSetUpAsOther ? [deleteUntouchedMeasures(db, machine)] : []),
    ],
  });
  if (kind === "refused") throw noSuchMachine();
  if (kind === "changed") {
    const owners = [machine, { facility }].flatMap((each) => each.facility?.customerId ?? []);
    // Without a place only the provider's people have it on their pages.
    for (const customerId of new Set(owners.length === 0 ? [null] : owners))
      deps.accessChanged({ customerId, userId: 0, isSeen: true });
    deps.machineChanged(machine.id, "settings");
    if (isOthers) deps.machineChanged(machine.id, "alarms");
    await pushRecorderConfig(deps, machine.id);
  }
  return requireMachine(deps, machine.id);
}

const noSuchMachine = () => new AppError("not_found", { message: "There is no such machine." });
