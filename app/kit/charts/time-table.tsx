import { PointTable } from "./point-table.tsx";
import { stepEndAt, stopsOf } from "./nearest-point.ts";
import type { ChartSeries, ChartView } from "./types.ts";

/** What a chart shows as rows, newest first: one per time, a column per series. */
export function TimeTable({
  caption,
  series,
  view,
  timezone,
}: {
  caption: string;
  series: readonly ChartSeries[];
  view: ChartView;
  timezone: string;
}) {
  const points = series.map(({ points }) => new Map(points.map((each) => [each.timeMs, each])));
  return (
    <PointTable
      className="max-h-[36rem]"
      caption={caption}
      columns={series.map(({ key, title, unit }) => ({
        key,
        title: [title, unit].filter(Boolean).join(", "),
      }))}
      rows={stopsOf(series, view)
        .reverse()
        .map((timeMs) => ({ timeMs, endMs: numberOf(stepEndAt(series, timeMs)) }))}
      cellsOf={({ timeMs }) =>
        series.map(({ text }, index) => {
          const point = points[index]!.get(timeMs);
          return point === undefined ? "" : text(point.value);
        })
      }
      timezone={timezone}
    />
  );
}

/** A step that goes on has no end yet. */
const numberOf = (end: number | "now" | null): number | null => (end === "now" ? null : end);
