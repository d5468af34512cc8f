/** What a time chart is painted from, and where its times and values lie. Everything is in CSS pixels. */
import type { Layout, Panel } from "./layout.ts";
import { indexAt } from "./reduce-line.ts";
import type { ChartSeries, ChartView, RunningSpan } from "./types.ts";
import type { ChartColors } from "./use-chart-colors.ts";
import type { ValueAxis } from "./value-ticks.ts";

export type Scene = {
  layout: Layout;
  series: readonly ChartSeries[];
  /** Keys of series that the reader switched off. */
  hidden: ReadonlySet<string>;
  view: ChartView;
  colors: ChartColors;
  fromZero: boolean;
  /** The ends of the axis of numbers, whatever is drawn. */
  valueRange?: readonly [number, number] | undefined;
  running: readonly RunningSpan[];
  ticks: readonly { timeMs: number; text: string }[];
  number: (value: number, decimals: number) => string;
};

export type Canvas = CanvasRenderingContext2D;
export const xAt = (layout: Layout, view: ChartView, timeMs: number): number =>
  layout.left +
  ((timeMs - view.startMs) / (view.endMs - view.startMs)) * (layout.right - layout.left);

export const yAt = (panel: Panel, axis: ValueAxis, value: number): number =>
  panel.top + panel.height - ((value - axis.low) / (axis.high - axis.low)) * panel.height;

/** From the left of the plot. */
export const inPlot = ({ layout, view }: Scene, timeMs: number): number =>
  xAt(layout, view, timeMs) - layout.left;

/** Each point with a value that is shown, and until when it holds. */
export function eachHeld(
  { points, joinMs }: ChartSeries,
  view: ChartView,
  told: (value: number | string, fromMs: number, untilMs: number) => void,
): void {
  for (let index = Math.max(0, indexAt(points, view.startMs) - 1); index < points.length; index++) {
    const point = points[index]!;
    if (point.timeMs >= view.endMs) return;
    const untilMs = Math.min(points[index + 1]?.timeMs ?? Infinity, point.timeMs + joinMs);
    if (point.value !== null) told(point.value, point.timeMs, Math.min(untilMs, view.endMs));
  }
}

/** Whether nothing of the series held in the view. */
export function isEmptyIn(series: ChartSeries, view: ChartView): boolean {
  let isEmpty = true;
  eachHeld(series, view, (_value, _fromMs, untilMs) => {
    if (untilMs > view.startMs) isEmpty = false;
  });
  return isEmpty;
}
