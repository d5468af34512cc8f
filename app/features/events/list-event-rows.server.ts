import { desc } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { EventRow } from "./event-row.ts";
import { selectSpans, toSpan } from "./list-event-spans.server.ts";

/** Of one table, the newest. */
export const MAX_EVENT_ROWS = 2_000;

/** A machine's events as tables show them, the newest first. Refused where its tier has none. */
export async function listEventRows(
  { db, actor }: { db: Db; actor: Actor },
  { device, startMs }: { device: string | number; startMs?: number | undefined },
): Promise<EventRow[]> {
  const machine = await requireMachine({ db, actor }, device);
  requireTier(actor, machine, "accessEvents");
  const rows = await selectSpans(db, { deviceId: machine.id, startMs })
    .orderBy(desc(events.startAt), desc(events.id))
    .limit(MAX_EVENT_ROWS);
  return rows.map((row) => {
    const { downtimeStartAt, downtimeEndAt, ...shown } = toSpan(row);
    return {
      ...shown,
      downtimeMs:
        downtimeStartAt === null || downtimeEndAt === null ? null : downtimeEndAt - downtimeStartAt,
    };
  });
}
