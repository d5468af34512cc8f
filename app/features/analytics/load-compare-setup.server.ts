import { and, asc, eq, max, ne } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities, maintenances, serviceTiers } from "#app/db/schema/index.ts";
import { machinesListed, machinesOpen } from "#app/db/scopes.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import type { CompareSetup } from "./compare.ts";

/** Of a model that is everywhere, the first by name. */
const MOST_PEERS = 100;

/** What a machine can be compared with: others of its make and model whose analytics the actor may see, by name. */
export async function loadCompareSetup(
  { db, actor }: { db: Db; actor: Actor },
  { id, make, model, serviceTier }: Pick<Machine, "id" | "make" | "model" | "serviceTier">,
): Promise<CompareSetup> {
  const [peers, [last]] = await Promise.all([
    db
      .select({ id: devices.id, name: devices.name })
      .from(devices)
      .leftJoin(facilities, eq(facilities.id, devices.facilityId))
      .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId))
      .where(
        and(
          eq(devices.make, make),
          eq(devices.model, model),
          ne(devices.id, id),
          machinesListed(actor),
          machinesOpen(actor, "generateReport"),
        ),
      )
      .orderBy(asc(devices.name), asc(devices.id))
      .limit(MOST_PEERS),
    passesTier(actor, serviceTier, "accessMaintenances")
      ? db
          .select({ at: max(maintenances.lastPerformedAt) })
          .from(maintenances)
          .where(eq(maintenances.deviceId, id))
      : [],
  ]);
  return { peers: byName(peers, ({ name }) => name), lastMaintenanceAt: last?.at ?? null };
}
