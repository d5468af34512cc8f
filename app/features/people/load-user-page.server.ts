import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { facilities, userFacilities } from "#app/db/schema/index.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { rolesToGive } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import type { ManagedPerson } from "./managed-person.ts";

/**
 * What an account's page shows beside the account: the facilities and roles that can be chosen. A closed facility that the
 * person has is among them, so that saving the form does not take it away.
 */
export async function loadUserPage(ctx: { db: Db; actor: Actor }, person: ManagedPerson) {
  const { customerId } = person;
  const [open, closed] =
    customerId === null
      ? [[], []]
      : await Promise.all([listFacilities(ctx, { customerId }), closedFacilitiesOf(ctx, person)]);
  return {
    person,
    isOwn: person.id === ctx.actor.userId,
    roles: rolesToGive(person.role),
    facilities: [
      ...open.map(({ id, name }) => ({ id, name, isClosed: false })),
      ...byName(closed, ({ name }) => name).map(({ id, name }) => ({ id, name, isClosed: true })),
    ].map((facility) => ({ ...facility, customerId: customerId! })),
  };
}

const closedFacilitiesOf = ({ db }: { db: Db }, { id }: ManagedPerson) =>
  db
    .select({ id: facilities.id, name: facilities.name })
    .from(facilities)
    .innerJoin(userFacilities, eq(userFacilities.facilityId, facilities.id))
    .where(and(eq(userFacilities.userId, id), isNotNull(facilities.retiredAt)))
    .orderBy(asc(facilities.name), asc(facilities.id));
