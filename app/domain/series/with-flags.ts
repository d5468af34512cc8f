/**
 * A metric's points with what was judged of them: whether anything in a point was abnormal, and the bounds of its time.
 * Flags and bounds come as points of their own (detection/companions.ts), on the same grid or as single samples.
 */
import type { SeriesPoint } from "./types.ts";

export type FlagSources = {
  flags: readonly SeriesPoint[];
  upper: readonly SeriesPoint[];
  lower: readonly SeriesPoint[];
  /** Bounds of thresholds: from when (Unix ms), lower, upper, again and again; undefined without. */
  bands: Float64Array | undefined;
  /** Per bucket the share of what held that was abnormal; null where the points are samples. */
  shares: readonly number[] | null;
};

/** Points ascend. Those without a value stay as they are. */
export function withFlags(points: readonly SeriesPoint[], sources: FlagSources): SeriesPoint[] {
  const { flags, upper, lower, bands, shares } = sources;
  if (flags.length + upper.length + lower.length === 0 && !bands) return [...points];
  const abnormal = spread(points, flags, (point) => (isAbnormal(point) ? 1 : 0), Math.max);
  const above = spread(points, upper, valueOf, Math.max);
  const below = spread(points, lower, valueOf, Math.min);
  let band = 0;
  return points.map((point, i) => {
    if (point.value === null || typeof point.value === "string") return point;
    while (bands && band + 3 < bands.length && (bands[band + 3] as number) <= point.timeMs)
      band += 3;
    const isInForce = bands !== undefined && (bands[band] as number) <= point.timeMs;
    const low = below[i] ?? (isInForce ? finite(bands[band + 1]) : null);
    const high = above[i] ?? (isInForce ? finite(bands[band + 2]) : null);
    const isJudged = low !== null || high !== null || abnormal[i] !== null;
    const share = abnormal[i] === 1 ? (shares?.[i] ?? 1) : 1;
    return {
      ...point,
      lower: low,
      upper: high,
      adFlag: isJudged ? abnormal[i] === 1 : null,
      ...(share > 0 && share < 1 ? { adShare: share } : {}),
    };
  });
}

const isAbnormal = ({ value, max }: SeriesPoint): boolean =>
  (max ?? 0) > 0 || (typeof value === "number" && value > 0);

const valueOf = ({ value }: SeriesPoint): number | null =>
  typeof value === "number" ? value : null;

const finite = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Per point what the others, each in the last point that begins at or before it, add up to; null without any. */
function spread(
  points: readonly SeriesPoint[],
  others: readonly SeriesPoint[],
  read: (point: SeriesPoint) => number | null,
  fold: (a: number, b: number) => number,
): (number | null)[] {
  const found: (number | null)[] = new Array<number | null>(points.length).fill(null);
  let at = -1;
  for (const other of others) {
    while (at + 1 < points.length && (points[at + 1] as SeriesPoint).timeMs <= other.timeMs) at++;
    const value = at < 0 ? null : read(other);
    if (value === null) continue;
    const known = found[at] ?? null;
    found[at] = known === null ? value : fold(known, value);
  }
  return found;
}
