/**
 * Draws a time chart on a canvas, all of it anew: ten thousand points take a few milliseconds (bench/charts.ts), so that a
 * zoom needs no other picture in between. Everything is in CSS pixels; who calls has scaled the canvas.
 */
import type { Layout, Panel } from "./layout.ts";
import { fitText, paintLane } from "./paint-boxes.ts";
import { paintPanel, type Drawn } from "./paint-series.ts";
import { extentOf, reduceLine, withBands, type Column } from "./reduce-line.ts";
import { isEmptyIn, xAt, yAt, type Canvas, type Scene } from "./scene.ts";
import type { ChartView } from "./types.ts";
import { valueAxis, type ValueAxis } from "./value-ticks.ts";

/** Room that a tick of an axis of numbers wants. */
const TICK_PX = 34;
/** Closer they would touch. */
const CLOSEST_TICK_PX = 15;
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
    // Of one in whose silence the view lies there is nothing to draw, only points beyond its edges.
    if (hidden.has(each.key) || isEmptyIn(each, view)) continue;
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
        closest: Math.floor(panel.height / CLOSEST_TICK_PX),
        fromZero: scene.fromZero,
        range: scene.valueRange,
      });
  // Numbers beside nothing would be invented.
  if (!codes && low > high && scene.valueRange === undefined) axis.ticks = [];
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
  if (panel.top < 12) return gutterPx;
  canvas.textAlign = "left";
  // What has no unit stands alone, and is told by its name: fifteen panels have five hues.
  const title = panel.unit ?? first.title;
  // Above its plot, and from further left where that is too narrow for it: a phone's with long words beside it.
  const from = Math.min(layout.left, layout.right - canvas.measureText(title).width);
  canvas.fillText(title, Math.max(0, from), panel.top - 9);
  return gutterPx;
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
