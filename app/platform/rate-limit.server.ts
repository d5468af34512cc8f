import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { rateLimits } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { secondsOver, type Limit } from "#app/domain/access/limits.ts";

const subjectOf = (limit: Limit, of: string): string => `${limit.name}:${sha256Hex(of)}`;

/** Hits further ahead were counted by a clock that was set back since: they would count until it gets there again. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Counts one more of something, for an address, a number or an account; seconds to wait when that is more than the
 * limit, else null. One statement, so that parallel ones are counted exactly.
 */
export async function consumeLimit(
  { db, now }: { db: Db; now: number },
  limit: Limit,
  of: string,
): Promise<number | null> {
  const recent = sql`(select json_group_array(at) from (select value as at from json_each(${rateLimits.hits}) where value > ${now - limit.windowMs} and value <= ${now + CLOCK_TOLERANCE_MS} union all select ${now} limit ${limit.most + 1}))`;
  const [row] = await db
    .insert(rateLimits)
    .values({ subject: subjectOf(limit, of), hits: [now], lastAt: now })
    .onConflictDoUpdate({ target: rateLimits.subject, set: { hits: recent, lastAt: now } })
    .returning({ hits: rateLimits.hits });
  return secondsOver(row?.hits ?? [], limit, now);
}

/** What succeeded counts no longer. */
export async function refundLimit({ db }: { db: Db }, limit: Limit, of: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`json_remove(${rateLimits.hits}, '$[#-1]')` })
    .where(eq(rateLimits.subject, subjectOf(limit, of)));
}
