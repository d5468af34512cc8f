import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { events, samplers, users } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { authorOf } from "./event-record.server.ts";
import type { EventRow } from "./event-row.ts";
import { isShown, overlapping } from "./list-event-spans.server.ts";

/** Of one table, the newest. */
export const MAX_EVENT_ROWS = 2_000;

/** A machine's events as tables show them, the newest first. Refused where its tier has none. */
export async function listEventRows(
  { db, actor }: { db: Db; actor: Actor },
  { device, startMs }: { device: string | number; startMs?: number | undefined },
): Promise<EventRow[]> {
  const machine = await requireMachine({ db, actor }, device);
  requireTier(actor, machine, "accessEvents");
  const rows = await db
    .select({
      id: events.id,
      name: events.name,
      startAt: events.startAt,
      endAt: events.endAt,
      downtimeStartAt: events.downtimeStartAt,
      downtimeEndAt: events.downtimeEndAt,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      sampler: { id: samplers.id, name: samplers.name },
    })
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .leftJoin(samplers, eq(samplers.id, events.samplerId))
    .where(and(overlapping({ deviceId: machine.id, startMs }), isShown))
    .orderBy(desc(events.startAt), desc(events.id))
    .limit(MAX_EVENT_ROWS);
  return rows.map(({ user, sampler, downtimeStartAt, downtimeEndAt, ...row }) => ({
    ...row,
    downtimeMs:
      downtimeStartAt === null || downtimeEndAt === null ? null : downtimeEndAt - downtimeStartAt,
    author: authorOf({ user, sampler }),
  }));
}
