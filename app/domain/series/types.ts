import type { Rollups } from "./rollup.ts";

/**
 * The vocabulary of the time series. Times are Unix milliseconds (UTC). A sample is named by
 * (machine, metric, millisecond); the last write wins (CONTRACT §3).
 */
export type SampleValue = number | string;
export type Sample = { timeMs: number; value: SampleValue };

/** Samples of one metric, ascending in time, one per millisecond. */
export type NumberColumn = { kind: "number"; times: Float64Array; values: Float64Array };
export type TextColumn = { kind: "text"; times: Float64Array; values: string[] };
export type Column = NumberColumn | TextColumn;
export type Columns = Record<string, Column>;

/** A metric may be called like something that every object has. */
export const columnOf = (columns: Columns | undefined, metric: string): Column | undefined =>
  columns && Object.hasOwn(columns, metric) ? columns[metric] : undefined;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A sealed, immutable Parquet object in R2: one machine, one UTC hour, one row per scan. */
export type Segment = {
  /** R2 key, see storage/keys.ts; names the content's generation, so it caches for ever. */
  key: string;
  /** Start of the UTC hour it covers. */
  hourMs: number;
  /** First and last sample inside. */
  firstMs: number;
  lastMs: number;
  bytes: number;
  rows: number;
};

/** What a recorder knows about a range at one instant: sealed segments and the unsealed rest. */
export type SeriesSnapshot = {
  /** Sealed hours that overlap the range, ascending, disjoint from every hour in `tail`. */
  segments: Segment[];
  /** Raw and derived samples of hours in memory, for the asked metrics, inside [startMs, endMs). */
  tail: Columns;
  /** Per asked metric the hours answered by their roll-up: their segments are not among `segments`. */
  rollups: Rollups;
  /** The machine_state that held when the range began; null when none is known. */
  stateBefore: Sample | null;
  /** Sheets per hour at full productivity; null while unknown. operating_productivity is sheets_per_hour over it. */
  targetSheetsPerHour: number | null;
};

/** One point of an answer: a bucket, or a sample itself when there are fewer samples than buckets. */
export type SeriesPoint = {
  timeMs: number;
  /** Mean of the samples; for text, states and encoded metrics the last one; null without samples. */
  value: SampleValue | null;
  min: number | null;
  max: number | null;
  count: number;
  upper: number | null;
  lower: number | null;
  adFlag: boolean | null;
};
