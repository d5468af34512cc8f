import type { Db } from "#app/db/client.server.ts";
import { isProvider } from "#app/domain/access/permissions.ts";
import { MAKES, type Actor } from "#app/domain/access/types.ts";
import { listMakeModels } from "#app/features/configuration/list-models.server.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import type { AddChoices } from "./new-machine.ts";

/** What the form for a new machine offers; null for who adds none. */
export async function loadAddChoices(deps: { db: Db; actor: Actor }): Promise<AddChoices | null> {
  const { actor } = deps;
  if (!isProvider(actor)) return null;
  const [models, facilities, customers] = await Promise.all([
    listMakeModels(deps),
    listFacilities(deps),
    listCustomers(deps),
  ]);
  return {
    makes: MAKES.filter((make) => actor.make === null || make === actor.make),
    models,
    facilities: facilities.map(({ id, name, city, state, customerId }) => ({
      id,
      name,
      city,
      state,
      customerId,
    })),
    customers: customers.map(({ id, name }) => ({ id, name })),
  };
}
