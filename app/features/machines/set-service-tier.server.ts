import { eq } from "drizzle-orm";
import { devices, serviceTiers } from "#app/db/schema/index.ts";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import type { AuditDeps } from "#app/features/audit/write-audit.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "#app/features/samplers/push-recorder-config.server.ts";
import { requireMachine } from "./get-machine.server.ts";
import type { Machine } from "./machine-record.server.ts";

type Deps = AuditDeps &
  ConfigPushDeps & {
    actor: Actor;
    accessChanged: (owner: { customerId: number | null; userId: number }) => void;
  };

/**
 * Puts a machine into a service tier, or into none (null); superusers only. It holds at once: pages and calls read the tier
 * anew, sockets are checked again, the recorder keeps by the new tier.
 */
export async function setServiceTier(
  deps: Deps,
  idOrSerial: string | number,
  tierId: number | null,
): Promise<Machine> {
  if (!canManageCustomers(deps.actor)) throw new AppError("forbidden");
  const { db } = deps;
  const machine = await requireMachine(deps, idOrSerial);
  if (tierId !== null && !(await db.$count(serviceTiers, eq(serviceTiers.id, tierId))))
    throw new AppError("validation_failed", {
      fields: { service_tier: [{ code: "gone" }] },
    });
  const row = await db.select().from(devices).where(eq(devices.id, machine.id)).get();
  if (!row) throw noSuchMachine();
  const customerId = machine.facility?.customerId ?? null;
  const { kind } = await changeRow(deps, {
    table: devices,
    row,
    change: { serviceTierId: tierId },
    audit: { action: "machine.tier_changed", customerId },
    also: [bumpRecorderVersion(db, machine.id)],
  });
  if (kind === "refused") throw noSuchMachine();
  if (kind === "changed") {
    await pushRecorderConfig(deps, machine.id);
    if (customerId !== null) deps.accessChanged({ customerId, userId: 0 });
  }
  return requireMachine(deps, machine.id);
}

const noSuchMachine = () => new AppError("not_found", { message: "There is no such machine." });
