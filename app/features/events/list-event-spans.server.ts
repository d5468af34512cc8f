import { and, asc, eq, gt, lt } from "drizzle-orm";
import { recall, type Db } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";

export type EventSpan = {
  id: number;
  name: string;
  startAt: number;
  endAt: number;
  downtimeStartAt: number | null;
  downtimeEndAt: number | null;
};

/** What charts mark of a machine's events that overlap [startMs, endMs), the earliest first. The caller asks whether the actor may see them. */
export function listEventSpans(
  { db }: { db: Db },
  range: { deviceId: number; startMs: number; endMs: number },
): Promise<EventSpan[]> {
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

/** More than these are not worth the memory. */
const MOST_REMEMBERED = 200;

/**
 * As listEventSpans, up to two seconds old where others wrote: for what a chart marks. Asked for by whole days, so that a
 * range that moves on finds them too.
 */
export async function recallEventSpans(
  { db }: { db: Db },
  { deviceId, startMs, endMs }: { deviceId: number; startMs: number; endMs: number },
): Promise<EventSpan[]> {
  const days = {
    startMs: Math.floor(startMs / DAY_MS) * DAY_MS,
    endMs: Math.ceil(endMs / DAY_MS) * DAY_MS,
  };
  const ask = () => listEventSpans({ db }, { deviceId, ...days });
  const spans = await recall(
    db,
    `events ${deviceId} ${days.startMs} ${days.endMs}`,
    ask,
    ({ length }) => length <= MOST_REMEMBERED,
  );
  return spans.filter(({ startAt, endAt }) => endAt > startMs && startAt < endMs);
}

/** Open at either end when nothing is said. */
export const overlapping = (range: {
  deviceId: number;
  startMs?: number | undefined;
  endMs?: number | undefined;
}) =>
  and(
    eq(events.deviceId, range.deviceId),
    range.startMs === undefined ? undefined : gt(events.endAt, range.startMs),
    range.endMs === undefined ? undefined : lt(events.startAt, range.endMs),
  );
