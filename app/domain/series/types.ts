/**
 * The vocabulary of the time series. Times are Unix milliseconds (UTC). A sample is named by
 * (machine, metric, millisecond); the last write wins (CONTRACT §3).
 */
export type SampleValue = number | string;
export type Sample = {
  timeMs: number;
  value: SampleValue;
  /** Of live values: whether it is abnormal; left out where that was not judged. */
  adFlag?: boolean | null;
};

/** Samples of one metric, ascending in time, one per millisecond. */
export type NumberColumn = { kind: "number"; times: Float64Array; values: Float64Array };
export type TextColumn = { kind: "text"; times: Float64Array; values: string[] };
export type Column = NumberColumn | TextColumn;
/** By column key, see `keyOf`. */
export type Columns = Record<string, Column>;

/** What a metric has been: numbers, texts or both. */
export type Kind = Column["kind"];
export type MetricKinds = Kind | "both";

/**
 * A tag may send numbers and texts: each kind is a column of its own. Numbers stand under the metric's name, texts under
 * this key, which no tag can have, for names are free of control characters.
 */
export const textKey = (metric: string): string => `${metric}\u0000`;
export const isTextKey = (key: string): boolean => key.endsWith("\u0000");
export const keyOf = (metric: string, kind: Kind): string =>
  kind === "text" ? textKey(metric) : metric;
export const metricOf = (key: string): string => (isTextKey(key) ? key.slice(0, -1) : key);
/** The key of the metric's other kind. */
export const otherKey = (key: string): string => (isTextKey(key) ? metricOf(key) : textKey(key));
export const keysOf = (metric: string, kinds: MetricKinds): string[] =>
  kinds === "both" ? [metric, textKey(metric)] : [keyOf(metric, kinds)];

/** A metric may be called like something that every object has. */
export const columnOf = (columns: Columns | undefined, metric: string): Column | undefined =>
  columns && Object.hasOwn(columns, metric) ? columns[metric] : undefined;

/**
 * Where a file or a table holds both kinds of a metric, its texts have their own name, which is their key; where it holds
 * texts alone, they stand under the metric's name, as a person expects them.
 */
export function namesInFile(keys: readonly string[]): Map<string, string> {
  const all = new Set(keys);
  return new Map(
    keys.map((key) => [key, isTextKey(key) && !all.has(metricOf(key)) ? metricOf(key) : key]),
  );
}

/** The names that a file may have for the key's column. */
export const namesOf = (key: string): string[] => (isTextKey(key) ? [key, metricOf(key)] : [key]);

/** The key's column among a file's columns by name. */
export function columnOfKey(columns: Columns, key: string): Column | undefined {
  const kind = isTextKey(key) ? "text" : "number";
  return namesOf(key)
    .map((name) => columnOf(columns, name))
    .find((column) => column?.kind === kind);
}

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
  /** Where the bucket ends, if not where the next of equal buckets begins. */
  endMs?: number;
  /** How long something held in it; only of steps (series-reader.ts). */
  heldMs?: number;
  /** Mean by time of what held in the bucket (held.ts); of text, states and encoded metrics what held last; null when nothing held. */
  value: SampleValue | null;
  min: number | null;
  max: number | null;
  count: number;
  upper: number | null;
  lower: number | null;
  adFlag: boolean | null;
  /** Of a bucket that was abnormal for a part of what held in it only: that part, above 0 and below 1. */
  adShare?: number;
};
