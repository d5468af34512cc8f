/**
 * Keeps what the prediction learns from: each machine's days, as facts by the hour. A day is read when it is over and twice
 * more, hours and days later, because samplers deliver late; days further back come by themselves, the newest first.
 */
import { and, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { machineDays } from "#app/db/schema/index.ts";
import { packHour } from "#app/domain/prediction/hour-facts.ts";
import { inTurns } from "#workers/jobs/in-turns.ts";
import { readHours, type SeriesSource } from "./read-hours.ts";
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";
/** Days back that are learned from; older ones are forgotten. */
export const KEPT_DAYS = 60;
/** After the last read, by how often it was read; then the day is done. */
const READ_AGAIN_MS = [0, 6 * HOUR_MS, 48 * HOUR_MS];
/** Samplers that buffer for a moment are waited for. */
const SETTLE_MS = 30 * 60_000;

type Deps = SeriesSource & { db: Db; now: number };
type Day = { deviceId: number; day: number; reads: number };
export type Gathered = { days: number; left: number; failed: number };

/** Reads at most `maxDays` of the machines' days. One that fails is read next time. */
export async function gatherDays(
  deps: Deps,
  deviceIds: readonly number[],
  maxDays: number,
): Promise<Gathered> {
  const { db, now } = deps;
  if (deviceIds.length === 0) return { days: 0, left: 0, failed: 0 };
  const due = await listDue(deps, deviceIds);
  const outcome = { days: 0, left: Math.max(0, due.length - maxDays), failed: 0 };
  await inTurns(due.slice(0, maxDays), 1, async ({ deviceId, day, reads }) => {
    try {
      const hours = (await readHours(deps, deviceId, day, 24)).map(packHour);
      const row = { deviceId, day, hours, reads: reads + 1, readAt: now };
      const { deviceId: _id, day: _day, ...again } = row;
      await db
        .insert(machineDays)
        .values(row)
        .onConflictDoUpdate({ target: [machineDays.deviceId, machineDays.day], set: again });
      outcome.days++;
    } catch {
      outcome.failed++;
    }
  });
  const oldest = firstDay(now);
  await db.delete(machineDays).where(and(lt(machineDays.day, oldest), inMachines(deviceIds)));
  return outcome;
}

async function listDue({ db, now }: Deps, deviceIds: readonly number[]): Promise<Day[]> {
  const rows = await db
    .select({
      deviceId: machineDays.deviceId,
      day: machineDays.day,
      reads: machineDays.reads,
      readAt: machineDays.readAt,
    })
    .from(machineDays)
    .where(inMachines(deviceIds));
  const known = new Map(rows.map((row) => [`${row.deviceId} ${row.day}`, row]));
  const due: Day[] = [];
  for (let day = firstDay(now); day + DAY_MS + SETTLE_MS <= now; day += DAY_MS)
    for (const deviceId of deviceIds) {
      const { reads, readAt } = known.get(`${deviceId} ${day}`) ?? { reads: 0, readAt: -Infinity };
      const wait = READ_AGAIN_MS[reads];
      if (wait !== undefined && now - readAt >= wait) due.push({ deviceId, day, reads });
    }
  return due.sort((a, b) => a.reads - b.reads || b.day - a.day);
}

const firstDay = (now: number): number => (Math.floor(now / DAY_MS) - KEPT_DAYS) * DAY_MS;
/** One bound list however many machines. */
const inMachines = (ids: readonly number[]) =>
  inArray(machineDays.deviceId, sql`(select value from json_each(${JSON.stringify(ids)}))`);
