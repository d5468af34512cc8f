import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

/** A Helios that was off for longer is told apart from a clock that runs ahead by the reader of the line. */
const MAX_AHEAD_MS = 30 * DAY_MS;
const MAX_BEHIND_MS = HOUR_MS;

/** What Helios notes while it runs. */
const NEWEST = sql`SELECT max(at) AS at FROM (
  SELECT max(at) AS at FROM audit_entries
  UNION ALL SELECT max(last_seen_at) FROM sessions
  UNION ALL SELECT max(predicted_at) FROM downtime_predictions)`;

/** A line when the clock (Unix ms) differs wildly from the newest thing that Helios noted; null when it does not, or nothing was noted. */
export async function clockWarning(db: Db, nowMs: number): Promise<string | null> {
  const newest = (await db.get<{ at: number | null }>(NEWEST)).at;
  if (newest === null) return null;
  const [now, last] = [new Date(nowMs), new Date(newest)].map((time) => time.toISOString());
  if (nowMs - newest > MAX_AHEAD_MS)
    return `the clock says ${now}, but the newest data is of ${last}: if the clock runs ahead, set it right. Nothing is deleted because of it.`;
  if (newest - nowMs > MAX_BEHIND_MS)
    return `the clock says ${now}, but there is data of ${last} already: if the clock runs behind, set it right. Samples from the future are refused.`;
  return null;
}
