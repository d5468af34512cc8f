/**
 * Tells people of alarms that went on. The recorder wrote a notice of each in the batch of its transition; a job claims
 * those of a facility, and one batch writes the messages and that the notice is told: a job that is killed before it has
 * told nobody, one that comes again finds nothing left, and what a killed job claimed is free again after CLAIM_MS.
 *
 * One alarm is mailed once in MAIL_EVERY_MS at most. STORM alarms of a facility within STORM_MS become one mail that lists
 * them, and those that follow within that time wait for the next one. SAP has its own rate.
 */
import { and, between, count, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { newToken } from "#app/db/secrets.ts";
import { alarmNotices, alarms, devices, facilities } from "#app/db/schema/index.ts";
import { AHEAD_MS } from "#app/domain/alarms/set-back.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import type { MessageDraft } from "#app/domain/mail/compose.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import { listRecipients, type Recipient } from "./alarm-recipients.server.ts";
import { CLAIM_MS, isUnclaimed, MAX_NOTICES } from "./alarm-notices.server.ts";
import { alarmMail, stormMail, type RaisedAlarm } from "./alarm-mails.server.ts";
import { writeJournal } from "./alarm-record.server.ts";

export type TellDeps = MailDeps & { linkSecret: () => Promise<string> };

export const MAIL_EVERY_MS = 15 * MINUTE_MS;
export const STORM = 20;
export const STORM_MS = 5 * MINUTE_MS;

type Claimed = RaisedAlarm & {
  noticeId: number;
  lastMailedAt: number | null;
  sap: MessageDraft | null;
};

/** Of the facility of this machine. */
export async function tellAlarms(deps: TellDeps, deviceId: number): Promise<void> {
  const claim = newToken();
  const claimed = await claimNotices(deps, deviceId, claim);
  if (claimed.length === 0) return;
  const { isStorm, waits } = await lookForStorm(deps, deviceId);
  if (waits) return release(deps.db, claim);
  const due = claimed.filter(
    ({ lastMailedAt }) => !isWithin(MAIL_EVERY_MS, lastMailedAt, deps.now),
  );
  const mailed = newestOfEach(due);
  const recipients = await listRecipients(deps, mailed);
  if (isStorm) await tellTogether(deps, claim, { mailed, claimed, recipients });
  else await tellEach(deps, claim, { mailed, claimed, recipients });
}

/** Whether it was less than so long ago. What a clock wrote that was set back since holds nothing up. */
const isWithin = (ms: number, atMs: number | null, nowMs: number): boolean =>
  atMs !== null && atMs > nowMs - ms && atMs <= nowMs + AHEAD_MS;

type Work = { mailed: Claimed[]; claimed: Claimed[]; recipients: Recipient[] };

/** A batch for each alarm, with all of its notices. */
async function tellEach(deps: TellDeps, claim: string, work: Work): Promise<void> {
  for (const [alarmId, notices] of Map.groupBy(work.claimed, ({ id }) => id)) {
    const alarm = work.mailed.find(({ id }) => id === alarmId);
    const people = work.recipients.filter(({ alarmIds }) => alarmIds.has(alarmId));
    const messages = alarm
      ? await Promise.all(
          people.map(async (person) => ({
            draft: await alarmMail(deps, person, alarm),
            key: `alarm:${alarm.noticeId}:${person.email}`,
          })),
        )
      : [];
    await write(deps, claim, { notices, mailed: alarm ? [alarm] : [], messages, isStorm: false });
  }
}

/** One batch and one mail for each person; who is told of one alarm alone gets its own mail. */
async function tellTogether(deps: TellDeps, claim: string, work: Work): Promise<void> {
  const messages = await Promise.all(
    work.recipients.map(async (person) => {
      const own = work.mailed.filter(({ id }) => person.alarmIds.has(id));
      const draft =
        own.length === 1
          ? await alarmMail(deps, person, own[0]!)
          : await stormMail(deps, person, own);
      return { draft, key: `alarm:${own[0]!.noticeId}:${person.email}` };
    }),
  );
  const { claimed: notices, mailed } = work;
  await write(deps, claim, { notices, mailed, messages, isStorm: true });
}

type AlarmMails = {
  notices: Claimed[];
  mailed: Claimed[];
  messages: { draft: MessageDraft; key: string }[];
  isStorm: boolean;
};

/** Everything or nothing: undone when the claim was lost, or another job mailed one of the alarms meanwhile. */
async function write(deps: TellDeps, claim: string, told: AlarmMails): Promise<void> {
  const { db, now, jobs } = deps;
  const { notices, mailed, messages, isStorm } = told;
  const ids = mailed.map(({ id }) => id);
  const isMine = sql`(select count(*) from alarm_notices where claim = ${claim} and told_at is null and id in (select value from json_each(${JSON.stringify(notices.map(({ noticeId }) => noticeId))}))) = ${notices.length}`;
  const isDue = sql`not exists (select 1 from alarms where id in (select value from json_each(${JSON.stringify(ids)})) and last_mailed_at > ${now - MAIL_EVERY_MS} and last_mailed_at <= ${now + AHEAD_MS})`;
  const sap = newestOfEach(notices.filter((one) => one.sap !== null));
  const statements = [
    db
      .update(alarmNotices)
      .set({
        toldAt: now,
        isStorm,
        createdAt: onlyIf(and(isMine, isDue), sql`${alarmNotices.createdAt}` as unknown as number),
      })
      .where(
        inArray(
          alarmNotices.id,
          notices.map(({ noticeId }) => noticeId),
        ),
      ),
    ...mailed.map((alarm) =>
      writeJournal(db, {
        alarm,
        kind: "told",
        at: now,
        details: {
          addresses: messages.length,
          ...(isStorm ? { alarms: mailed.length } : {}),
        },
      }),
    ),
    db
      .update(alarms)
      .set({ lastMailedAt: now })
      .where(inArray(alarms.id, sql`(select value from json_each(${JSON.stringify(ids)}))`)),
    ...sap.flatMap((alarm) => [
      writeJournal(db, { alarm, kind: "sap", at: now }),
      db.update(alarms).set({ sapLastNotified: now }).where(eq(alarms.id, alarm.id)),
    ]),
  ] as const;
  const drafts = [
    ...messages,
    ...sap.map((alarm) => ({ draft: alarm.sap!, key: `sap:${alarm.noticeId}` })),
  ];
  const [first, ...rest] = statements;
  const answers = await db.batch([
    first,
    ...rest,
    ...drafts.map(({ draft, key }) => writeMessage(db, now, draft, key)),
  ]);
  const written = answers.slice(statements.length).flat() as { id: number }[];
  await deliverSoon(jobs, written);
}

const newestOfEach = <T extends { id: number; raisedAt: number }>(notices: readonly T[]): T[] => [
  ...new Map(
    notices.toSorted((a, b) => a.raisedAt - b.raisedAt).map((one) => [one.id, one]),
  ).values(),
];

/** Machines of the facility of this one; it alone while it has none. */
const sameFacility = (deviceId: number): SQL =>
  sql`(select d.id from devices d join devices own on own.id = ${deviceId} where d.id = own.id or d.facility_id = own.facility_id)`;

async function claimNotices(
  { db, now }: TellDeps,
  deviceId: number,
  claim: string,
): Promise<Claimed[]> {
  const isOpen = and(
    isNull(alarmNotices.toldAt),
    isUnclaimed(now),
    inArray(alarmNotices.deviceId, sameFacility(deviceId)),
  );
  const open = db
    .select({ id: alarmNotices.id })
    .from(alarmNotices)
    .where(isOpen)
    .orderBy(alarmNotices.id)
    .limit(MAX_NOTICES);
  await db
    .update(alarmNotices)
    .set({ claim, claimedUntil: now + CLAIM_MS })
    .where(inArray(alarmNotices.id, open));
  const rows = await db
    .select({
      notice: alarmNotices,
      alarm: alarms,
      machine: devices.name,
      facility: facilities,
    })
    .from(alarmNotices)
    .innerJoin(alarms, eq(alarms.id, alarmNotices.alarmId))
    .innerJoin(devices, eq(devices.id, alarmNotices.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(eq(alarmNotices.claim, claim), isNull(alarmNotices.toldAt)));
  return rows.map(({ notice, alarm, machine, facility }) => ({
    ...alarm,
    noticeId: notice.id,
    raisedAt: notice.raisedAt,
    machine,
    facility,
    sap: sapOf(alarm, facility, now),
  }));
}

/** What is written into the plant's SAP, within its rate. */
function sapOf(
  { sapNotification, sapRateInSeconds, sapLastNotified }: typeof alarms.$inferSelect,
  facility: typeof facilities.$inferSelect | null,
  now: number,
): MessageDraft | null {
  if (sapNotification === null || facility?.sapProtocol !== "IP") return null;
  if (isWithin((sapRateInSeconds ?? 0) * SECOND_MS, sapLastNotified, now)) return null;
  return {
    channel: "sap",
    to: facility.name,
    locale: "en",
    template: "sap_notification",
    subject: sapNotification.ShortText,
    text: JSON.stringify(sapNotification),
    html: null,
    headers: {},
  };
}

/** Whether a storm is on, and whether its last mail is too recent for another one. */
async function lookForStorm(
  { db, now }: TellDeps,
  deviceId: number,
): Promise<{ isStorm: boolean; waits: boolean }> {
  const recent = and(
    between(alarmNotices.createdAt, now - STORM_MS + 1, now + AHEAD_MS),
    inArray(alarmNotices.deviceId, sameFacility(deviceId)),
  );
  const [raised, told] = await db.batch([
    db
      .select({ n: sql<number>`count(distinct ${alarmNotices.alarmId})` })
      .from(alarmNotices)
      .where(recent),
    db
      .select({ n: count() })
      .from(alarmNotices)
      .where(
        and(
          eq(alarmNotices.isStorm, true),
          isNotNull(alarmNotices.toldAt),
          between(alarmNotices.toldAt, now - STORM_MS + 1, now + AHEAD_MS),
          inArray(alarmNotices.deviceId, sameFacility(deviceId)),
        ),
      ),
  ]);
  const waits = (told[0]?.n ?? 0) > 0;
  return { isStorm: (raised[0]?.n ?? 0) >= STORM || waits, waits };
}

const release = async (db: Db, claim: string): Promise<void> => {
  await db
    .update(alarmNotices)
    .set({ claim: null, claimedUntil: null })
    .where(and(eq(alarmNotices.claim, claim), isNull(alarmNotices.toldAt)));
};
