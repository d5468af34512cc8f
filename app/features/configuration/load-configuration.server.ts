import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities } from "#app/db/schema/index.ts";
import { canManageCustomers, isProvider } from "#app/domain/access/permissions.ts";
import { MAKES, type Actor } from "#app/domain/access/types.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { listReplaceable, planReplacement } from "./replace-machine.server.ts";
import { listMakeModels } from "./list-models.server.ts";
import type { Configuration } from "./configuration.ts";

/** What the configuration of a machine shows and offers. */
export async function loadConfiguration(
  deps: { db: Db; actor: Actor },
  machine: Machine,
  replaced: string | null = null,
): Promise<Configuration> {
  const { actor } = deps;
  const isNew = machine.facility === null && machine.retiredAt === null;
  const isAsked = isNew && replaced !== null;
  const [why, offered, customers, models, replaceable, replacement] = await Promise.all([
    whyOutOfService(deps.db, machine.id),
    listFacilities(deps),
    listCustomers(deps),
    listMakeModels(deps),
    isNew ? listReplaceable(deps, machine) : [],
    isAsked ? planReplacement(deps, machine, replaced) : null,
  ]);
  return {
    machine: {
      id: machine.id,
      manufacturerSerialNumber: machine.manufacturerSerialNumber,
      microStopSeconds: machine.microStopSeconds,
      kiwiplan: machine.kiwiplan,
      lastShadowUpdateAt: machine.lastShadowUpdateAt,
      isItselfRetired: why?.isItself === 1,
      isOfClosedFacility: why?.isOfClosed === 1,
    },
    facilities: offered.map(({ id, name, city, state, customerId }) => ({
      id,
      name,
      city,
      state,
      customerId,
    })),
    customers: isProvider(actor) ? customers.map(({ id, name }) => ({ id, name })) : [],
    makes: MAKES.filter((make) => actor.make === null || make === actor.make),
    models,
    isSuperuser: canManageCustomers(actor),
    canReplace: replaceable.length > 0,
    replacement,
  };
}

const whyOutOfService = (db: Db, id: number) =>
  db
    .select({
      isItself: sql<number>`${devices.retiredAt} is not null`,
      isOfClosed: sql<number>`${facilities.retiredAt} is not null`,
    })
    .from(devices)
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(eq(devices.id, id))
    .get();
