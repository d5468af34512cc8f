import { PointTable } from "./point-table.tsx";
import { stopsOf } from "./nearest-point.ts";
import type { ChartPoint, ChartSeries, ChartView } from "./types.ts";

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
        .map((timeMs) => ({ timeMs, endMs: endAt(points, timeMs) }))}
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

/** Where the step ends that begins at `timeMs`; null of a sample, and of a step that goes on. */
function endAt(points: readonly Map<number, ChartPoint>[], timeMs: number): number | null {
  const ends = points.map((each) => each.get(timeMs)?.ends).find((end) => typeof end === "number");
  return typeof ends === "number" ? ends : null;
}
