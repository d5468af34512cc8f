import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { isOutOfService } from "#app/domain/access/out-of-service.ts";
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
  const own = eq(devices.id, machine.id);
  const [isItselfRetired, facilities, customers, models, replaceable, replacement] =
    await Promise.all([
      deps.db.$count(devices, and(own, isNotNull(devices.retiredAt))).then((count) => count > 0),
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
      retiredAt: machine.retiredAt,
      isOfClosedFacility: isOutOfService(machine) && !isItselfRetired,
    },
    facilities: facilities.map(({ id, name, city, state, customerId }) => ({
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
