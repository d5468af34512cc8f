/**
 * Which files answer a question. Pure, so that what a query costs can be told without reading.
 * The one place that knows of resolutions: today there are raw hour segments only.
 */
import type { Segment, SeriesSnapshot } from "../domain/series/types.ts";

export type SeriesQuery = { startMs: number; endMs: number; buckets: number };

export type PlannedFile = { resolution: "raw"; segment: Segment };

/** Files that hold samples of the range, ascending in time, each sample in one of them or in the tail. */
export function planRead(
  { segments }: Pick<SeriesSnapshot, "segments">,
  { startMs, endMs }: Pick<SeriesQuery, "startMs" | "endMs">,
): PlannedFile[] {
  return segments
    .filter(({ firstMs, lastMs }) => lastMs >= startMs && firstMs < endMs)
    .sort((a, b) => a.firstMs - b.firstMs)
    .map((segment) => ({ resolution: "raw", segment }));
}
