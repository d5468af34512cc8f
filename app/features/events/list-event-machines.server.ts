import type { Db } from "#app/db/client.server.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import type { EventMachine } from "./event-types.ts";

/** The actor's machines by name, each with whether its tier lets the actor report its events. */
export async function listEventMachines({
  db,
  actor,
}: {
  db: Db;
  actor: Actor;
}): Promise<(EventMachine & { facility: null })[]> {
  return (await listMachines({ db, actor })).map((machine) => ({
    id: machine.id,
    name: machine.name,
    timezone: machine.facility?.timezone ?? "UTC",
    opensEvents: passesTier(actor, machine.serviceTier, "accessEvents"),
    // Not told; demo mode masks a machine together with its plant.
    facility: null,
  }));
}
