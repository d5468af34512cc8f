import { and, inArray } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { facilities } from "#app/db/schema/index.ts";
import { facilitiesInScope } from "#app/db/scopes.ts";
import { facilityScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";

/**
 * The customer of the facilities that were chosen for a display. One that the actor has not is answered like one that
 * does not exist (404); facilities of several customers are refused, because a wall hangs at one.
 */
export async function requireOneCustomer(
  { db, actor }: { db: Db; actor: Actor },
  ids: readonly number[],
): Promise<number> {
  const rows = await db
    .select({ customerId: facilities.customerId })
    .from(facilities)
    .where(and(inArray(facilities.id, [...ids]), facilitiesInScope(facilityScope(actor))));
  const [first, ...others] = new Set(rows.map(({ customerId }) => customerId));
  if (rows.length !== new Set(ids).size || first === undefined)
    throw new AppError("not_found", { message: "There is no such facility." });
  if (others.length > 0)
    throw new AppError("validation_failed", {
      fields: { facility_ids: [{ code: "one_customer" }] },
    });
  return first;
}
