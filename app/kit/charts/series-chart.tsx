import "./texts.ts";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { Grid } from "#app/domain/series/grid.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { gridSeries } from "./grid-series.ts";
import { SeriesTable } from "./series-table.tsx";
import type { ChartAnnotation } from "./types.ts";
import { useSeen } from "#app/components/use-seen.ts";

const TimeCanvas = loadLater(() => import("./time-canvas.tsx"));
const READOUT_PX = 16;

type SeriesChartProps = {
  title: string;
  /** null while it is read. */
  grid: Grid | null;
  /** What stands in the chart's place when it could not be read. */
  failure?: ReactNode;
  timezone: string;
  unit: string;
  decimals?: number;
  /** So many means over the window, each as a level with a mark; the table then has as many rows. */
  datapoints?: number;
  /** Whether it ends now; left out, it ends where what is known does. */
  isNow?: boolean;
  view: "chart" | "table";
  annotations?: readonly ChartAnnotation[];
  /** Stands under the chart, on its axis of time: a band of states. */
  strip?: ReactNode;
  /** Height classes; the same for skeleton, chart and table, so that nothing moves. */
  className?: string;
};

/** A small chart of one measure that is drawn when it is on screen; as a table for those who read rather than look. */
export function SeriesChart({
  title,
  grid,
  failure = null,
  timezone,
  unit,
  decimals = 0,
  datapoints,
  isNow = false,
  view,
  annotations,
  strip,
  className = "h-56",
}: SeriesChartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const seen = useSeen(frame);
  TimeCanvas.useAhead();
  const [plot, setPlot] = useState<{ left: number; right: number } | null>(null);
  const held = (grid?.buckets ?? []).filter((bucket) => bucket !== null);
  const summary = t("chart.summary", {
    title,
    last: formats.withUnit(formats.number(held.at(-1)?.mean ?? null, decimals), unit),
    min: formats.number(
      held.length === 0 ? null : Math.min(...held.map(({ min }) => min)),
      decimals,
    ),
    max: formats.number(
      held.length === 0 ? null : Math.max(...held.map(({ max }) => max)),
      decimals,
    ),
  });
  const series = useMemo(() => {
    const text = (value: number | string | null) =>
      formats.number(typeof value === "number" ? value : null, decimals);
    return grid === null ? [] : [gridSeries(grid, { title, unit, text }, datapoints, isNow)];
  }, [grid, title, unit, decimals, datapoints, isNow, formats]);
  const isEmpty = grid !== null && held.length === 0;
  const hasFailed = grid === null && failure !== null;
  return (
    <>
      <div ref={frame} className={cx("relative break-inside-avoid", className)}>
        {hasFailed && (
          <div
            role="status"
            className="print-text absolute inset-0 z-10 flex flex-col items-center justify-center gap-2 text-center text-sm text-ink-soft"
          >
            {failure}
          </div>
        )}
        {isEmpty && (
          <p className="absolute inset-0 grid place-items-center text-sm text-ink-faint">
            {t("chart.noData")}
          </p>
        )}
        {view === "table" && grid !== null ? (
          <SeriesTable
            grid={grid}
            timezone={timezone}
            unit={unit}
            decimals={decimals}
            caption={title}
            rows={datapoints}
            isNow={isNow}
          />
        ) : grid !== null && seen && !isEmpty ? (
          <div className="absolute inset-0">
            <TimeCanvas
              meanwhile={(isMissing) => <ChartSkeleton loading isMissing={isMissing} />}
              label={summary}
              series={series}
              range={{
                startMs: grid.startMs,
                endMs: grid.startMs + grid.stepMs * grid.buckets.length,
              }}
              timezone={timezone}
              height={(frame.current?.clientHeight ?? 176) - READOUT_PX}
              {...(annotations === undefined ? {} : { annotations })}
              fromZero
              isSmall
              onPlot={setPlot}
            />
          </div>
        ) : (
          <ChartSkeleton loading={!isEmpty && !hasFailed} />
        )}
      </div>
      {strip !== undefined && (
        // As wide as the plot of a chart whose labels are short, until it has measured its own.
        <div
          className="mt-2 break-before-avoid break-inside-avoid pr-3 pl-11"
          {...(plot !== null && { style: { paddingLeft: plot.left, paddingRight: plot.right } })}
        >
          {strip}
        </div>
      )}
    </>
  );
}
