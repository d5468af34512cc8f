/**
 * An hour of a number metric in one row: enough for means, envelopes and last values of any whole number of
 * hours, equal to what the samples themselves would answer. The recorder makes them when it seals an hour
 * and keeps them beside its list of segments, so that a long range costs no object reads.
 *
 * The sum is held in two doubles (its rounding and the rest), so that sums of sums stay exact.
 */
import { ExactMean } from "./exact-sum.ts";
import { HOUR_MS, type Columns } from "./types.ts";

export type RollupRow = { count: number; sum: number; sumLow: number; min: number; max: number; lastMs: number; last: number };

/** Rows of one metric, ascending by `hours` (each hour's start); `rows` goes with it. */
export type RollupColumn = { hours: Float64Array; rows: RollupRow[] };
export type Rollups = Record<string, RollupColumn>;

const FIELDS = 7;

/** The number metrics of an hour in the order of their names, and a row of seven doubles for each. */
export function rollUpHour(columns: Columns): { metrics: string[]; bytes: Uint8Array } {
  const metrics = Object.keys(columns)
    .filter((metric) => columns[metric]?.kind === "number" && columns[metric].times.length > 0)
    .sort();
  const out = new Float64Array(metrics.length * FIELDS);
  metrics.forEach((metric, index) => {
    const { times, values } = columns[metric] as { times: Float64Array; values: Float64Array };
    const mean = new ExactMean();
    for (const value of values) mean.add(value);
    const [sum, sumLow] = mean.sum();
    const end = times.length - 1;
    out.set([mean.count, sum, sumLow, mean.min, mean.max, times[end] as number, values[end] as number], index * FIELDS);
  });
  return { metrics, bytes: new Uint8Array(out.buffer) };
}

/** The row at the metric's index; throws RangeError when the bytes end before it. */
export function readRollup(bytes: ArrayBuffer, index: number): RollupRow {
  const [count, sum, sumLow, min, max, lastMs, last] = new Float64Array(bytes, index * FIELDS * 8, FIELDS) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { count, sum, sumLow, min, max, lastMs, last };
}

/** Which hours of a question their roll-ups may answer. */
export type RollupPlan = {
  /** Whole hours [fromMs, toMs). */
  fromMs: number;
  toMs: number;
  /** Hours between that buckets cut: their samples are needed. */
  except: number[];
  /** Too many are cut: each hour then counts wholly to the bucket it starts in, and buckets begin on the hour. */
  snaps: boolean;
};

/** Up to this many cut hours are read sample by sample. */
const MAX_CUT_HOURS = 16;

const isWhole = (timeMs: number): boolean => timeMs % HOUR_MS === 0;
const floorHour = (timeMs: number): number => Math.floor(timeMs / HOUR_MS) * HOUR_MS;
const ceilHour = (timeMs: number): number => Math.ceil(timeMs / HOUR_MS) * HOUR_MS;

/** null when buckets are shorter than an hour, or no whole hour lies inside. */
export function planRollups({ startMs, endMs, buckets }: { startMs: number; endMs: number; buckets: number }): RollupPlan | null {
  const fromMs = ceilHour(startMs);
  const toMs = floorHour(endMs);
  const width = (endMs - startMs) / buckets;
  if (width < HOUR_MS || toMs <= fromMs) return null;
  const cut: number[] = [];
  for (let index = 1; index < buckets; index++) {
    const edge = startMs + index * width;
    if (isWhole(edge)) continue;
    const hour = floorHour(edge);
    if (hour >= fromMs && hour < toMs && cut.at(-1) !== hour) cut.push(hour);
  }
  return cut.length > MAX_CUT_HOURS ? { fromMs, toMs, except: [], snaps: true } : { fromMs, toMs, except: cut, snaps: false };
}
