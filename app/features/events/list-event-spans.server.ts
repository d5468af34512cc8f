import { and, asc, eq, gt, inArray, isNull, lt, or } from "drizzle-orm";
import { readCached, type Db } from "#app/db/client.server.ts";
import { events, samplers, users } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { SHOWN_KIWI_CLASSES } from "#app/domain/events/kiwi-classes.ts";
import { authorOf } from "./event-record.server.ts";

export type EventSpan = {
  id: number;
  name: string;
  startAt: number;
  endAt: number;
  downtimeStartAt: number | null;
  downtimeEndAt: number | null;
  /** Of the person or sampler that reported it; null when nobody is known any more. */
  author: string | null;
};

/** Events of other classes are noise of the order system: in no table and no chart. */
export const isShown = or(
  isNull(events.kiwiClass),
  inArray(events.kiwiClass, [...SHOWN_KIWI_CLASSES]),
);

/** What charts mark of a machine's events that overlap [startMs, endMs), the earliest first. The caller asks whether the actor may see them. */
export async function listEventSpans(
  { db }: { db: Db },
  range: { deviceId: number; startMs: number; endMs: number },
): Promise<EventSpan[]> {
  return (await selectSpans(db, range).orderBy(asc(events.startAt), asc(events.id))).map(toSpan);
}

/** A machine's events that tables and charts show, with whoever reported each. */
export const selectSpans = (db: Db, range: EventRange) =>
  db
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
    .where(and(overlapping(range), isShown));

type SpanRow = Awaited<ReturnType<typeof selectSpans>>[number];

export const toSpan = ({ user, sampler, ...span }: SpanRow): EventSpan => ({
  ...span,
  author: authorOf({ user, sampler }),
});

/** More than these are not worth the memory. */
const MOST_REMEMBERED = 200;

/**
 * As listEventSpans, up to two seconds old where others wrote: for what a chart marks. Asked for by whole days, so that a
 * range that moves on finds them too.
 */
export async function listCachedEventSpans(
  { db }: { db: Db },
  { deviceId, startMs, endMs }: { deviceId: number; startMs: number; endMs: number },
): Promise<EventSpan[]> {
  const days = {
    startMs: Math.floor(startMs / DAY_MS) * DAY_MS,
    endMs: Math.ceil(endMs / DAY_MS) * DAY_MS,
  };
  const ask = () => listEventSpans({ db }, { deviceId, ...days });
  const spans = await readCached(
    db,
    `events ${deviceId} ${days.startMs} ${days.endMs}`,
    ask,
    ({ length }) => length <= MOST_REMEMBERED,
  );
  return spans.filter(({ startAt, endAt }) => endAt > startMs && startAt < endMs);
}

/** Open at either end when nothing is said. */
type EventRange = {
  deviceId: number;
  startMs?: number | undefined;
  endMs?: number | undefined;
};

export const overlapping = (range: EventRange) =>
  and(
    eq(events.deviceId, range.deviceId),
    range.startMs === undefined ? undefined : gt(events.endAt, range.startMs),
    range.endMs === undefined ? undefined : lt(events.startAt, range.endMs),
  );
