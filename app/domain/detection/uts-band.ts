/** The band within which the next value is to be expected: what is drawn beside a tag, and told with a flag. */
import { deviationAt, largestOf, TAIL_SIZE } from "./tail.ts";
import { AT_HOURS, AT_WEEK, D, FEATURES, WEEK_HOURS, type UtsState } from "./uts-state.ts";
import { EVIDENCE_FLOOR, HOUR_ROWS, SHORT_ROWS } from "./uts-constants.ts";

/** A value at a bound has this evidence by itself. */
const BAND_EVIDENCE = 2;

export type Band = { lower: number; upper: number };

/**
 * Writes the band of y, given the past before this sample; infinite where too little is known. Means over longer take no
 * part: one that is high already would leave the next value no room.
 */
export function findBand({ d, f }: UtsState, hour: number, past: number, band: Band): void {
  band.lower = -Infinity;
  band.upper = Infinity;
  const pastLog = Math.log10(past);
  const day = f[AT_HOURS + (hour % 24)]!;
  const week = f[AT_WEEK + (hour % WEEK_HOURS)]!;
  if (Number.isNaN(day)) return;
  const least = Number.isNaN(week) ? day : Math.min(day, week);
  const most = Number.isNaN(week) ? day : Math.max(day, week);
  /** A deviation of feature k is (y − base) / gain; `low` and `high` are the bases of either side. */
  const narrow = (k: number, low: number, high: number, gain: number, window: number): void => {
    const surprise = BAND_EVIDENCE - EVIDENCE_FLOOR + pastLog - Math.log10(window);
    const [above, below] = [k * TAIL_SIZE, (FEATURES + k) * TAIL_SIZE];
    const up = Math.min(high + gain * deviationAt(f, above, surprise), most + reachOf(f, above));
    const down = Math.max(low - gain * deviationAt(f, below, surprise), least - reachOf(f, below));
    if (up < band.upper) band.upper = up;
    if (down > band.lower) band.lower = down;
  };
  narrow(3, least - d[D.hour2]!, most - d[D.hour2]!, 2, 2);
}

/**
 * How far from the hour's level a single value is expected at most: not far beyond where the tag has been lately. The tail
 * of a tag with two levels, or one told from few excesses, goes many times beyond all that was ever seen. A mean of two
 * deviates less than its values, by a third of noise.
 */
const reachOf = (f: Float32Array, at: number): number => 1.5 * largestOf(f, at);

/**
 * Of a smoothed deviation, for telling a flag: the mean (in y) and where it was to be expected. 1 and 2 are of the last
 * while, 4 of the last values at this hour.
 */
export function usualAverage(
  { d, f }: UtsState,
  k: 1 | 2 | 4,
  hour: number,
  past: number,
  longRows: number,
): { observed: number; low: number; high: number } {
  const window = k === 1 ? SHORT_ROWS : k === 2 ? longRows : HOUR_ROWS;
  const surprise = BAND_EVIDENCE - EVIDENCE_FLOOR + Math.log10(past / window);
  const center = k === 4 ? f[AT_HOURS + (hour % 24)]! : d[D.slow]!;
  return {
    observed: k === 1 ? d[D.short]! : k === 2 ? d[D.long]! : center + d[D.hour10]!,
    low: center - deviationAt(f, (FEATURES + k) * TAIL_SIZE, surprise),
    high: center + deviationAt(f, k * TAIL_SIZE, surprise),
  };
}
