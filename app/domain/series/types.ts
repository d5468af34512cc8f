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

/** Where one sealed UTC hour of a machine lies: in an immutable Parquet object, alone or with other hours of its day, one row per scan. */
export type Segment = {
  /** R2 key, see storage/keys.ts; never used for other bytes, so it caches for ever. */
  key: string;
  hourMs: number;
  /** First and last sample of the hour. */
  firstMs: number;
  lastMs: number;
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
