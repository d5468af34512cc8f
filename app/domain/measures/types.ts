/** What a machine's page shows of a tag, and how it reads (spec 001 §3 'Telemetry display config'). */
import type { Category } from "#app/domain/metrics/registry.ts";

export const MEASURE_TYPES = ["percentage", "seconds", "float", "passthrough", "encoded"] as const;
export type MeasureType = (typeof MEASURE_TYPES)[number];

/** A value, as text, and the word that is shown for it. */
export type Encoding = readonly { from: string; to: string }[];

export const MAX_PRECISION = 4;
export const DEFAULT_PRECISION = 3;

/** null in words: those that the metric is known by, in the reader's language. */
export type MeasureWords = {
  title: string | null;
  /** "": none. */
  units: string | null;
  encoding: Encoding | null;
};

/** Everything of a measure but its id and its machine. */
export type MeasureSettings = MeasureWords & {
  humanKey: string;
  /** Decimals, 0 to 4. */
  precision: number;
  category: Category;
  type: MeasureType;
};
