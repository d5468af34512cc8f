/**
 * The burn rates of a machine's maintenances, from the hours that it ran since each work was last done. All of them are
 * worked out anew each time, and only what differs is written: samples that come late, however late, and a completion in the
 * past correct the curve, and a run that is repeated or left out changes nothing.
 */
import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { columnsInOrder } from "#app/db/columns-in-order.ts";
import { burnRates, maintenances } from "#app/db/schema/index.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { minOf } from "#app/domain/extremes.ts";
import {
  burnDown,
  recommendedDateOf,
  startOfBurn,
  type BurnPoint,
  type RunHour,
} from "#app/domain/maintenance/burn.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { lifeHoursOf } from "#app/domain/maintenance/status.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { readRunHours } from "./read-run-hours.server.ts";

/** Work that was not done for longer is looked at from here on. */
const MAX_READ_MS = 3 * 366 * 24 * HOUR_MS;

export type BurnDeps = { db: Db; now: number; series: Pick<SeriesReader, "steps"> };
type Row = typeof maintenances.$inferSelect;

/** What has a beginning: a custom one is taken to be new when it was added. */
export const BURNS = and(
  isNotNull(maintenances.maxTagThreshold),
  or(isNotNull(maintenances.lastPerformedAt), eq(maintenances.kind, CUSTOM_KIND)),
);

/** A machine's, or one of its works, such as one that was just marked as done. Answers how many works were looked at. */
export async function keepBurnRatesOf(
  deps: BurnDeps,
  deviceId: number,
  only?: { id: number },
): Promise<number> {
  const { db, now } = deps;
  const untilMs = Math.floor(now / HOUR_MS) * HOUR_MS;
  const wanted = and(eq(maintenances.deviceId, deviceId), only && eq(maintenances.id, only.id));
  const ids = db.select({ id: maintenances.id }).from(maintenances).where(wanted);
  const [works, points] = await db.batch([
    db.select().from(maintenances).where(and(BURNS, wanted)).orderBy(asc(maintenances.id)),
    db
      .select()
      .from(burnRates)
      .where(inArray(burnRates.maintenanceId, ids))
      .orderBy(asc(burnRates.systemTime)),
  ]);
  const known = Map.groupBy(points, ({ maintenanceId }) => maintenanceId);
  const begins = works.filter((work) => beginOf(work) < untilMs);
  const wearing = begins.filter(({ kind }) => kind !== CUSTOM_KIND);
  const firstMs = Math.min(untilMs, minOf(wearing.map(beginOf)));
  const runHours = await readRunHours(deps.series, deviceId, {
    startMs: Math.max(untilMs - MAX_READ_MS, Math.floor(firstMs / HOUR_MS) * HOUR_MS),
    endMs: untilMs,
  });
  let looked = 0;
  for (const work of begins) {
    const isByClock = work.kind === CUSTOM_KIND;
    // A machine that was not heard at all has not told that it stood still.
    if (runHours.length === 0 && !isByClock) continue;
    const held = (known.get(work.id) ?? []).map(({ systemTime, value }) => ({
      timeMs: systemTime,
      value,
    }));
    await keepWork(db, work, held, { runHours, untilMs, isByClock });
    looked++;
  }
  return looked;
}

const beginOf = ({ lastPerformedAt, createdAt }: Row): number => lastPerformedAt ?? createdAt;

type Burn = { runHours: readonly RunHour[]; untilMs: number; isByClock: boolean };

async function keepWork(db: Db, work: Row, known: readonly BurnPoint[], burn: Burn): Promise<void> {
  const lifeHours = lifeHoursOf(work) ?? 1;
  const { from, kept } = startOfBurn({ beginMs: beginOf(work), known, ...burn });
  const line = [...kept, ...burnDown({ from, lifeHours, ...burn })];
  const recommendedDate = recommendedDateOf(line, { lifeHours, cutoffValue: work.cutoffValue });
  const values = new Map(line.map(({ timeMs, value }) => [timeMs, value]));
  const before = new Map(known.map(({ timeMs, value }) => [timeMs, value]));
  const gone = known.filter(({ timeMs }) => !values.has(timeMs)).map(({ timeMs }) => timeMs);
  const changed = line.filter(({ timeMs, value }) => before.get(timeMs) !== value);
  if (gone.length + changed.length === 0 && recommendedDate === work.recommendedDate) return;
  const rows = JSON.stringify(changed.map(({ timeMs, value }) => [timeMs, value]));
  // Marked as done meanwhile: what was worked out is of the life before.
  const isSameLife = sql`exists (select 1 from maintenances where id = ${work.id} and last_performed_at is ${work.lastPerformedAt} and double_up is ${work.doubleUp})`;
  await db.batch([
    db
      .delete(burnRates)
      .where(
        and(
          eq(burnRates.maintenanceId, work.id),
          sql`${burnRates.systemTime} in (select value from json_each(${JSON.stringify(gone)}))`,
          isSameLife,
        ),
      ),
    db
      .insert(burnRates)
      .select(
        sql`select ${columnsInOrder(burnRates, {
          maintenanceId: work.id,
          systemTime: sql`value ->> 0`,
          value: sql`value ->> 1`,
        })} from json_each(${rows}) where ${isSameLife}`,
      )
      .onConflictDoUpdate({
        target: [burnRates.maintenanceId, burnRates.systemTime],
        set: { value: sql`excluded.value` },
      }),
    db
      .update(maintenances)
      .set({ recommendedDate })
      .where(and(eq(maintenances.id, work.id), isSameLife)),
  ]);
}
