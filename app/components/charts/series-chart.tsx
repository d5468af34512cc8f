import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { Grid } from "#app/domain/series/grid.ts";
import { SeriesTable } from "./series-table.tsx";

const SeriesCanvas = loadLater(() => import("./series-canvas.tsx"));

type SeriesChartProps = {
  title: string;
  /** null while it is read. */
  grid: Grid | null;
  /** What stands in the chart's place when it could not be read. */
  failure?: ReactNode;
  timezone: string;
  unit: string;
  decimals?: number;
  /** See SeriesCanvas; the table then has as many rows. */
  datapoints?: number;
  view: "chart" | "table";
  /** Height classes; the same for skeleton, chart and table, so that nothing moves. */
  className?: string;
};

/** A chart that is drawn when it is on screen; as a table for those who read rather than look. */
export function SeriesChart({
  title,
  grid,
  failure = null,
  timezone,
  unit,
  decimals = 0,
  datapoints,
  view,
  className = "h-56",
}: SeriesChartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const seen = useSeen(frame);
  const held = (grid?.buckets ?? []).filter((bucket) => bucket !== null);
  const summary = t("chart.summary", {
    title,
    last: `${formats.number(held.at(-1)?.mean ?? null, decimals)} ${unit}`,
    min: formats.number(
      held.length === 0 ? null : Math.min(...held.map(({ min }) => min)),
      decimals,
    ),
    max: formats.number(
      held.length === 0 ? null : Math.max(...held.map(({ max }) => max)),
      decimals,
    ),
  });
  const isEmpty = grid !== null && held.length === 0;
  const hasFailed = grid === null && failure !== null;
  return (
    <div ref={frame} className={cx("relative", className)}>
      {hasFailed && (
        <div
          role="status"
          className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-2 text-center text-sm text-ink-soft"
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
        />
      ) : grid !== null && seen && !isEmpty ? (
        <div role="img" aria-label={summary} className="absolute inset-0">
          <SeriesCanvas
            meanwhile={<ChartSkeleton loading />}
            grid={grid}
            timezone={timezone}
            unit={unit}
            decimals={decimals}
            datapoints={datapoints}
            host={frame.current}
          />
        </div>
      ) : (
        <ChartSkeleton loading={!isEmpty && !hasFailed} />
      )}
    </div>
  );
}

/** The chart's ground lines, where they will be. */
function ChartSkeleton({ loading }: { loading: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      className="absolute inset-0 flex flex-col justify-between pt-2 pb-6 pl-12"
      role={loading ? "status" : undefined}
    >
      {loading && <span className="sr-only">{t("chart.loading")}</span>}
      {[0, 1, 2, 3].map((line) => (
        <div key={line} className="h-px bg-line" />
      ))}
    </div>
  );
}

function useSeen(ref: React.RefObject<Element>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (seen || element === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, seen]);
  return seen;
}
