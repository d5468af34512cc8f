import { coarser, type Grid } from "#app/domain/series/grid.ts";
import type { ChartSeries } from "./types.ts";

type SeriesText = { title: string; unit: string; text: (value: number | string | null) => string };

/** When a step ends: the last one where what is known ends, which may be now. */
export function stepEnd(
  { startMs, stepMs, buckets, untilMs = Infinity }: Grid,
  step: number,
  isNow: boolean,
): number | "now" {
  const fromMs = startMs + step * stepMs;
  const endMs = fromMs + stepMs;
  if (step < buckets.length - 1 || untilMs < fromMs || untilMs >= endMs) return endMs;
  return isNow ? "now" : untilMs;
}

/** A window of equal steps as one line; `parts` means over it as levels, where asked for. `isNow`: it ends now. */
export function gridSeries(
  grid: Grid,
  { title, unit, text }: SeriesText,
  parts = 0,
  isNow = false,
): ChartSeries {
  const { startMs, stepMs, buckets } = grid;
  const steps = parts > 0 ? Math.max(1, Math.ceil(buckets.length / parts)) : 1;
  const levels = parts > 0 ? coarser(grid, steps).buckets : [];
  return {
    key: title,
    title,
    unit,
    shape: "line",
    joinMs: stepMs * 1.5,
    text,
    points: buckets.map((bucket, index) => ({
      timeMs: startMs + index * stepMs,
      value: bucket?.mean ?? null,
      min: bucket?.min ?? null,
      max: bucket?.max ?? null,
      lower: null,
      upper: null,
      isAbnormal: false,
      ...(bucket?.part && { part: bucket.part }),
      ends: stepEnd(grid, index, isNow),
    })),
    levels: levels.flatMap((bucket, index) => {
      if (bucket === null) return [];
      const from = startMs + index * steps * stepMs;
      return [{ startMs: from, endMs: from + (steps - 1) * stepMs, value: bucket.mean }];
    }),
  };
}
