/**
 * Threshold detection: a value is abnormal below the lower or above the upper percentile of the tag's
 * own last 30 days while the machine ran. Each day is summed up once; a day's bounds come from the 30 summaries before it.
 *
 * A summary is deterministic and of bounded size. A day of up to 10,000 samples is kept whole. A longer one is sorted and
 * cut into groups of g = 2·⌊n / 10,000⌋ + 1 neighbours, each told by its middle one, which counts g times. Of all groups
 * only one holds both values up to x and above it; by its middle value it is counted with at most ⌊g / 2⌋ = ⌊n / 10,000⌋
 * too many or too few. So a rank is wrong by at most 1e-4 of the day's samples, and of 30 days together by at most 1e-4
 * of theirs. KLL and REQ keep that only with a chance, and at 1e-4 with more bytes; a t-digest promises no rank at all.
 */
import type { Why } from "./why.ts";

export const THRESHOLD_DAYS = 30;
export const MIN_THRESHOLD_SAMPLES = 1_000;
/** A rank may be wrong by one in so many samples. */
const RANKS = 10_000;
const BYTES_PER_ENTRY = 12;
/** Of one day: 10,000 different values kept whole. */
export const MAX_SUMMARY_BYTES = RANKS * BYTES_PER_ENTRY;

/** Different values in ascending order and how many samples each stands for. */
export type DaySummary = { values: Float64Array; counts: Uint32Array };

/** `null`: that side is off, or all of it is usual. Holds from one recomputation to the next. */
export type ThresholdBounds = { lower: number | null; upper: number | null };

export type Percentiles = { lower: number; upper: number };

/** Sums up a day's values, those while the machine ran; what is not finite is left out. The list stays as it is. */
export function summarizeDay(samples: Float64Array): DaySummary {
  const sorted = samples.filter(Number.isFinite).sort();
  const total = sorted.length;
  const size = total <= RANKS ? 1 : 2 * Math.floor(total / RANKS) + 1;
  const values = new Float64Array(Math.ceil(total / size));
  const counts = new Uint32Array(values.length);
  let entries = 0;
  for (let from = 0; from < total; from += size) {
    const length = Math.min(size, total - from);
    const middle = sorted[from + (length >> 1)]!;
    if (entries === 0 || values[entries - 1] !== middle) values[entries++] = middle;
    counts[entries - 1]! += length;
  }
  return { values: values.slice(0, entries), counts: counts.slice(0, entries) };
}

/**
 * The bounds that the days before give, from their summaries in any order; null below 1,000 samples. A percentile of 0
 * or 100 switches its side off. Percentiles are of type 7 (Hyndman and Fan 1996, as R's and a spreadsheet's PERCENTILE).
 */
export function thresholdBounds(
  days: readonly DaySummary[],
  percentiles: Percentiles,
): ThresholdBounds | null {
  const kept = days.slice(-THRESHOLD_DAYS);
  let total = 0;
  for (const { counts } of kept) for (const count of counts) total += count;
  if (total < MIN_THRESHOLD_SAMPLES) return null;
  const { lower, upper } = percentiles;
  return {
    lower: lower <= 0 ? null : percentileOf(kept, total, lower / 100),
    upper: upper >= 100 ? null : percentileOf(kept, total, upper / 100),
  };
}

/** Whether a value lies below or above the bounds of its time; a value at a bound is usual. */
export function judgeThreshold(
  value: number,
  bounds: ThresholdBounds | null,
): "below" | "above" | null {
  if (bounds === null) return null;
  if (bounds.lower !== null && value < bounds.lower) return "below";
  return bounds.upper !== null && value > bounds.upper ? "above" : null;
}

export const whyThreshold = (value: number, bounds: ThresholdBounds, sinceMs: number): Why => ({
  code: "threshold",
  observed: value,
  low: bounds.lower,
  high: bounds.upper,
  sinceMs,
});

/** At most MAX_SUMMARY_BYTES: the values as doubles, then the counts, little-endian. */
export function encodeSummary({ values, counts }: DaySummary): Uint8Array {
  const bytes = new Uint8Array(values.length * BYTES_PER_ENTRY);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => view.setFloat64(at * 8, value, true));
  counts.forEach((count, at) => view.setUint32(values.length * 8 + at * 4, count, true));
  return bytes;
}

/** Throws a RangeError when the bytes are not a summary. */
export function decodeSummary(bytes: Uint8Array): DaySummary {
  const entries = bytes.length / BYTES_PER_ENTRY;
  if (!Number.isInteger(entries) || bytes.length > MAX_SUMMARY_BYTES)
    throw new RangeError(`A day's summary has no ${bytes.length} bytes.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [values, counts] = [new Float64Array(entries), new Uint32Array(entries)];
  for (let at = 0; at < entries; at++) {
    values[at] = view.getFloat64(at * 8, true);
    counts[at] = view.getUint32(entries * 8 + at * 4, true);
  }
  return { values, counts };
}

/** A percentile between the two samples nearest to it, found from the nearer end of the sorted days. */
function percentileOf(days: readonly DaySummary[], total: number, share: number): number {
  const position = (total - 1) * share;
  const rank = Math.floor(position);
  const next = Math.min(rank + 1, total - 1);
  const [low, high] =
    rank < total / 2
      ? samplesAt(days, rank, next, 1)
      : samplesAt(days, total - 1 - next, total - 1 - rank, -1).reverse();
  return low! + (position - rank) * (high! - low!);
}

/** The samples of two ranks, the first not above the second; counted from the lowest sample, or with -1 from the highest. */
function samplesAt(
  days: readonly DaySummary[],
  first: number,
  second: number,
  way: 1 | -1,
): number[] {
  const heads = days.map(({ values }) => (way === 1 ? 0 : values.length - 1));
  const found: number[] = [];
  let seen = 0;
  while (found.length < 2) {
    let [nearest, at] = [way * Infinity, -1];
    for (let day = 0; day < days.length; day++) {
      const value = days[day]!.values[heads[day]!];
      if (value !== undefined && way * (value - nearest) < 0) [nearest, at] = [value, day];
    }
    if (at === -1) throw new RangeError(`No sample of rank ${second} among ${seen}.`);
    seen += days[at]!.counts[heads[at]!]!;
    heads[at]! += way;
    if (found.length === 0 && seen > first) found.push(nearest + 0);
    if (found.length === 1 && seen > second) found.push(nearest + 0);
  }
  return found;
}
