import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { devices } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import type { MachineChanges } from "#app/features/configuration/machine-settings.ts";
import { requireAssignable } from "#app/features/configuration/require-assignable.server.ts";
import { requireMachine, type Machine } from "#app/features/machines/list-machines.server.ts";
import { requireOpenFacility } from "#app/features/organizations/list-facilities.server.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { isTaken } from "#app/platform/db-errors.ts";
import { makeOfProvider } from "./enrollment-keys.server.ts";
import type { newMachine } from "./new-machine.ts";

/**
 * Adds a machine by hand, as a gateway's enrolling does; with a facility it is configured at once. Open pages of those who
 * may see it are told. Tier and KiwiPlan are superusers' to set, here too.
 */
export async function addMachine(
  deps: AuditDeps & { actor: Actor; accessChanged: AccessChanged },
  input: z.output<typeof newMachine>,
  settings: Pick<MachineChanges, "serviceTierId" | "kiwiplan" | "microStopSeconds"> = {},
): Promise<Machine> {
  const { db, now, actor } = deps;
  const own = makeOfProvider(actor);
  if (own !== null && input.make !== own)
    throw new AppError("forbidden", { message: `You can add machines of ${own} only.` });
  await requireAssignable(deps, settings, { kiwiplan: false });
  const facility = input.facility_id
    ? await requireOpenFacility({ db, actor }, input.facility_id)
    : null;
  const row = {
    serialNumber: input.serial_number,
    manufacturerSerialNumber: input.manufacturer_serial_number,
    name: input.name ?? input.serial_number,
    make: input.make,
    model: input.model,
    facilityId: facility?.id ?? null,
    ...settings,
  };
  await db
    .batch([
      db.insert(devices).values({ ...row, createdAt: now }),
      writeAudit(deps, {
        actor,
        action: "machine.added",
        subject: { type: "machine", id: sql<number>`last_insert_rowid()` },
        customerId: facility?.customerId ?? null,
        after: row,
      }),
    ])
    .catch((error: unknown) => {
      throw isTaken(error, "devices.serial_number") ? serialTaken() : error;
    });
  // Without a place only the provider's people have it on their pages.
  deps.accessChanged({ customerId: facility?.customerId ?? null, userId: 0, isSeen: true });
  const added = await db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.serialNumber, row.serialNumber))
    .get();
  return requireMachine({ db, actor }, added?.id ?? 0);
}

const serialTaken = () =>
  new AppError("validation_failed", {
    message: "There is a machine of that serial number already.",
    fields: { serial_number: [{ code: "taken" }] },
  });
