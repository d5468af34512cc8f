import type { Db } from "#app/db/client.server.ts";
import { canSeeKiwiplan } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { JOB_TAGS, jobsOf, type Changes, type Job } from "#app/domain/orders/jobs-of.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";

type Deps = { db: Db; actor: Actor; now: number; series: Pick<SeriesReader, "changes"> };

/** Beyond either edge of the range, so that a job that reaches over it has its true beginning and end. */
const AROUND_MS = DAY_MS;
/** So much more where a job reaches over that, too: a weekend, a week of holidays. */
const FAR_MS = 7 * DAY_MS;
/** CONTRACT §4: a text holds so long; who sends it at all sends it again by then. */
const HOLDS_MS = 15 * MINUTE_MS;

/**
 * The jobs that overlap [startMs, endMs), the earliest first, exact to the sample. One that began more than eight days
 * before, or ended more than eight days after, is told up to there. None where the actor does not see the machine's orders.
 */
export async function listJobs(
  { db, actor, now, series }: Deps,
  { device, startMs, endMs }: { device: string; startMs: number; endMs: number },
): Promise<Job[]> {
  const machine = await requireMachine({ db, actor }, device);
  if (!canSeeKiwiplan(actor, machine)) return [];
  const read = (from: number, to: number) =>
    series.changes({ deviceId: machine.id, metrics: JOB_TAGS, startMs: from, endMs: to });
  const upTo = (edgeMs: number) => Math.max(endMs, Math.min(now, edgeMs));
  const near = { startMs: startMs - AROUND_MS, endMs: upTo(endMs + AROUND_MS) };
  const far = { startMs: near.startMs - FAR_MS, endMs: upTo(near.endMs + FAR_MS) };
  let changes: Changes = await read(near.startMs, near.endMs);
  let untilMs = near.endMs;
  const overlapping = () => {
    const end = Math.min(untilMs, Math.max(now, startMs));
    return jobsOf(changes, end).filter((job) => job.startMs < endMs && job.endMs > startMs);
  };
  if ((overlapping()[0]?.startMs ?? Infinity) < near.startMs + HOLDS_MS)
    changes = joined(await read(far.startMs, near.startMs), changes);
  if (far.endMs > near.endMs && overlapping().at(-1)?.endMs === near.endMs) {
    changes = joined(changes, await read(near.endMs, far.endMs));
    untilMs = far.endMs;
  }
  return overlapping();
}

/** The changes of two ranges that follow each other: what held over the edge did not change there. */
const joined = (earlier: Changes, later: Changes): Changes =>
  Object.fromEntries(
    JOB_TAGS.map((tag) => {
      const [before, [first, ...rest]] = [earlier[tag] ?? [], later[tag] ?? []];
      const isSame = first === undefined || first.value === before.at(-1)?.value;
      return [tag, isSame ? [...before, ...rest] : [...before, first, ...rest]];
    }),
  );
