import { findMetric } from "#app/domain/metrics/registry.ts";

/** Units of what is counted up one by one. */
const COUNTED = new Set<string>(["sheets", "strokes"]);

/**
 * Metrics that a Parquet file holds as DOUBLE: all with --float, else all but counters, yes-or-no and codes. What tools
 * read most easily; a decimal that is exact in the recorder's own files is the same number here.
 */
export const doublesOf = (metrics: readonly string[], isFloat: boolean): ReadonlySet<string> =>
  new Set(isFloat ? metrics : metrics.filter((metric) => !isWhole(metric)));

function isWhole(metric: string): boolean {
  const known = findMetric(metric);
  if (!known) return false;
  return known.type === "boolean" || known.type === "encoded" || COUNTED.has(known.unit ?? "");
}
