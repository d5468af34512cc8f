import type { StateChange } from "./state-changes.ts";
import type { PlannedFile } from "./plan-sources.ts";
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

/** Where one sealed UTC hour of a machine lies: in an immutable Parquet object, alone or with other hours of its day, one row per scan. */
export type Segment = {
  /** R2 key, see storage/keys.ts; never used for other bytes, so it caches for ever. */
  key: string;
  hourMs: number;
  /** First and last sample of the hour. */
  firstMs: number;
  lastMs: number;
};

/** A file to read for an answer. */
export type SnapshotFile = PlannedFile & {
  bytes: number;
  /** Where the wanted columns lie, storage/chunk-index.ts; null when only the file knows. */
  chunks: string | null;
};

/** What a recorder knows about a range at one instant: files to read, and the rest itself. Nothing is in two of them. */
export type SeriesSnapshot = {
  files: SnapshotFile[];
  /** Rows that no file holds yet, per asked metric. */
  rollups: Rollups;
  /** Raw and derived samples of hours in memory, for the asked metrics. */
  tail: Columns;
  /** Length of the units that buckets begin with and take whole; 0 where buckets are what was asked for. */
  snapMs: number;
  /** The states of the range, when asked for: the one that held when it began, at that time, and every change. */
  states: StateChange[];
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
