/**
 * How finely each part of a range must be known to answer its buckets. Pure, and knows of no file: which of the ways is
 * taken depends on what they cost (plan-sources.ts).
 *
 * A way is exact where no row stands for samples of two buckets: rows of the coarsest level that fits into a
 * bucket, and samples where an edge cuts one. Where edges cut many, a way that snaps lets each row count to the bucket
 * it begins in; the buckets then begin where a row does.
 *
 * Every way begins before the range, as far as what holds into it may have come (held.ts).
 */
import { bucketStartMs, type BucketGrid } from "./bucket-edges.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { ceilTo, floorTo, UNIT_MS, type Level, type RollupLevel } from "./levels.ts";

export type Span = { level: Level; fromMs: number; toMs: number };
export type RangePlan = {
  /** Ascending, disjoint, together the range. */
  spans: Span[];
  /** Length of the unit that buckets begin with; 0 where they begin where they should. */
  snapMs: number;
};

/** More cut units than this are no way to be exact: reading the samples of all is. */
const MAX_CUTS = 16;
const COARSEST_FIRST: readonly RollupLevel[] = ["day", "hour", "minute"];
const FINER: Record<RollupLevel, Level> = { day: "hour", hour: "raw", minute: "raw" };

/** How far before the range samples, minutes or hours are read at most, in milliseconds. */
export const LEAD_MS = HOUR_MS;

/**
 * The ways to answer the grid, the best first: exact ones by falling coarseness, then those that snap by falling fineness.
 * Samples hold for `holdMs` at most.
 */
export function* planRange(grid: BucketGrid, holdMs: number): Generator<RangePlan> {
  for (const { spans, snapMs } of waysOf(grid)) yield { spans: withLead(spans, holdMs), snapMs };
}

function* waysOf(grid: BucketGrid): Generator<RangePlan> {
  const { startMs, endMs, buckets } = grid;
  const fitting = COARSEST_FIRST.filter((level) => UNIT_MS[level] * buckets <= endMs - startMs);
  for (const level of fitting) {
    const cuts = cutEdges(grid, UNIT_MS[level]);
    if (cuts.length <= MAX_CUTS)
      yield { spans: cover(level, [startMs, ...cuts, endMs]), snapMs: 0 };
  }
  yield { spans: rawSpans(grid), snapMs: 0 };
  for (const level of [...fitting].reverse())
    yield { spans: cover(level, [startMs, endMs]), snapMs: UNIT_MS[level] };
}

const rawSpans = ({ startMs, endMs }: Pick<BucketGrid, "startMs" | "endMs">): Span[] => [
  { level: "raw", fromMs: startMs, toMs: endMs },
];

export const rawPlan = (
  grid: Pick<BucketGrid, "startMs" | "endMs">,
  holdMs: number,
): RangePlan => ({ spans: withLead(rawSpans(grid), holdMs), snapMs: 0 });

/** With what holds into the range, as finely as the range begins, in whole units, and by the hour where it begins with days. */
function withLead([first, ...others]: Span[], holdMs: number): Span[] {
  if (!first || holdMs === 0) return first ? [first, ...others] : [];
  const { level, fromMs } = first;
  if (level === "day")
    return [{ level: "hour", fromMs: fromMs - HOUR_MS, toMs: fromMs }, first, ...others];
  const leadMs = level === "raw" ? holdMs : ceilTo(holdMs, UNIT_MS[level]);
  return [{ ...first, fromMs: fromMs - leadMs }, ...others];
}

/** Edges between buckets that are no edges of units, as long as they are few. */
function cutEdges(grid: BucketGrid, unitMs: number): number[] {
  const cuts: number[] = [];
  for (let index = 1; index < grid.buckets && cuts.length <= MAX_CUTS; index++) {
    const edge = bucketStartMs(grid, index);
    if (edge % unitMs !== 0) cuts.push(edge);
  }
  return cuts;
}

/** Spans of at most that coarseness between the edges, none across one. */
function cover(level: RollupLevel, edges: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (let i = 1; i < edges.length; i++)
    coverSpan(level, edges[i - 1] as number, edges[i] as number, spans);
  return spans;
}

function coverSpan(level: Level, fromMs: number, toMs: number, spans: Span[]): void {
  if (toMs <= fromMs) return;
  if (level === "raw") return addSpan(spans, { level, fromMs, toMs });
  const unitMs = UNIT_MS[level];
  const [from, to] = [ceilTo(fromMs, unitMs), floorTo(toMs, unitMs)];
  if (from >= to) return coverSpan(FINER[level], fromMs, toMs, spans);
  coverSpan(FINER[level], fromMs, from, spans);
  addSpan(spans, { level, fromMs: from, toMs: to });
  coverSpan(FINER[level], to, toMs, spans);
}

function addSpan(spans: Span[], span: Span): void {
  const last = spans[spans.length - 1];
  if (last && last.level === span.level && last.toMs === span.fromMs) last.toMs = span.toMs;
  else spans.push(span);
}
