import { BucketAccumulator, type BucketOptions } from "#app/domain/series/buckets.ts";
import type { BucketGrid } from "#app/domain/series/bucket-edges.ts";
import type { Column, SeriesPoint } from "#app/domain/series/types.ts";

/** The points of columns that are all in memory; the columns hold disjoint stretches of the metric. */
export function toBuckets(
  metric: string,
  columns: readonly Column[],
  grid: BucketGrid,
  options?: BucketOptions,
): SeriesPoint[] {
  const accumulator = new BucketAccumulator(metric, grid, options);
  for (const column of columns) accumulator.add(column);
  return accumulator.points();
}
