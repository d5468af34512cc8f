import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities } from "#app/db/schema/index.ts";
import { machinesListed, machinesRetired } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { selectMachines, toMachine, type Machine } from "./machine-record.server.ts";

export type { Machine } from "./machine-record.server.ts";
export { getMachine, requireMachine } from "./get-machine.server.ts";

/** The actor's machines by name, of one customer or facility if asked. Unconfigured ones for superusers and OEM superusers, simulated ones for superusers only. `isRetired`: instead those that are out of service. */
export async function listMachines(
  { db, actor }: { db: Db; actor: Actor },
  filter: { customerId?: number; facilityId?: number; isRetired?: boolean } = {},
): Promise<Machine[]> {
  const rows = await selectMachines(db)
    .where(
      and(
        filter.isRetired ? machinesRetired(actor) : machinesListed(actor),
        filter.customerId === undefined ? undefined : eq(facilities.customerId, filter.customerId),
        filter.facilityId === undefined ? undefined : eq(devices.facilityId, filter.facilityId),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id))
    .all();
  return byName(rows.map(toMachine), ({ name }) => name);
}
