import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { facilities } from "#app/db/schema/index.ts";
import { facilitiesInScope } from "#app/db/scopes.ts";
import { facilityScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { byName } from "#app/domain/formats/by-name.ts";

type Deps = { db: Db; actor: Actor };
export type Facility = typeof facilities.$inferSelect;

/** The actor's facilities by name: a user's assigned ones, an admin's customer's, all for the provider's staff. */
export async function listFacilities(
  { db, actor }: Deps,
  filter: { customerId?: number } = {},
): Promise<Facility[]> {
  const rows = await db
    .select()
    .from(facilities)
    .where(
      and(
        facilitiesInScope(facilityScope(actor)),
        isNull(facilities.retiredAt),
        filter.customerId === undefined ? undefined : eq(facilities.customerId, filter.customerId),
      ),
    )
    .orderBy(asc(facilities.id));
  return byName(rows, ({ name }) => name);
}

/** One in the actor's scope, closed or not; 404 for any other. */
export async function requireFacility({ db, actor }: Deps, id: number): Promise<Facility> {
  const row = await db
    .select()
    .from(facilities)
    .where(and(eq(facilities.id, id), facilitiesInScope(facilityScope(actor))))
    .get();
  if (!row) throw new AppError("not_found", { message: "There is no such facility." });
  return row;
}

/** One to which a machine can go: the actor's, and not closed. Any other is answered like one that does not exist. */
export async function requireOpenFacility(deps: Deps, id: number): Promise<Facility> {
  const facility = await requireFacility(deps, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? noPlace() : error;
  });
  if (facility.retiredAt !== null) throw noPlace();
  return facility;
}

const noPlace = () =>
  new AppError("not_found", {
    message: "There is no such facility.",
    fields: { facility_id: [{ code: "gone" }] },
  });
