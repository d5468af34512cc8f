import { and, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/index.ts";
import { readEvents, type MachineEvent } from "./event-record.server.ts";
import { isShown } from "./list-event-spans.server.ts";

/** An event of a machine that tables show; null when it is none. The caller asks whether the actor may see the machine's events. */
export async function findShownEvent(
  { db }: { db: Db },
  { deviceId, eventId }: { deviceId: number; eventId: number },
): Promise<MachineEvent | null> {
  const where = and(eq(events.id, eventId), eq(events.deviceId, deviceId), isShown);
  const [event] = await readEvents(db, where, 1);
  return event ?? null;
}
