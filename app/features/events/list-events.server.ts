import type { Db } from "#app/db/client.server.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { readEvents, type MachineEvent } from "./event-record.server.ts";
import { overlapping } from "./list-event-spans.server.ts";

/** Of one answer, the newest: years of a machine's reports. */
export const MAX_EVENTS = 5000;

/** A machine's events, the newest first, those that overlap [startMs, endMs) where a bound is given. Refused where its tier has none. */
export async function listEvents(
  { db, actor }: { db: Db; actor: Actor },
  query: {
    device: string | number;
    startMs?: number | undefined;
    endMs?: number | undefined;
    limit?: number;
  },
): Promise<MachineEvent[]> {
  const machine = await requireMachine({ db, actor }, query.device);
  requireTier(actor, machine, "accessEvents");
  const { startMs, endMs, limit = MAX_EVENTS } = query;
  return readEvents(db, overlapping({ deviceId: machine.id, startMs, endMs }), limit);
}
