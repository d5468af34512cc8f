/**
 * The smallest Parquet type that gives every value of a column back exactly (DESIGN §2).
 * Numbers become, in this order: BOOLEAN, INT32, INT64, DECIMAL on INT32 or INT64, FLOAT (what many
 * controllers measure in), DOUBLE.
 * -0 is stored as 0, which is the same number to every reader of it.
 */
import type { SchemaElement } from "hyparquet";
import { textKey, type Column } from "#app/domain/series/types.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";

export const TIME_COLUMN = "time";

/** Texts of a metric beside its numbers; a tag that is called so has one more prime. */
const TEXTS = / \(text('*)\)/g;
const TEXT_MARK = textKey("");

/**
 * How a file calls a column. Where a metric has numbers and texts, the numbers are in `order`, the texts in `order (text)`
 * (series/types.ts, namesInFile). A tag may be called time too; its column then is `_time`, and `_time` is `__time`.
 */
export function columnName(name: string): string {
  const readable = name.replace(TEXTS, " (text'$1)").replace(TEXT_MARK, " (text)");
  return /^_*time$/i.test(readable) ? `_${readable}` : readable;
}
export function metricName(column: string): string {
  const name = /^_+time$/i.test(column) ? column.slice(1) : column;
  return name.replace(TEXTS, (_, primes: string) =>
    primes === "" ? TEXT_MARK : ` (text${primes.slice(1)})`,
  );
}

export type PhysicalType = "BOOLEAN" | "INT32" | "INT64" | "FLOAT" | "DOUBLE" | "BYTE_ARRAY";
export type ColumnType = {
  type: PhysicalType;
  /** Decimal digits after the point that the stored integer holds; 0 for every other type. */
  scale: number;
};

/** Beyond nine digits after the point a value is a measured or computed double, not a decimal. */
const MAX_SCALE = 9;
const INT32_LIMIT = 2 ** 31;
/** Digits that DECIMAL may have on INT32 and INT64. */
const PRECISION = { INT32: 9, INT64: 18 } as const;

/** 10^scale; exact as a double up to 10^22, so that n / POWERS[scale] is the double nearest to the decimal. */
export const POWERS: readonly number[] = Array.from(
  { length: MAX_SCALE + 1 },
  (_, scale) => 10 ** scale,
);

export function chooseType(metric: string, column: Column): ColumnType {
  if (column.kind === "text") return { type: "BYTE_ARRAY", scale: 0 };
  const { values } = column;
  const scale = findScale(values);
  if (scale === null)
    return {
      type: values.every((value) => Math.fround(value) === value) ? "FLOAT" : "DOUBLE",
      scale: 0,
    };
  let low = 0;
  let high = 0;
  for (const value of values) {
    const stored = unscaled(value, scale);
    if (stored < low) low = stored;
    if (stored > high) high = stored;
  }
  if (scale === 0) {
    if (low >= 0 && high <= 1 && findMetric(metric)?.type === "boolean")
      return { type: "BOOLEAN", scale };
    return { type: low >= -INT32_LIMIT && high < INT32_LIMIT ? "INT32" : "INT64", scale };
  }
  const limit = 10 ** PRECISION.INT32;
  return { type: low > -limit && high < limit ? "INT32" : "INT64", scale };
}

/** The integer that stands for a decimal. */
export const unscaled = (value: number, scale: number): number =>
  Math.round(value * (POWERS[scale] as number)) + 0;

/** The smallest scale at which every value provably comes back as it is; null when there is none. */
function findScale(values: Float64Array): number | null {
  let scale = 0;
  for (const value of values) {
    while (!isExactAt(value, scale)) if (++scale > MAX_SCALE) return null;
  }
  // What was exact at a smaller scale is the same decimal at this one, but may have grown past 2^53.
  for (const value of values) if (!isExactAt(value, scale)) return null;
  return scale;
}

function isExactAt(value: number, scale: number): boolean {
  const stored = unscaled(value, scale);
  return Number.isSafeInteger(stored) && stored / (POWERS[scale] as number) === value;
}

/** How the file's schema names the column: with its meaning for readers, or its bare physical type for the encoder. */
export function schemaElement(
  name: string,
  { type, scale }: ColumnType,
  required: boolean,
): SchemaElement {
  const element: SchemaElement = {
    name,
    type,
    repetition_type: required ? "REQUIRED" : "OPTIONAL",
  };
  if (name === TIME_COLUMN) {
    return {
      ...element,
      converted_type: "TIMESTAMP_MILLIS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
    };
  }
  if (type === "BYTE_ARRAY") return { ...element, converted_type: "UTF8" };
  if (scale === 0 || (type !== "INT32" && type !== "INT64")) return element;
  const precision = PRECISION[type];
  return { ...element, converted_type: "DECIMAL", scale, precision };
}
