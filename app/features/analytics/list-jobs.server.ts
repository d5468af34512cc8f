import type { Db } from "#app/db/client.server.ts";
import { canSeeKiwiplan } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { JOB_TAGS, jobsOf, type Job } from "#app/domain/orders/jobs-of.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";

type Deps = { db: Db; actor: Actor; now: number; series: Pick<SeriesReader, "changes"> };

/** Beyond either edge of the range, so that a job that reaches over it has its true beginning and end. */
const AROUND_MS = DAY_MS;

/**
 * The jobs that overlap [startMs, endMs), the earliest first. One that began more than a day before, or ended more than
 * a day after, is told up to there. None where the actor does not see the machine's orders.
 */
export async function listJobs(
  { db, actor, now, series }: Deps,
  { device, startMs, endMs }: { device: string; startMs: number; endMs: number },
): Promise<Job[]> {
  const machine = await requireMachine({ db, actor }, device);
  if (!canSeeKiwiplan(actor, machine)) return [];
  const untilMs = Math.max(endMs, Math.min(now, endMs + AROUND_MS));
  const changes = await series.changes({
    deviceId: machine.id,
    metrics: JOB_TAGS,
    startMs: startMs - AROUND_MS,
    endMs: untilMs,
  });
  return jobsOf(changes, Math.min(untilMs, Math.max(now, startMs))).filter(
    (job) => job.startMs < endMs && job.endMs > startMs,
  );
}
