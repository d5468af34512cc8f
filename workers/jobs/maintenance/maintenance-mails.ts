/**
 * Tells people of work that falls due or is overdue: one mail a person and day, in their language, with the days of each
 * plant. The mail, what it told and the links in it are written in one batch, by a key of the person and the day: a run that
 * is repeated, killed or beside another tells nobody anything twice.
 */
import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { machinesOpen } from "#app/db/scopes.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import {
  customers,
  devices,
  emailCcs,
  facilities,
  maintenanceNotices,
  maintenances,
  partsQuoteLinks,
  serviceTiers,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { onlyIfChanged } from "#app/db/only-if.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { dayOf, wallClock } from "#app/domain/formats/local-days.ts";
import { composeMaintenanceDigest, type DigestItem } from "#app/domain/mail/maintenance-digest.ts";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { FALLBACK_LOCALE } from "#app/domain/preferences.ts";
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
  const [people, told, ccs] = await readPeople(deps, works);
  const toldOf = Map.groupBy(told, ({ userId, maintenanceId }) => `${userId} ${maintenanceId}`);
  const worksOf = Map.groupBy(works, ({ facilityId }) => facilityId);
  const zoneOf = (person: Person) =>
    person.timeZone ?? worksOf.get(person.facilityId)?.[0]?.timezone ?? "UTC";
  let count = 0;
  for (const places of Map.groupBy(people, ({ id }) => id).values()) {
    const [person] = places;
    if (!person || count >= MAILS_PER_RUN) continue;
    const timezone = zoneOf(person);
    if (new Date(wallClock(now, timezone)).getUTCHours() < FIRST_HOUR) continue;
    const notices = places
      .flatMap(({ facilityId }) => worksOf.get(facilityId) ?? [])
      .flatMap((work) => {
        const before = (toldOf.get(`${person.id} ${work.id}`) ?? []).filter(
          ({ lifeFrom }) => lifeFrom === work.lifeFrom,
        );
        const notice = planNotice(work.status, before, { now, timezone: work.timezone });
        return notice ? [{ ...notice, work }] : [];
      });
    if (notices.length === 0) continue;
    const day = dayOf(now, timezone);
    if (await tell(deps, person, { notices, day, cc: ccs.map(({ email }) => email) })) count++;
  }
  return { told: count };
}

type Work = Awaited<ReturnType<typeof readDue>>[number];
type Person = {
  id: number;
  email: string;
  firstName: string;
  locale: "en" | "es" | null;
  timeZone: string | null;
  facilityId: number;
};
type Planned = { stage: NoticeStage; count: number; work: Work };

/** Of configured machines whose tier has maintenance: what is due soon or overdue now. */
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

/** Who wants mail in the works' facilities, a row for each of their facilities; what they were told; who is copied. */
function readPeople({ db }: Deps, works: readonly Work[]) {
  const list = (ids: number[]) =>
    sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`;
  const isTheirs = or(
    and(
      eq(users.role, "user"),
      sql`exists (select 1 from ${userFacilities} where ${userFacilities.userId} = ${users.id} and ${userFacilities.facilityId} = ${facilities.id})`,
    ),
    and(eq(users.role, "admin"), eq(users.customerId, customers.id)),
  );
  return db.batch([
    db
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        locale: users.locale,
        timeZone: users.timeZone,
        // A name of its own: in a batch two columns of one name are one.
        facilityId: sql<number>`${facilities.id}`.as("facility_id"),
      })
      .from(facilities)
      .innerJoin(customers, eq(customers.id, facilities.customerId))
      .innerJoin(users, isTheirs)
      .where(
        and(
          inArray(facilities.id, list(works.map(({ facilityId }) => facilityId))),
          eq(users.status, "active"),
          eq(users.notificationsEmail, true),
        ),
      )
      .orderBy(users.id, facilities.id),
    db
      .select()
      .from(maintenanceNotices)
      .where(inArray(maintenanceNotices.maintenanceId, list(works.map(({ id }) => id)))),
    db.select({ email: emailCcs.email }).from(emailCcs).orderBy(emailCcs.id),
  ]);
}

/** One person's mail of a day. False when they have had it. */
async function tell(
  deps: Deps,
  person: Person,
  { notices, day, cc }: { notices: readonly Planned[]; day: string; cc: readonly string[] },
): Promise<boolean> {
  const { db, now, jobs, publicOrigin } = deps;
  const links: (typeof partsQuoteLinks.$inferInsert)[] = [];
  const items = notices.map(({ work, stage }): DigestItem => {
    const quote = stage === "overdue" && work.type === "replacement" ? newToken() : null;
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
    ...{ to: person.email, firstName: person.firstName, locale: person.locale, items, now },
    cc: cc.filter((address) => address !== person.email),
    unsubscribe: await unsubscribeLinks(deps, person.id),
  });
  const rows = notices.map(({ work, stage, count }) => ({
    ...{ maintenanceId: work.id, userId: person.id, lifeFrom: work.lifeFrom, stage, count },
    // Somebody wrote this day's mail already: nothing of this is told, and none of it is kept.
    sentAt: onlyIfChanged(now),
  }));
  const chunks = chunked(rows, ROWS_AT_ONCE);
  try {
    const [messages] = await db.batch([
      writeMessage(db, now, mail, `maintenance_digest:${person.id}:${day}`),
      ...chunks.map((chunk) => db.insert(maintenanceNotices).values(chunk)),
      ...chunked(links, ROWS_AT_ONCE).map((chunk) => db.insert(partsQuoteLinks).values(chunk)),
    ]);
    await deliverSoon(jobs, messages);
    return true;
  } catch (error) {
    if (isNullRefused(error, "maintenance_notices.sent_at")) return false;
    throw error;
  }
}

/** D1 takes a hundred values in one statement. */
const ROWS_AT_ONCE = 10;
const chunked = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
