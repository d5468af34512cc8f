/**
 * Draws a time chart on a canvas, all of it anew: ten thousand points take a few milliseconds (bench/charts.ts), so that a
 * zoom needs no other picture in between. Everything is in CSS pixels; who calls has scaled the canvas.
 */
import { reduceLine, extentOf, indexAt, withBands, type Column } from "./reduce-line.ts";
import { MARK_PX, markOf } from "./abnormal-mark.ts";
import { dashAt, type Layout, type Panel } from "./layout.ts";
import type { ChartSeries, ChartView, RunningSpan } from "./types.ts";
import { hueOf, type ChartColors } from "./use-chart-colors.ts";
import { valueAxis, type ValueAxis } from "./value-ticks.ts";

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
type Drawn = { axis: ValueAxis; runs: Map<number, Column[][]> };

const BAND = 0.18;
const EXPECTED = 0.12;
/** Room that a tick of an axis of numbers wants. */
const TICK_PX = 34;
/** Between a label and its panel; and before it, for a picture's letters are up to 2 px wider than the screen's. */
const LABEL_GAP_PX = 8;
const LABEL_ROOM_PX = LABEL_GAP_PX + 2;

/** What each panel's axis is, for those who draw over the chart (crosshair); the room beside the panels that their longest label wants. */
export type Painted = { axes: Map<string, ValueAxis>; gutterPx: number };

export function paintChart(canvas: Canvas, scene: Scene): Painted {
  const { layout, view, colors } = scene;
  canvas.clearRect(0, 0, layout.width, layout.height);
  canvas.font = colors.font;
  canvas.lineJoin = "round";
  const axes = new Map<string, ValueAxis>();
  let gutterPx = 0;
  paintStates(canvas, scene);
  for (const panel of layout.panels) {
    const drawn = readPanel(scene, panel);
    axes.set(panel.key, drawn.axis);
    gutterPx = Math.max(gutterPx, paintAxis(canvas, scene, panel, drawn.axis));
    within(canvas, layout, panel, () => paintPanel(canvas, scene, panel, drawn));
  }
  for (const lane of layout.lanes) paintLane(canvas, scene, lane);
  paintTimes(canvas, scene, view);
  return { axes, gutterPx };
}

export const xAt = (layout: Layout, view: ChartView, timeMs: number): number =>
  layout.left +
  ((timeMs - view.startMs) / (view.endMs - view.startMs)) * (layout.right - layout.left);

export const yAt = (panel: Panel, axis: ValueAxis, value: number): number =>
  panel.top + panel.height - ((value - axis.low) / (axis.high - axis.low)) * panel.height;

function within(canvas: Canvas, layout: Layout, panel: Panel, draw: () => void): void {
  canvas.save();
  canvas.beginPath();
  canvas.rect(layout.left, panel.top - 6, layout.right - layout.left, panel.height + 8);
  canvas.clip();
  draw();
  canvas.restore();
}

function readPanel(scene: Scene, panel: Panel): Drawn {
  const { layout, view, series, hidden } = scene;
  const width = layout.right - layout.left;
  const runs = new Map<number, Column[][]>();
  let [low, high] = [Infinity, -Infinity];
  for (const index of panel.series) {
    const each = series[index]!;
    if (each.shape === "steps") {
      const codes = each.codes ?? [0, 1];
      low = Math.min(low, ...codes);
      high = Math.max(high, ...codes);
      continue;
    }
    if (hidden.has(each.key)) continue;
    const reduced = reduceLine(each.points, view, { width, joinMs: each.joinMs });
    runs.set(index, reduced);
    const extent = extentOf(reduced);
    if (extent) [low, high] = [Math.min(low, extent[0]), Math.max(high, extent[1])];
  }
  [low, high] = withBands([low, high], [...runs.values()].flat());
  const codes = series[panel.series[0]!]!.shape === "steps";
  const axis = codes
    ? { low: low - 0.5, high: high + 0.5, ticks: [], decimals: 0 }
    : valueAxis(low, high, {
        most: Math.max(2, Math.floor(panel.height / TICK_PX)),
        fromZero: scene.fromZero,
        range: scene.valueRange,
      });
  return { axis, runs };
}

/** Answers the room that the longest label wants. */
function paintAxis(canvas: Canvas, scene: Scene, panel: Panel, axis: ValueAxis): number {
  const { layout, colors, series, number } = scene;
  canvas.textAlign = "right";
  canvas.textBaseline = "middle";
  canvas.strokeStyle = colors.grid;
  canvas.fillStyle = colors.text;
  canvas.lineWidth = 1;
  const first = series[panel.series[0]!]!;
  const ticks: [value: number, text: string][] =
    first.shape === "steps"
      ? (first.codes ?? []).map((code) => [code, first.text(code)])
      : axis.ticks.map((tick) => [tick, number(tick, axis.decimals)]);
  canvas.beginPath();
  let gutterPx = 0;
  for (const [value, text] of ticks) {
    const y = Math.round(yAt(panel, axis, value)) + 0.5;
    canvas.moveTo(layout.left, y);
    canvas.lineTo(layout.right, y);
    gutterPx = Math.max(gutterPx, Math.ceil(canvas.measureText(text).width) + LABEL_ROOM_PX);
    canvas.fillText(
      fitText(canvas, text, layout.left - LABEL_GAP_PX),
      layout.left - LABEL_GAP_PX,
      y,
    );
  }
  canvas.stroke();
  if (panel.unit === null || panel.top < 12) return gutterPx;
  canvas.textAlign = "left";
  canvas.fillText(panel.unit, layout.left, panel.top - 9);
  return gutterPx;
}

function paintPanel(canvas: Canvas, scene: Scene, panel: Panel, { axis, runs }: Drawn): void {
  const { layout, series, hidden, colors } = scene;
  canvas.translate(layout.left, 0);
  const y = (value: number) => yAt(panel, axis, value);
  panel.series.forEach((index, place) => {
    const each = series[index]!;
    if (hidden.has(each.key)) return;
    canvas.strokeStyle = canvas.fillStyle = hueOf(colors, index);
    canvas.setLineDash([...dashAt(each, place)]);
    canvas.lineWidth = each.isCompared ? 1.25 : 1.75;
    if (each.shape === "steps") paintSteps(canvas, scene, each, y);
    else for (const run of runs.get(index) ?? []) paintRun(canvas, run, y);
    canvas.setLineDash([]);
    paintLevels(canvas, scene, each, y);
    paintAbnormal(canvas, scene, each, y);
  });
}

type ToY = (value: number) => number;

/** Expected band, the samples' band, and the line over both. */
function paintRun(canvas: Canvas, run: readonly Column[], y: ToY): void {
  const band = (of: (column: Column) => [number, number] | null, alpha: number) => {
    canvas.beginPath();
    let drawn: Column[] = [];
    const close = () => {
      drawn.forEach((column, at) =>
        canvas[at === 0 ? "moveTo" : "lineTo"](column.x, y(of(column)![1])),
      );
      for (let at = drawn.length - 1; at >= 0; at--)
        canvas.lineTo(drawn[at]!.x, y(of(drawn[at]!)![0]));
      canvas.closePath();
      drawn = [];
    };
    for (const column of run)
      if (of(column) === null) close();
      else drawn.push(column);
    if (drawn.length > 0) close();
    canvas.globalAlpha = alpha;
    canvas.fill();
    canvas.globalAlpha = 1;
  };
  if (run.some(({ lower, upper }) => lower !== null && upper !== null))
    band(
      ({ lower, upper }) => (lower === null || upper === null ? null : [lower, upper]),
      EXPECTED,
    );
  if (run.some(({ min, max }) => max > min)) band(({ min, max }) => [min, max], BAND);
  const only = run.length === 1 ? run[0]! : null;
  canvas.beginPath();
  if (only !== null && only.low === only.high) {
    canvas.arc(only.x, y(only.first), 1.75, 0, 7);
    canvas.fill();
    return;
  }
  run.forEach(({ x, first, low, high, last }, at) => {
    canvas[at === 0 ? "moveTo" : "lineTo"](x, y(first));
    if (low === high) return;
    canvas.lineTo(x, y(low));
    canvas.lineTo(x, y(high));
    canvas.lineTo(x, y(last));
  });
  canvas.stroke();
}

/** Each point with a value that is shown, and until when it holds. */
function eachHeld(
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

const inPlot = ({ layout, view }: Scene, timeMs: number): number =>
  xAt(layout, view, timeMs) - layout.left;

function paintSteps(canvas: Canvas, scene: Scene, each: ChartSeries, y: ToY): void {
  canvas.lineWidth = 2.5;
  canvas.beginPath();
  let lastX = Number.NaN;
  eachHeld(each, scene.view, (value, fromMs, untilMs) => {
    if (typeof value !== "number") return;
    const [from, to] = [inPlot(scene, fromMs), inPlot(scene, untilMs)];
    if (Math.abs(from - lastX) < 0.01) canvas.lineTo(from, y(value));
    else canvas.moveTo(from, y(value));
    canvas.lineTo(Math.max(to, from + 1), y(value));
    lastX = to;
  });
  canvas.stroke();
}

/** Texts as boxes side by side; a text that stays is one box. */
function paintLane(canvas: Canvas, scene: Scene, lane: Layout["lanes"][number]): void {
  const { layout, series, hidden, colors } = scene;
  const each = series[lane.series]!;
  canvas.textAlign = "left";
  canvas.textBaseline = "middle";
  canvas.fillStyle = colors.text;
  canvas.fillText(each.title, layout.left, lane.top - 8);
  if (hidden.has(each.key)) return;
  const boxes: { value: string; fromMs: number; untilMs: number }[] = [];
  eachHeld(each, scene.view, (value, fromMs, untilMs) => {
    const last = boxes.at(-1);
    const text = each.text(value);
    if (last?.value === text && fromMs - last.untilMs < 1) last.untilMs = untilMs;
    else boxes.push({ value: text, fromMs, untilMs });
  });
  const hue = hueOf(colors, lane.series);
  for (const { value, fromMs, untilMs } of boxes) {
    const x = Math.max(layout.left, xAt(layout, scene.view, fromMs));
    const width = Math.max(1, Math.min(layout.right, xAt(layout, scene.view, untilMs)) - x);
    paintBox(canvas, { x, y: lane.top, width, height: lane.height }, { hue, text: value, colors });
  }
}

export function paintBox(
  canvas: Canvas,
  box: { x: number; y: number; width: number; height: number },
  { hue, text, colors }: { hue: string; text: string; colors: ChartColors },
): void {
  canvas.fillStyle = hue;
  canvas.globalAlpha = 0.2;
  canvas.fillRect(box.x, box.y, box.width, box.height);
  canvas.globalAlpha = 1;
  canvas.fillRect(box.x, box.y, Math.min(2, box.width), box.height);
  if (box.width < 24) return;
  canvas.fillStyle = colors.ink;
  canvas.textAlign = "left";
  canvas.textBaseline = "middle";
  canvas.fillText(fitText(canvas, text, box.width - 10), box.x + 6, box.y + box.height / 2 + 0.5);
}

function paintLevels(canvas: Canvas, scene: Scene, { levels = [] }: ChartSeries, y: ToY): void {
  if (levels.length === 0) return;
  canvas.strokeStyle = canvas.fillStyle = hueOf(scene.colors, 1);
  canvas.lineWidth = 1.5;
  canvas.setLineDash([5, 4]);
  canvas.beginPath();
  for (const { startMs, endMs, value } of levels) {
    canvas.moveTo(inPlot(scene, startMs), y(value));
    canvas.lineTo(inPlot(scene, endMs), y(value));
  }
  canvas.stroke();
  canvas.setLineDash([]);
  for (const { startMs, endMs, value } of levels)
    diamond(canvas, inPlot(scene, (startMs + endMs) / 2), y(value), MARK_PX + 1);
}

function diamond(canvas: Canvas, x: number, y: number, size: number): void {
  canvas.beginPath();
  canvas.moveTo(x, y - size);
  canvas.lineTo(x + size, y);
  canvas.lineTo(x, y + size);
  canvas.lineTo(x - size, y);
  canvas.fill();
}

/**
 * Marks on the line where a reading was abnormal, the larger and fuller the more of what is behind it was; where they fall
 * on one another, the largest.
 */
function paintAbnormal(canvas: Canvas, scene: Scene, { points }: ChartSeries, y: ToY): void {
  const { view, colors } = scene;
  canvas.fillStyle = colors.abnormal;
  let [lastX, lastShare] = [-Infinity, 0];
  for (let index = indexAt(points, view.startMs); index < points.length; index++) {
    const { timeMs, value, isAbnormal, abnormalShare = 1 } = points[index]!;
    if (timeMs >= view.endMs) break;
    if (!isAbnormal || typeof value !== "number") continue;
    const x = inPlot(scene, timeMs);
    if (x - lastX < 2 && abnormalShare <= lastShare) continue;
    [lastX, lastShare] = [x, abnormalShare];
    const { size, alpha } = markOf(abnormalShare);
    canvas.globalAlpha = alpha;
    diamond(canvas, x, y(value), size);
  }
  canvas.globalAlpha = 1;
}

/** Running and not running: a strip below, and a wash behind where the machine did not run. */
function paintStates(canvas: Canvas, { layout, view, running, colors }: Scene): void {
  if (layout.stateTop === null) return;
  const last = layout.panels.at(-1);
  const bottom = last ? last.top + last.height : layout.stateTop;
  for (const { startMs, endMs, isRunning } of running) {
    const from = Math.max(layout.left, xAt(layout, view, startMs));
    const to = Math.min(layout.right, xAt(layout, view, endMs));
    if (to <= from) continue;
    canvas.fillStyle = isRunning ? colors.running : colors.idle;
    const height = isRunning ? 10 : 5;
    canvas.fillRect(from, layout.stateTop + 10 - height, Math.max(0.75, to - from), height);
    if (isRunning || layout.panels.length === 0) continue;
    canvas.globalAlpha = 0.6;
    canvas.fillStyle = colors.idleWash;
    canvas.fillRect(from, layout.panels[0]!.top, to - from, bottom - layout.panels[0]!.top);
    canvas.globalAlpha = 1;
  }
}

function paintTimes(canvas: Canvas, { layout, colors, ticks }: Scene, view: ChartView): void {
  canvas.strokeStyle = colors.axis;
  canvas.lineWidth = 1;
  canvas.beginPath();
  const y = Math.round(layout.axisTop) + 0.5;
  canvas.moveTo(layout.left, y);
  canvas.lineTo(layout.right, y);
  for (const { timeMs } of ticks) {
    const x = Math.round(xAt(layout, view, timeMs)) + 0.5;
    canvas.moveTo(x, y);
    canvas.lineTo(x, y + 4);
  }
  canvas.stroke();
  canvas.fillStyle = colors.text;
  canvas.textBaseline = "top";
  for (const { timeMs, text } of ticks) {
    const half = canvas.measureText(text).width / 2;
    const x = xAt(layout, view, timeMs);
    canvas.textAlign = "left";
    canvas.fillText(text, Math.min(Math.max(0, x - half), layout.width - half * 2), y + 6);
  }
}

/** As much of a text as fits, with "…". */
function fitText(canvas: Canvas, text: string, width: number): string {
  if (canvas.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 0 && canvas.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return length === 0 ? "" : `${text.slice(0, length)}…`;
}
