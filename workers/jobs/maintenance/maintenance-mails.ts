/**
 * Tells people of work that falls due or is overdue: one mail a person and day, in their language, with the days of each
 * plant. Copied addresses are told of the work of all plants, in mails of their own. The mail, what it told and the links in
 * it are written in one batch, by a key of the person and the day: a run that is repeated, killed or beside another tells
 * nobody anything twice.
 */
import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { inService, machinesOpen } from "#app/db/scopes.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import {
  customers,
  devices,
  emailCcs,
  facilities,
  maintenanceCopyNotices,
  maintenanceNotices,
  maintenances,
  partsQuoteLinks,
  serviceTiers,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { onlyIfChanged } from "#app/db/only-if.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import type { Role } from "#app/domain/access/types.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { dayOf, wallClock } from "#app/domain/formats/local-days.ts";
import { composeMaintenanceDigest, type DigestItem } from "#app/domain/mail/maintenance-digest.ts";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { FALLBACK_LOCALE } from "#app/domain/preferences.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { planNotice, type NoticeStage } from "#app/domain/maintenance/maintenance-notices.ts";
import { maintenanceStatus, percentLeft, THRESHOLD_MS } from "#app/domain/maintenance/status.ts";
import {
  absoluteLink,
  deliverSoon,
  writeMessage,
  type MailDeps,
} from "#app/features/mail/outbox.server.ts";
import { burnColumns, toFacts } from "#app/features/maintenance/maintenance-record.server.ts";
import { unsubscribeLinks } from "#app/features/people/subscription.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { inTurn } from "#workers/jobs/in-turns.ts";

type Deps = MailDeps & { linkSecret: () => Promise<string> };
export type MailOutcome = { told: number };

/** Nobody is written to before this hour of their day. */
const FIRST_HOUR = 6;
/** The rest comes with the next run, five minutes later. */
const MAILS_PER_RUN = 100;
export const QUOTE_LINK_MS = 30 * DAY_MS;

export async function keepMaintenanceMails(deps: Deps): Promise<MailOutcome> {
  const { db, now } = deps;
  await db.delete(partsQuoteLinks).where(lt(partsQuoteLinks.expiresAt, now));
  const works = await readDue(deps);
  const [people, told] = await readPeople(deps, works);
  const toldOf = Map.groupBy(told, ({ key, maintenanceId }) => `${key} ${maintenanceId}`);
  const worksOf = Map.groupBy(works, ({ facilityId }) => facilityId);
  let count = 0;
  for (const places of Map.groupBy(people, ({ key }) => key).values()) {
    const [person] = places;
    if (!person || count >= MAILS_PER_RUN) continue;
    const timezone = person.timeZone ?? worksOf.get(person.facilityId)?.[0]?.timezone ?? "UTC";
    if (new Date(wallClock(now, timezone)).getUTCHours() < FIRST_HOUR) continue;
    const notices = places
      .flatMap(({ facilityId }) => worksOf.get(facilityId) ?? [])
      .flatMap((work) => {
        const before = (toldOf.get(`${person.key} ${work.id}`) ?? []).filter(
          ({ lifeFrom }) => lifeFrom === work.lifeFrom,
        );
        const notice = planNotice(work.status, before, { now, timezone: work.timezone });
        return notice ? [{ ...notice, work }] : [];
      });
    if (notices.length === 0) continue;
    const day = dayOf(now, timezone);
    if (await inTurn(() => tell(deps, person, { notices, day }))) count++;
  }
  return { told: count };
}

type Work = Awaited<ReturnType<typeof readDue>>[number];
/** Somebody to tell of the works of one facility. */
type Person = {
  /** Of their mails. */
  key: string;
  who: { userId: number } | { emailCcId: number };
  email: string;
  name: string;
  /** null: no user. */
  role: Role | null;
  locale: "en" | "es" | null;
  timeZone: string | null;
  facilityId: number;
};
type Planned = { stage: NoticeStage; count: number; work: Work };

/** Of configured machines in service whose tier has maintenance: what is due soon or overdue now. */
async function readDue({ db, now }: Deps) {
  const rows = await db
    .select({
      maintenance: maintenances,
      machine: devices.name,
      facility: facilities.name,
      facilityId: facilities.id,
      timezone: facilities.timezone,
      ...burnColumns,
    })
    .from(maintenances)
    .innerJoin(devices, eq(devices.id, maintenances.deviceId))
    .innerJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId))
    .where(
      and(
        lte(maintenances.recommendedDate, now + THRESHOLD_MS),
        inService,
        machinesOpen({ role: "user" }, "accessMaintenances"),
        sql`substr(${devices.serialNumber}, -4) <> '_SIM'`,
      ),
    );
  return rows.flatMap(({ maintenance, machine, facility, facilityId, timezone, ...burn }) => {
    const facts = toFacts({ ...maintenance, ...burn });
    const status = maintenanceStatus(facts, now);
    if (status !== "due_soon" && status !== "overdue") return [];
    const { lastPerformedAt, createdAt, recommendedDate } = maintenance;
    return [
      {
        ...{ ...maintenance, machine, facility, facilityId, timezone, status },
        ...{ recommendedDate: recommendedDate ?? now, percentLeft: percentLeft(facts) },
        lifeFrom: lastPerformedAt ?? createdAt,
      },
    ];
  });
}

const userKey = (id: number) => String(id);
const copyKey = (id: number) => `copy-${id}`;

/**
 * Who is told, a row for each of their facilities with work: people of the plant who want mail, and copied addresses, each
 * of which is told of all plants; who is both is told once, as a user. And what they were told.
 */
async function readPeople({ db }: Deps, works: readonly Work[]) {
  const list = (ids: number[]) =>
    sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`;
  const facilityIds = list(works.map(({ facilityId }) => facilityId));
  const ids = list(works.map(({ id }) => id));
  const isTheirs = or(
    and(
      eq(users.role, "user"),
      sql`exists (select 1 from ${userFacilities} where ${userFacilities.userId} = ${users.id} and ${userFacilities.facilityId} = ${facilities.id})`,
    ),
    and(eq(users.role, "admin"), eq(users.customerId, customers.id)),
  );
  const [people, copied, told, toldCopies] = await db.batch([
    db
      .select({
        id: users.id,
        email: users.email,
        name: users.firstName,
        role: users.role,
        locale: users.locale,
        timeZone: users.timeZone,
        // A name of its own: in a batch two columns of one name are one.
        facilityId: sql<number>`${facilities.id}`.as("facility_id"),
      })
      .from(facilities)
      .innerJoin(customers, eq(customers.id, facilities.customerId))
      .innerJoin(
        users,
        or(
          and(eq(users.status, "active"), isTheirs),
          inArray(users.email, sql`(select email from email_ccs)`),
        ),
      )
      .where(and(inArray(facilities.id, facilityIds), eq(users.notificationsEmail, true)))
      .orderBy(users.id, facilities.id),
    db
      .select()
      .from(emailCcs)
      .where(sql`not exists (select 1 from ${users} where ${users.email} = ${emailCcs.email})`)
      .orderBy(emailCcs.id),
    db.select().from(maintenanceNotices).where(inArray(maintenanceNotices.maintenanceId, ids)),
    db
      .select()
      .from(maintenanceCopyNotices)
      .where(inArray(maintenanceCopyNotices.maintenanceId, ids)),
  ]);
  const places = [...new Set(works.map(({ facilityId }) => facilityId))].sort((a, b) => a - b);
  const copies = copied.flatMap(({ id, email, name }) =>
    places.map((facilityId): Person => ({
      ...{ key: copyKey(id), who: { emailCcId: id }, email, name, facilityId },
      ...{ role: null, locale: null, timeZone: null },
    })),
  );
  return [
    [
      ...people.map(({ id, ...person }): Person => ({
        ...{ key: userKey(id), who: { userId: id } },
        ...person,
      })),
      ...copies,
    ],
    [
      ...told.map(({ userId, ...notice }) => ({ key: userKey(userId), ...notice })),
      ...toldCopies.map(({ emailCcId, ...notice }) => ({ key: copyKey(emailCcId), ...notice })),
    ],
  ] as const;
}

/** One person's mail of a day. False when they have had it. */
async function tell(
  deps: Deps,
  person: Person,
  { notices, day }: { notices: readonly Planned[]; day: string },
): Promise<boolean> {
  const { db, now, jobs, publicOrigin } = deps;
  const { who, key } = person;
  const isUser = "userId" in who;
  const links: (typeof partsQuoteLinks.$inferInsert)[] = [];
  const items = notices.map(({ work, stage }): DigestItem => {
    // Only a user can ask for a quote.
    const quote = isUser && stage === "overdue" && hasParts(work) ? newToken() : null;
    if (quote !== null)
      links.push({
        tokenHash: sha256Hex(quote),
        maintenanceId: work.id,
        lifeFrom: work.lifeFrom,
        expiresAt: now + QUOTE_LINK_MS,
      });
    return {
      name: workIn(person.locale ?? FALLBACK_LOCALE, { kind: work.kind, name: work.name }).name,
      ...{ machine: work.machine, facility: work.facility, status: stage },
      ...{ timezone: work.timezone, recommendedDate: work.recommendedDate },
      percentLeft: work.percentLeft,
      link: absoluteLink(
        publicOrigin,
        `/machines/${work.deviceId}/maintenance?selected=${work.id}`,
      ),
      quoteLink:
        quote &&
        absoluteLink(publicOrigin, `/maintenances/${work.id}/request_parts_quote?token=${quote}`),
    };
  });
  const mail = composeMaintenanceDigest({
    ...{ to: person.email, name: person.name, locale: person.locale, items, now },
    canSnooze: person.role !== null && isPrivileged({ role: person.role }),
    unsubscribe: isUser ? await unsubscribeLinks(deps, who.userId) : null,
  });
  const rows = notices.map(({ work, stage, count }) => ({
    ...{ maintenanceId: work.id, lifeFrom: work.lifeFrom, stage, count },
    // Somebody wrote this day's mail already: nothing of this is told, and none of it is kept.
    sentAt: onlyIfChanged(now),
  }));
  const told = chunked(rows, ROWS_AT_ONCE).map((chunk) =>
    isUser
      ? db.insert(maintenanceNotices).values(chunk.map((row) => ({ ...row, ...who })))
      : db.insert(maintenanceCopyNotices).values(chunk.map((row) => ({ ...row, ...who }))),
  );
  try {
    const [messages] = await db.batch([
      writeMessage(db, now, mail, `maintenance_digest:${key}:${day}`),
      ...told,
      ...chunked(links, ROWS_AT_ONCE).map((chunk) => db.insert(partsQuoteLinks).values(chunk)),
    ]);
    await deliverSoon(jobs, messages);
    return true;
  } catch (error) {
    const table = isUser ? "maintenance_notices" : "maintenance_copy_notices";
    if (isNullRefused(error, `${table}.sent_at`)) return false;
    throw error;
  }
}

/** What somebody named themselves is a service, of which nobody sells parts. */
const hasParts = ({ type, kind }: Work): boolean => type === "replacement" && kind !== CUSTOM_KIND;

/** D1 takes a hundred values in one statement. */
const ROWS_AT_ONCE = 10;
const chunked = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
