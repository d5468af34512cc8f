import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import type { Db } from "#app/db/client.server.ts";
import { rolesToGive } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { ManagedPerson } from "./managed-person.ts";

/** What an account's page shows beside the account: the facilities and roles that can be chosen. */
export async function loadUserPage(ctx: { db: Db; actor: Actor }, person: ManagedPerson) {
  const { customerId } = person;
  const facilities = customerId === null ? [] : await listFacilities(ctx, { customerId });
  return {
    person,
    isOwn: person.id === ctx.actor.userId,
    roles: rolesToGive(person.role),
    facilities: facilities.map(({ id, name }) => ({ id, name, customerId: customerId! })),
  };
}
