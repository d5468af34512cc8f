/** Of each stretch in which thresholds flagged a measure, a sample that lay beyond its bounds, with the state of its moment. */
import { DAY_MS } from "#app/domain/durations.ts";
import { THRESHOLD_DAYS } from "#app/domain/detection/threshold.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";

type Series = Pick<SeriesReader, "telemetry">;
type Beyond = Omit<UtsReason, "why"> & {
  why: { code: "threshold"; observed: number; low: number | null; high: number | null };
};
type Asked = { deviceId: number; metric: string; startMs: number; endMs: number };

const BUCKETS = 300;
/** Stretches that are told: the newest. Each is read closely. */
export const MAX_STRETCHES = 10;
/** In which the first sample is looked for: hours of the days that bounds are made of. */
const FIRST_BUCKETS = THRESHOLD_DAYS * 24;
/** Samples of a stretch that come one by one; of more, the part that goes furthest is read again. */
const CLOSE_BUCKETS = 2_000;
const MAX_READS = 4;

/** Ascending; none of a stretch in which UTS found an anomaly begin, because that is told already. */
export async function findBeyond(
  series: Series,
  asked: Asked,
  byUts: readonly UtsReason[],
): Promise<UtsReason[]> {
  const { points } = await read(series, asked, BUCKETS);
  const stretches = stretchesOf(points, asked)
    .filter(
      ({ startMs, endMs }) => !byUts.some(({ timeMs }) => timeMs >= startMs && timeMs < endMs),
    )
    .slice(-MAX_STRETCHES);
  const found: Beyond[] = [];
  for (const { furthest } of stretches) {
    const reason = await readClosely(series, { ...asked, ...furthest });
    if (reason) found.push(reason);
  }
  return withSince(series, asked, found);
}

/** What is expected was learned in the days before, but of no time before the measure's first sample. */
async function withSince(
  series: Series,
  asked: Asked,
  found: readonly Beyond[],
): Promise<UtsReason[]> {
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return [];
  const startMs = learnedFrom(first.timeMs);
  const { points } = await read(series, { ...asked, startMs, endMs: last.timeMs }, FIRST_BUCKETS);
  const firstMs = points.find(({ count }) => count > 0)?.timeMs ?? startMs;
  return found.map((each) => ({
    ...each,
    why: { ...each.why, sinceMs: Math.max(learnedFrom(each.timeMs), firstMs) },
  }));
}

const learnedFrom = (timeMs: number): number => timeMs - THRESHOLD_DAYS * DAY_MS;

async function read(series: Series, { metric, ...range }: Asked, buckets: number) {
  const { points, states } = await series.telemetry({ ...range, metrics: [metric], buckets });
  return { points: points[metric] ?? [], states };
}

/** The lowest and highest of a bucket may be of a moment that nothing judged: only of a sample itself that is known. */
async function readClosely(series: Series, asked: Asked): Promise<Beyond | null> {
  let span = asked;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const { points, states } = await read(series, span, CLOSE_BUCKETS);
    const at = furthestOf(points);
    const point = points[at];
    if (!point) return null;
    if (point.count > 1) {
      span = { ...span, startMs: point.timeMs, endMs: endOf(points, at, span) };
      continue;
    }
    const { timeMs, value, lower, upper } = point;
    if (typeof value !== "number" || beyond(point, value) <= 0) return null;
    return {
      metric: asked.metric,
      timeMs,
      state: stateAt(states, timeMs),
      why: { code: "threshold", observed: value, low: lower, high: upper },
    };
  }
  return null;
}

function stateAt(states: readonly StateChange[], timeMs: number): number | null {
  const last = states.findLast((state) => state.timeMs <= timeMs);
  return last === undefined || last.isSilent ? null : last.code;
}

type Stretch = { startMs: number; endMs: number; furthest: { startMs: number; endMs: number } };

function stretchesOf(points: readonly SeriesPoint[], asked: Asked): Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = 0, to = 0; from < points.length; from = Math.max(to, from + 1)) {
    for (to = from; points[to]?.adFlag === true; to++);
    if (to === from) continue;
    const own = points.slice(from, to);
    const at = from + furthestOf(own);
    if (at < from) continue;
    stretches.push({
      startMs: points[from]!.timeMs,
      endMs: endOf(points, to - 1, asked),
      furthest: { startMs: points[at]!.timeMs, endMs: endOf(points, at, asked) },
    });
  }
  return stretches;
}

const endOf = (points: readonly SeriesPoint[], at: number, { endMs }: { endMs: number }): number =>
  points[at]?.endMs ?? points[at + 1]?.timeMs ?? endMs;

/**
 * Of the flagged points the one with the value that lies furthest beyond a bound; of buckets in which none does, because
 * their bounds are means of tighter and wider ones, the one of which most was abnormal. -1 without any.
 */
function furthestOf(points: readonly SeriesPoint[]): number {
  let [best, most] = [-1, -Infinity];
  points.forEach((point, at) => {
    const { adFlag, adShare = 1, min, max } = point;
    if (adFlag !== true || min === null || max === null) return;
    const by = Math.max(beyond(point, min), beyond(point, max));
    const rank = by > 0 ? by : adShare - 1;
    if (rank > most) [best, most] = [at, rank];
  });
  return best;
}

/** How far a value lies outside of the point's bounds, in their width. */
function beyond({ lower, upper }: SeriesPoint, value: number): number {
  const width = lower !== null && upper !== null && upper > lower ? upper - lower : 1;
  const above = upper === null ? 0 : (value - upper) / width;
  const below = lower === null ? 0 : (lower - value) / width;
  return Math.max(above, below);
}
