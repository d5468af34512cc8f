import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  lt,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { holdsText } from "#app/db/holds-text.ts";
import { alarmJournal, customers, devices, facilities, users } from "#app/db/schema/index.ts";
import { machinesInScope, machinesListed } from "#app/db/scopes.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { Locale } from "#app/domain/preferences.ts";
import type { ListPlace } from "#app/domain/formats/list-place.ts";
import { SILENCE_NAME, silencePrefix } from "#app/domain/alarms/silence-name.ts";
import type { JournalFilter, JournalLine } from "./journal-question.ts";

type Deps = { db: Db; actor: Actor };
type Page = {
  limit: number;
  isOldestFirst?: boolean | undefined;
  /** Entries that are left out, of those that match; or the place where the page before ended. */
  offset?: number | undefined;
  after?: ListPlace | undefined;
};

/** What became of alarms of the actor's machines, the newest first; of a machine that is not theirs, nothing. */
export async function listJournal(
  deps: Deps,
  filter: JournalFilter,
  page: Page,
): Promise<JournalLine[]> {
  const rows = await journalPage(deps, filter, page);
  return rows.map(({ firstName, lastName, timezone, ...line }) => ({
    ...line,
    timezone: timezone ?? "UTC",
    actorName: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
  }));
}

/** Entries that match, on all pages. */
export async function countJournal(deps: Deps, filter: JournalFilter): Promise<number> {
  const rows = await journalCount(deps, filter);
  return rows[0]?.n ?? 0;
}

/** The statement of a page: by time, and by id among those of the same millisecond. */
export function journalPage(
  { db, actor }: Deps,
  filter: JournalFilter,
  { limit, offset = 0, after, isOldestFirst = false }: Page,
) {
  const order = isOldestFirst ? asc : desc;
  const beyond = isOldestFirst ? gt : lt;
  return db
    .select({
      id: alarmJournal.id,
      at: alarmJournal.at,
      kind: alarmJournal.kind,
      alarmId: alarmJournal.alarmId,
      alarmName: alarmJournal.alarmName,
      priority: alarmJournal.priority,
      deviceId: alarmJournal.deviceId,
      deviceName: devices.name,
      facilityId: devices.facilityId,
      facilityName: facilities.name,
      customerId: facilities.customerId,
      customerName: customers.name,
      timezone: facilities.timezone,
      actorUserId: alarmJournal.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      journalNote: alarmJournal.note,
      details: alarmJournal.details,
    })
    .from(alarmJournal)
    .innerJoin(devices, eq(devices.id, alarmJournal.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(customers, eq(customers.id, facilities.customerId))
    .leftJoin(users, eq(users.id, alarmJournal.userId))
    .where(
      and(
        matching(actor, filter),
        after === undefined
          ? undefined
          : or(
              beyond(alarmJournal.at, after.at),
              and(eq(alarmJournal.at, after.at), beyond(alarmJournal.id, after.id)),
            ),
      ),
    )
    .orderBy(order(alarmJournal.at), order(alarmJournal.id))
    .limit(limit)
    .offset(offset);
}

/** The statement that counts what all pages hold. */
export const journalCount = ({ db, actor }: Deps, filter: JournalFilter) =>
  db
    .select({ n: count() })
    .from(alarmJournal)
    .innerJoin(devices, eq(devices.id, alarmJournal.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(matching(actor, filter));

function matching(actor: Actor, filter: JournalFilter): SQL | undefined {
  const { deviceId, facilityId, customerId, alarmId, kind, priority, name, from, until } = filter;
  const shownName = nameIn(filter.locale ?? "en");
  return and(
    // Whoever names a machine may read one that no list shows, such as one out of service.
    deviceId === undefined ? machinesListed(actor) : machinesInScope(machineScope(actor)),
    deviceId === undefined ? undefined : eq(alarmJournal.deviceId, deviceId),
    facilityId === undefined ? undefined : eq(devices.facilityId, facilityId),
    customerId === undefined ? undefined : eq(facilities.customerId, customerId),
    alarmId === undefined ? undefined : eq(alarmJournal.alarmId, alarmId),
    kind === undefined ? undefined : eq(alarmJournal.kind, kind),
    priority === undefined ? undefined : eq(alarmJournal.priority, priority),
    name === undefined ? undefined : holdsText(shownName, name),
    from === undefined ? undefined : gte(alarmJournal.at, from),
    until === undefined ? undefined : lt(alarmJournal.at, until),
  );
}

/** An alarm's name as a reader of this language sees it (`alarmNameIn`). */
const nameIn = (locale: Locale): SQLWrapper => {
  if (locale === "en") return alarmJournal.alarmName;
  const start = sql`substr(${alarmJournal.alarmName}, 1, ${SILENCE_NAME.length})`;
  const rest = sql`substr(${alarmJournal.alarmName}, ${SILENCE_NAME.length + 1})`;
  return sql`case when ${start} = ${SILENCE_NAME} then ${silencePrefix(locale)} || ${rest} else ${alarmJournal.alarmName} end`;
};
