import {
  Chart,
  Filler,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
  type ChartOptions,
} from "chart.js";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Line } from "react-chartjs-2";
import { useFormats } from "#app/components/use-formats.ts";
import { coarser, type Grid } from "#app/domain/series/grid.ts";
import { useChartColors } from "./use-chart-colors.ts";

Chart.register(LineController, LineElement, PointElement, LinearScale, Filler, Tooltip);

const HALF_HOUR_MS = 1_800_000;
const MIN_LABEL_PX = 72;

export type SeriesCanvasProps = {
  grid: Grid;
  timezone: string;
  unit: string;
  decimals?: number;
  /** So many means over the window, each as a level with a mark, over the finer line. */
  datapoints?: number;
  /** Whose colours it takes; the page's without one. */
  host?: Element | null;
};

/** The mean as a line over its minimum–maximum band. Only ever loaded in the browser, when a chart is on screen. */
export default function SeriesCanvas({
  grid,
  timezone,
  unit,
  decimals = 0,
  datapoints = 0,
  host = null,
}: SeriesCanvasProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const colors = useChartColors(host);
  const endMs = grid.startMs + grid.stepMs * grid.buckets.length;

  const data = useMemo(() => {
    const points = (pick: "mean" | "min" | "max") =>
      grid.buckets.map((bucket, index) => ({
        x: grid.startMs + index * grid.stepMs,
        y: bucket === null ? null : bucket[pick],
      }));
    const band = {
      borderWidth: 0,
      pointRadius: 0,
      pointHoverRadius: 0,
      spanGaps: false,
      backgroundColor: colors.band,
    };
    const levels = datapoints > 0 ? levelsOf(grid, datapoints) : [];
    return {
      datasets: [
        ...(datapoints > 0
          ? [
              {
                label: t("chart.level"),
                data: levels,
                borderColor: colors.level,
                borderWidth: 1.5,
                borderDash: [5, 4],
                pointStyle: "rectRot" as const,
                pointRadius: ({ dataIndex }: { dataIndex: number }) =>
                  levels[dataIndex]?.isMiddle ? 5 : 0,
                pointHoverRadius: 0,
                pointBackgroundColor: colors.level,
                fill: false,
                spanGaps: false,
              },
            ]
          : []),
        { ...band, label: t("chart.highest"), data: points("max"), fill: "+1" },
        { ...band, label: t("chart.lowest"), data: points("min"), fill: false },
        {
          label: t("chart.mean"),
          data: points("mean"),
          borderColor: colors.line,
          borderWidth: 1.75,
          pointRadius: (context: { dataIndex: number }) =>
            isLone(grid, context.dataIndex) ? 1.5 : 0,
          pointBackgroundColor: colors.line,
          pointHoverRadius: 4,
          fill: false,
          spanGaps: false,
        },
      ],
    };
  }, [grid, datapoints, colors, t]);

  const options = useMemo<ChartOptions<"line">>(
    () => ({
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      interaction: { mode: "index", intersect: false },
      layout: { padding: { top: 6, right: 2 } },
      scales: {
        x: {
          type: "linear",
          min: grid.startMs,
          max: endMs,
          grid: { display: false },
          border: { color: colors.axis },
          afterBuildTicks: (axis) => {
            axis.ticks = timeTicks(axis.min, axis.max, axis.width || 600).map((value) => ({
              value,
            }));
          },
          ticks: {
            color: colors.text,
            font: colors.font,
            maxRotation: 0,
            autoSkip: false,
            callback: (value) => formats.time(Number(value), timezone),
          },
        },
        y: {
          beginAtZero: true,
          grace: "8%",
          grid: { color: colors.grid },
          border: { display: false },
          ticks: {
            color: colors.text,
            font: colors.font,
            maxTicksLimit: 5,
            padding: 8,
            callback: (value) => formats.number(Number(value), 0),
          },
        },
      },
      plugins: {
        tooltip: {
          backgroundColor: colors.tooltip,
          titleColor: colors.tooltipText,
          bodyColor: colors.tooltipText,
          titleFont: { ...colors.font, weight: 600 },
          bodyFont: colors.font,
          padding: 10,
          cornerRadius: 6,
          displayColors: false,
          itemSort: (a, b) => b.datasetIndex - a.datasetIndex,
          callbacks: {
            title: ([item]) =>
              item
                ? `${formats.dateTime(item.parsed.x ?? 0, timezone)} ${formats.zone(item.parsed.x ?? 0, timezone)}`
                : "",
            label: (item) =>
              `${item.dataset.label ?? ""}  ${formats.number(item.parsed.y, decimals)} ${unit}`,
          },
        },
      },
    }),
    [grid.startMs, endMs, colors, formats, timezone, unit, decimals],
  );
  return <Line data={data as never} options={options} aria-hidden="true" />;
}

/** The mean of each part of the window, drawn from the part's first step to its last but one, with a mark in the middle. */
export function levelsOf(
  grid: Grid,
  parts: number,
): { x: number; y: number | null; isMiddle: boolean }[] {
  const steps = Math.ceil(grid.buckets.length / parts);
  const means = coarser(grid, steps).buckets;
  return grid.buckets.map((_, index) => {
    const within = index % steps;
    const isEnd = within === steps - 1;
    return {
      x: grid.startMs + index * grid.stepMs,
      y: isEnd ? null : (means[Math.floor(index / steps)]?.mean ?? null),
      isMiddle: within === Math.floor((steps - 1) / 2),
    };
  });
}

/** A bucket between two gaps has no line to be part of. */
const isLone = ({ buckets }: Grid, index: number): boolean =>
  (buckets[index] ?? null) !== null && !buckets[index - 1] && !buckets[index + 1];

/** Round half hours, as many as have room for their label. */
export function timeTicks(startMs: number, endMs: number, widthPx: number): number[] {
  const room = Math.max(1, Math.floor(widthPx / MIN_LABEL_PX));
  let step = HALF_HOUR_MS;
  while ((endMs - startMs) / step > room) step *= 2;
  const ticks: number[] = [];
  for (let at = Math.ceil(startMs / step) * step; at <= endMs; at += step) ticks.push(at);
  return ticks;
}
