import { and, inArray, isNotNull, isNull, lt, lte, ne, not, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/db/client.server.ts";
import {
  alarmJournal,
  alarmNotices,
  alarms,
  apiTokens,
  auditEntries,
  emailChanges,
  displayPairings,
  outboxMessages,
  passwordTokens,
  phoneCodes,
  rateLimits,
  samplerKeys,
  sentForms,
  sessions,
  addressThrottles,
  signInFailures,
} from "#app/db/schema/index.ts";
import { endedHash } from "#app/platform/access/find-caller.server.ts";
import { DAY_MS } from "#app/domain/durations.ts";

/** Rows per table and run: a D1 statement must stay short. The rest waits for the next run. */
const MAX_ROWS = 500;
/** An unknown address stays locked this long without a further try, as a known one would until its reset. */
const SIGN_IN_FAILURE_MS = 30 * DAY_MS;
/** Used and expired links are kept a day, so that a late visitor's refusal can be looked up. */
const KEPT_MS = DAY_MS;

/** Longer than any window that is counted by. */
const RATE_LIMIT_MS = DAY_MS;
const OUTBOX_MS = 90 * DAY_MS;
/** Longer than anybody leaves a form open whose answer was lost. */
const SENT_FORM_MS = DAY_MS;
const API_TOKEN_MS = 30 * DAY_MS;
/** Three years, which a trigger of the table holds too, and a day for clocks that differ. */
const AUDIT_MS = (3 * 365 + 1) * DAY_MS;

/** Two years. */
const ALARM_JOURNAL_MS = 2 * 365 * DAY_MS;

/**
 * While the alarm is on, its notice says that people were told: without it they would be told again. Its messages' keys,
 * which say the same of each person, are kept as long as a notice of an alarm that went off.
 */
const isOnSince = sql`exists (select 1 from ${alarms} where ${alarms.id} = ${alarmNotices.alarmId} and ${alarms.inAlarm} and ${alarms.triggeredAt} <= ${alarmNotices.raisedAt})`;
/** Ids ascend with time: of the table only the rows before this one are read. */
const firstNoticeSince = (timeMs: number): SQL<number> =>
  sql<number>`coalesce((select newer.id from alarm_notices as newer where newer.created_at >= ${timeMs} order by newer.id limit 1), ${Number.MAX_SAFE_INTEGER})`;

export type Purged = {
  sessions: number;
  tokens: number;
  signInFailures: number;
  addressThrottles: number;
  samplerKeys: number;
  rateLimits: number;
  phoneCodes: number;
  messages: number;
  apiTokens: number;
  pairings: number;
  emailChanges: number;
  auditEntries: number;
  alarmJournal: number;
  alarmNotices: number;
  sentForms: number;
};

/**
 * Removes what has expired, and marks as ended what is kept for a while: every reader checks the time itself, but a clock
 * that is set back would bring it to life again. `keptMs`: how late it is held to be, for what nobody could make again.
 */
export async function purgeExpired({
  db,
  now,
  keptMs,
}: {
  db: Db;
  now: number;
  keptMs: number;
}): Promise<Purged> {
  await db
    .update(apiTokens)
    .set({ tokenHash: endedHash })
    .where(and(lte(apiTokens.expiresAt, now), ne(apiTokens.tokenHash, endedHash)));
  await db
    .update(passwordTokens)
    .set({ usedAt: sql`${passwordTokens.expiresAt}` })
    .where(and(lte(passwordTokens.expiresAt, now), isNull(passwordTokens.usedAt)));
  const remove = async (
    table: SQLiteTable,
    key: SQLiteColumn,
    condition: SQL | undefined,
  ): Promise<number> => {
    const doomed = db.select({ key }).from(table).where(condition).limit(MAX_ROWS);
    const { meta } = await db.delete(table).where(inArray(key, doomed));
    return meta.changes;
  };
  return {
    auditEntries: await remove(
      auditEntries,
      auditEntries.id,
      lt(auditEntries.at, keptMs - AUDIT_MS),
    ),
    alarmJournal: await remove(
      alarmJournal,
      alarmJournal.id,
      lt(alarmJournal.at, keptMs - ALARM_JOURNAL_MS),
    ),
    alarmNotices: await remove(
      alarmNotices,
      alarmNotices.id,
      and(
        lt(alarmNotices.id, firstNoticeSince(keptMs - OUTBOX_MS)),
        lt(alarmNotices.createdAt, keptMs - OUTBOX_MS),
        isNotNull(alarmNotices.toldAt),
        not(isOnSince),
      ),
    ),
    sessions: await remove(sessions, sessions.id, lt(sessions.expiresAt, now)),
    tokens: await remove(
      passwordTokens,
      passwordTokens.id,
      or(
        lt(passwordTokens.expiresAt, now - KEPT_MS),
        and(isNotNull(passwordTokens.usedAt), lt(passwordTokens.usedAt, now - KEPT_MS)),
      ),
    ),
    signInFailures: await remove(
      signInFailures,
      signInFailures.subject,
      lt(signInFailures.lastAt, now - SIGN_IN_FAILURE_MS),
    ),
    addressThrottles: await remove(
      addressThrottles,
      addressThrottles.network,
      lt(addressThrottles.lastAt, now - RATE_LIMIT_MS),
    ),
    samplerKeys: await remove(
      samplerKeys,
      samplerKeys.id,
      and(isNotNull(samplerKeys.expiresAt), lt(samplerKeys.expiresAt, now)),
    ),
    rateLimits: await remove(
      rateLimits,
      rateLimits.subject,
      lt(rateLimits.lastAt, now - RATE_LIMIT_MS),
    ),
    phoneCodes: await remove(phoneCodes, phoneCodes.userId, lt(phoneCodes.expiresAt, now)),
    sentForms: await remove(sentForms, sentForms.key, lt(sentForms.createdAt, now - SENT_FORM_MS)),
    messages: await remove(
      outboxMessages,
      outboxMessages.id,
      lt(outboxMessages.createdAt, keptMs - OUTBOX_MS),
    ),
    pairings: await remove(displayPairings, displayPairings.id, lt(displayPairings.expiresAt, now)),
    emailChanges: await remove(emailChanges, emailChanges.userId, lt(emailChanges.expiresAt, now)),
    apiTokens: await remove(
      apiTokens,
      apiTokens.id,
      or(
        lt(apiTokens.expiresAt, now - API_TOKEN_MS),
        and(isNotNull(apiTokens.revokedAt), lt(apiTokens.revokedAt, now - API_TOKEN_MS)),
      ),
    ),
  };
}
