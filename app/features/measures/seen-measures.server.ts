/** Abnormal measures that somebody has looked at: "done" for as long as the value stays abnormal. */
import { and, desc, eq, gt } from "drizzle-orm";
import { annotations, users } from "#app/db/schema/index.ts";
import type { Db } from "#app/db/client.server.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { shareOf } from "#app/domain/detection/abnormal-share.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import {
  addAnnotation,
  deleteAnnotation,
} from "#app/features/analytics/annotations/annotations.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import type { SeenMeasure } from "./measure.ts";

/** What was looked at longer ago is looked at again. */
const SEEN_FOR_MS = 7 * DAY_MS;
/** Series read for one page, of the newest looks. */
const MOST_SEEN = 30;
/** Flags hold by the sample; a rest of a second is no return to normal. */
const STILL_ABNORMAL = 0.999;

/**
 * By human key, the newest look at each measure that is abnormal by `latest`; one whose value was normal after the look is
 * left out, for what is abnormal since then nobody has seen.
 */
export async function listSeenMeasures(
  { db, series, now }: { db: Db; series: Pick<SeriesReader, "abnormal">; now: number },
  deviceId: number,
  latest: LatestValues,
): Promise<Record<string, SeenMeasure>> {
  const isAbnormal = (metric: string | null): metric is string =>
    metric !== null && Object.hasOwn(latest, metric) && latest[metric]?.adFlag === true;
  if (!Object.keys(latest).some(isAbnormal)) return {};
  const rows = await db
    .select({
      id: annotations.id,
      metric: annotations.metric,
      endAt: annotations.endAt,
      at: annotations.createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(annotations)
    .leftJoin(users, eq(users.id, annotations.userId))
    .where(
      and(
        eq(annotations.deviceId, deviceId),
        eq(annotations.kind, "looked_at"),
        gt(annotations.endAt, now - SEEN_FOR_MS),
      ),
    )
    .orderBy(desc(annotations.endAt), desc(annotations.id))
    .limit(10 * MOST_SEEN)
    .all();
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows)
    if (isAbnormal(row.metric) && !newest.has(row.metric) && newest.size < MOST_SEEN)
      newest.set(row.metric, row);
  const looks = await Promise.all(
    [...newest].map(async ([metric, { id, endAt, at, firstName, lastName }]) => {
      const range = { deviceId, startMs: endAt, endMs: now, buckets: 1 };
      const slots =
        endAt < now ? ((await series.abnormal({ ...range, metrics: [metric] }))[metric] ?? []) : [];
      if ((shareOf(slots) ?? 1) < STILL_ABNORMAL) return null;
      return [metric, { id, at, userName: firstName && `${firstName} ${lastName}` }] as const;
    }),
  );
  return Object.fromEntries(looks.filter((look) => look !== null));
}

type Write = Parameters<typeof addAnnotation>[0];

/** Notes that the actor looked at the measure: an annotation of the last minute, as the anomaly explorer makes them. */
export async function markSeen(deps: Write, device: string, humanKey: string): Promise<void> {
  requirePrivileged(deps.actor);
  const span = { startTime: deps.now - MINUTE_MS, endTime: deps.now };
  await addAnnotation(deps, device, { ...span, text: "", metric: humanKey, kind: "looked_at" });
}

/** Deletes such a look by its id; refused as the deletion of any annotation is. */
export async function unmarkSeen(deps: Write, id: number): Promise<void> {
  requirePrivileged(deps.actor);
  await deleteAnnotation(deps, id);
}

function requirePrivileged(actor: Actor): void {
  if (!isPrivileged(actor)) throw new AppError("forbidden");
}
