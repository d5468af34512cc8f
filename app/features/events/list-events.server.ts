import { and, eq, lt, or } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { MAX_EVENTS } from "#app/domain/events/event-page.ts";
import type { ListPlace } from "#app/domain/formats/list-place.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { readEvents, type MachineEvent } from "./event-record.server.ts";
import { overlapping } from "./list-event-spans.server.ts";

type Range = { startMs?: number | undefined; endMs?: number | undefined };
type Page = { limit?: number | undefined; after?: ListPlace | undefined };
/** `next`: where to go on; null where no older ones follow. */
export type EventPage = { events: MachineEvent[]; next: ListPlace | null };

/** A machine's events, the newest first, those that overlap [startMs, endMs) where a bound is given. Refused where its tier has none. */
export async function listEvents(
  { db, actor }: { db: Db; actor: Actor },
  { device, ...query }: Range & Page & { device: string | number },
): Promise<EventPage> {
  const machine = await requireMachine({ db, actor }, device);
  requireTier(actor, machine, "accessEvents");
  return readEventPage(db, { ...query, deviceId: machine.id });
}

/** A page of them; the caller has asked for the machine and its tier. */
export async function readEventPage(
  db: Db,
  { limit = MAX_EVENTS, after, ...range }: Range & Page & { deviceId: number },
): Promise<EventPage> {
  const isOlder =
    after &&
    or(lt(events.startAt, after.at), and(eq(events.startAt, after.at), lt(events.id, after.id)));
  const found = await readEvents(db, and(overlapping(range), isOlder), limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    events: shown,
    next: found.length > limit && last ? { at: last.startAt, id: last.id } : null,
  };
}
