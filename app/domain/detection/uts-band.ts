/** The band within which the next value is to be expected: what is drawn beside a tag, and told with a flag. */
import { deviationAt, TAIL_SIZE } from "./tail.ts";
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
  /** A deviation of feature k is (y − base) / gain; `low` and `high` are the bases of either side. */
  const narrow = (k: number, low: number, high: number, gain: number, window: number): void => {
    const surprise = BAND_EVIDENCE - EVIDENCE_FLOOR + pastLog - Math.log10(window);
    const up = high + gain * deviationAt(f, k * TAIL_SIZE, surprise);
    const down = low - gain * deviationAt(f, (FEATURES + k) * TAIL_SIZE, surprise);
    if (up < band.upper) band.upper = up;
    if (down > band.lower) band.lower = down;
  };
  const day = f[AT_HOURS + (hour % 24)]!;
  const week = f[AT_WEEK + (hour % WEEK_HOURS)]!;
  if (Number.isNaN(day)) return;
  const low = Number.isNaN(week) ? day : Math.min(day, week);
  const high = Number.isNaN(week) ? day : Math.max(day, week);
  narrow(3, low - d[D.hour2]!, high - d[D.hour2]!, 2, 2);
}

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
