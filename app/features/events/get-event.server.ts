import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { getMachine } from "#app/features/machines/get-machine.server.ts";
import { readEvents, type MachineEvent } from "./event-record.server.ts";

/** One event of a machine that is the actor's and whose tier opens events. */
export async function requireEvent(
  { db, actor }: { db: Db; actor: Actor },
  id: number,
): Promise<MachineEvent> {
  const [event] = await readEvents(db, eq(events.id, id), 1);
  const machine = event ? await getMachine({ db, actor }, event.device.id) : null;
  if (!event || !machine) throw noSuchEvent();
  requireTier(actor, machine, "accessEvents");
  return event;
}

export const noSuchEvent = () => new AppError("not_found", { message: "There is no such event." });
