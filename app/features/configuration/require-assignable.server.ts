import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { serviceTiers } from "#app/db/schema/index.ts";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { MachineChanges } from "./machine-settings.ts";

/**
 * Of a machine's settings a service tier and KiwiPlan are superusers' to set, and a tier is one that there is. `kiwiplan`: as
 * the machine has it now. Throws forbidden, validation_failed.
 */
export async function requireAssignable(
  { db, actor }: { db: Db; actor: Actor },
  { serviceTierId, kiwiplan }: Pick<MachineChanges, "serviceTierId" | "kiwiplan">,
  now: { kiwiplan: boolean },
): Promise<void> {
  const isForSuperusers =
    serviceTierId !== undefined || (kiwiplan !== undefined && kiwiplan !== now.kiwiplan);
  if (isForSuperusers && !canManageCustomers(actor)) throw new AppError("forbidden");
  if (serviceTierId && !(await db.$count(serviceTiers, eq(serviceTiers.id, serviceTierId))))
    throw new AppError("validation_failed", { fields: { service_tier: [{ code: "gone" }] } });
}
