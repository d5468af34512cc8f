import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { events } from "../../db/schema/index.ts";

export type EventSpan = {
  id: number;
  name: string;
  startAt: number;
  endAt: number;
  downtimeStartAt: number | null;
  downtimeEndAt: number | null;
};

/** What charts mark of a machine's events that overlap [startMs, endMs), the earliest first. The caller asks whether the actor may see them. */
export function listEventSpans({ db }: { db: Db }, range: { deviceId: number; startMs: number; endMs: number }): Promise<EventSpan[]> {
  return db
    .select({
      id: events.id,
      name: events.name,
      startAt: events.startAt,
      endAt: events.endAt,
      downtimeStartAt: events.downtimeStartAt,
      downtimeEndAt: events.downtimeEndAt,
    })
    .from(events)
    .where(overlapping(range))
    .orderBy(asc(events.startAt), asc(events.id))
    .all();
}

/** Open at either end when nothing is said. */
export const overlapping = (range: { deviceId: number; startMs?: number | undefined; endMs?: number | undefined }) =>
  and(
    eq(events.deviceId, range.deviceId),
    range.startMs === undefined ? undefined : gt(events.endAt, range.startMs),
    range.endMs === undefined ? undefined : lt(events.startAt, range.endMs),
  );
