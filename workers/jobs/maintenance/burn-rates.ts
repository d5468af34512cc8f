/**
 * Keeps the burn rates of every maintenance: hourly, from the hours that its machine ran. The last SETTLED_MS are worked out
 * anew each time, because samples may come late; so a run that is repeated or left out changes nothing.
 */
import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { burnRates, maintenances } from "#app/db/schema/index.ts";
import { burnDown, recommendedFrom, type BurnPoint } from "#app/domain/maintenance/burn.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { sliceOf } from "#workers/jobs/slices.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
const SETTLED_MS = 48 * HOUR_MS;
/** A recorder that was not asked for long is asked for so much at most; before it nobody knows. */
const MAX_READ_MS = 31 * 24 * HOUR_MS;
/** Each machine has its turn once an hour; of a larger fleet, in as many runs as it takes. */
const MACHINES_PER_RUN = 10;
const RUNS_PER_HOUR = 12;

type Deps = { db: Db; now: number; series: Pick<SeriesReader, "steps"> };
type Row = typeof maintenances.$inferSelect;

/** Machines whose work was worked out, and those that could not be read; they come again next time. */
export type BurnOutcome = { machines: number; works: number; failed: number };

export async function keepBurnRates(deps: Deps): Promise<BurnOutcome> {
  const { db } = deps;
  const burns = and(
    isNotNull(maintenances.maxTagThreshold),
    isNotNull(maintenances.lastPerformedAt),
  );
  const machines = await db
    .selectDistinct({ id: maintenances.deviceId })
    .from(maintenances)
    .where(burns);
  const turn = JSON.stringify(
    sliceOf(machines, deps.now, MACHINES_PER_RUN, RUNS_PER_HOUR).map(({ id }) => id),
  );
  const rows = await db
    .select()
    .from(maintenances)
    .where(and(burns, inArray(maintenances.deviceId, sql`(select value from json_each(${turn}))`)))
    .orderBy(asc(maintenances.deviceId), asc(maintenances.id));
  const outcome = { machines: 0, works: 0, failed: 0 };
  for (const [deviceId, works] of Map.groupBy(rows, (row) => row.deviceId)) {
    try {
      outcome.works += await burnMachine(deps, deviceId, works);
      outcome.machines++;
    } catch {
      outcome.failed++;
    }
  }
  return outcome;
}

async function burnMachine(
  { db, now, series }: Deps,
  deviceId: number,
  works: readonly Row[],
): Promise<number> {
  const untilMs = Math.floor(now / HOUR_MS) * HOUR_MS;
  const ids = works.map(({ id }) => id);
  const known = Map.groupBy(
    await db
      .select()
      .from(burnRates)
      .where(inArray(burnRates.maintenanceId, ids))
      .orderBy(asc(burnRates.systemTime)),
    ({ maintenanceId }) => maintenanceId,
  );
  const bases = works.map((work) => baseOf(work, known.get(work.id) ?? [], untilMs));
  const startMs = Math.max(
    untilMs - MAX_READ_MS,
    Math.floor(Math.min(...bases.map(({ from }) => from.timeMs)) / HOUR_MS) * HOUR_MS,
  );
  if (startMs >= untilMs) return 0;
  const buckets = (untilMs - startMs) / HOUR_MS;
  const points =
    (
      await series.steps({
        deviceId,
        metrics: ["machine_running"],
        startMs,
        endMs: untilMs,
        buckets,
      })
    ).points.machine_running ?? [];
  const runHours = hoursOf(points);
  // A machine that was not heard at all has not told that it stood still.
  const isHeard = runHours.length > 0;
  let changed = 0;
  for (const [index, work] of works.entries()) {
    const isByClock = work.kind === "custom";
    if (!isHeard && !isByClock) continue;
    await save(db, work, bases[index]!, { runHours, untilMs, isByClock });
    changed++;
  }
  return changed;
}

/** The mean by time of each hour is how much of it the machine ran; an hour in which it was not heard is left out. */
const hoursOf = (
  points: readonly { timeMs: number; value: unknown }[],
): { hourMs: number; hours: number }[] =>
  points.flatMap(({ timeMs, value }) =>
    typeof value === "number" ? [{ hourMs: timeMs, hours: Math.min(1, value) }] : [],
  );

type Base = { from: BurnPoint; settled: BurnPoint[] };

/** The newest settled point since the work was last done, else the work itself with all of its life. */
function baseOf(
  { lastPerformedAt }: Row,
  known: readonly { systemTime: number; value: number }[],
  untilMs: number,
): Base {
  const performed = lastPerformedAt ?? untilMs;
  const settled = known
    .filter(({ systemTime }) => systemTime >= performed && systemTime <= untilMs - SETTLED_MS)
    .map(({ systemTime, value }) => ({ timeMs: systemTime, value }));
  return { from: settled.at(-1) ?? { timeMs: performed, value: 100 }, settled };
}

type Burn = { runHours: { hourMs: number; hours: number }[]; untilMs: number; isByClock: boolean };

async function save(db: Db, work: Row, { from, settled }: Base, burn: Burn): Promise<void> {
  const fresh = burnDown({ from, lifeHours: work.maxTagThreshold ?? 1, ...burn });
  if (fresh.length === 0) return;
  const line = [...(settled.length > 0 ? settled : [from]), ...fresh];
  const recommendedDate = recommendedFrom(line, work.cutoffValue) ?? work.recommendedDate;
  // Marked as done meanwhile: what was worked out is of the life before.
  const same = eq(maintenances.lastPerformedAt, work.lastPerformedAt ?? 0);
  const still = await db
    .select({ id: maintenances.id })
    .from(maintenances)
    .where(and(eq(maintenances.id, work.id), same))
    .get();
  if (!still) return;
  await db.batch([
    db
      .delete(burnRates)
      .where(and(eq(burnRates.maintenanceId, work.id), gt(burnRates.systemTime, from.timeMs))),
    db
      .insert(burnRates)
      .values(
        line
          .filter(({ timeMs }) => timeMs >= from.timeMs)
          .map(({ timeMs, value }) => ({ maintenanceId: work.id, systemTime: timeMs, value })),
      )
      .onConflictDoNothing(),
    db
      .update(maintenances)
      .set({ recommendedDate })
      .where(and(eq(maintenances.id, work.id), same)),
  ]);
}
