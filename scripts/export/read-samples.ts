/**
 * Every sample of a range, once, through /v1/telemetry_timeseries. It answers the samples themselves as long as a
 * metric has no more of them than the buckets asked for; where it answers buckets, the range is asked for in halves.
 * A range of 5,000 ms always suffices: a metric has one sample a millisecond at most.
 */
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf } from "#app/domain/extremes.ts";

export type Point = { time: string; value: number | string | null; count: number };
/** Points by metric over [startMs, endMs). */
export type Ask = (
  metrics: string[],
  startMs: number,
  endMs: number,
  datapoints: number,
) => Promise<Record<string, Point[]>>;

export type Sample = { timeMs: number; value: number | string };
/** Samples of consecutive ranges, ascending; metrics without any are left out. */
export type Page = { startMs: number; endMs: number; samples: Map<string, Sample[]> };

const DATAPOINTS = 5_000;
/** Of one answer: each has up to 5,000 points. */
const METRICS_AT_ONCE = 10;
/** What a page should hold of its fullest metric, and how far pages stretch where there is little. */
const FULL_PAGE = 3_600;
const MAX_PAGE_MS = 7 * 24 * HOUR_MS;

export async function* readPages(
  ask: Ask,
  metrics: readonly string[],
  startMs: number,
  endMs: number,
): AsyncGenerator<Page> {
  let lengthMs = HOUR_MS;
  for (let from = startMs; from < endMs;) {
    // Sealed hours are read as a whole, so pages end where hours end.
    const to = Math.min(endMs, Math.floor((from + lengthMs) / HOUR_MS) * HOUR_MS);
    const samples = new Map<string, Sample[]>();
    for (let at = 0; at < metrics.length; at += METRICS_AT_ONCE) {
      await readRange(ask, metrics.slice(at, at + METRICS_AT_ONCE), from, to, samples);
    }
    yield { startMs: from, endMs: to, samples };
    const fullest = Math.max(0, maxOf([...samples.values()].map((list) => list.length)));
    lengthMs =
      fullest * 2 <= FULL_PAGE
        ? Math.min(MAX_PAGE_MS, lengthMs * 2)
        : fullest > FULL_PAGE
          ? Math.max(HOUR_MS, lengthMs / 2)
          : lengthMs;
    from = to;
  }
}

async function readRange(
  ask: Ask,
  metrics: string[],
  startMs: number,
  endMs: number,
  into: Map<string, Sample[]>,
): Promise<void> {
  const answer = await ask(metrics, startMs, endMs, DATAPOINTS);
  const tooFull: string[] = [];
  for (const metric of metrics) {
    const points = Object.hasOwn(answer, metric) ? (answer[metric] ?? []) : [];
    // Buckets are answered for more samples than buckets only: one of them holds two.
    if (points.some(({ count }) => count !== 1)) tooFull.push(metric);
    else append(into, metric, points);
  }
  if (tooFull.length === 0) return;
  const middle = Math.floor((startMs + endMs) / 2);
  if (middle === startMs)
    throw new Error(
      `more than one sample of ${tooFull.join(", ")} at ${new Date(startMs).toISOString()}`,
    );
  await readRange(ask, tooFull, startMs, middle, into);
  await readRange(ask, tooFull, middle, endMs, into);
}

function append(into: Map<string, Sample[]>, metric: string, points: readonly Point[]): void {
  if (points.length === 0) return;
  let list = into.get(metric);
  if (!list) into.set(metric, (list = []));
  for (const { time, value } of points)
    if (value !== null) list.push({ timeMs: Date.parse(time), value });
}
