/** Draws one measure against another: points, fitted lines over them, and below what a fit leaves over. CSS pixels. */
import type { Canvas } from "./scene.ts";
import { fitStroke, hueOf, type ChartColors } from "./use-chart-colors.ts";
import { valueAxis, type ValueAxis } from "./value-ticks.ts";

export type XyPoint = { x: number; y: number; timeMs: number };
export type XyFit = {
  key: string;
  title: string;
  /** Its equation and how good it is. */
  told: string;
  /** Of its kind among all kinds: a kind looks the same whatever else is drawn (fitStroke). */
  kind: number;
  predict: (x: number) => number;
};
export type XyScene = {
  width: number;
  /** Room for the labels beside the plot. */
  left: number;
  height: number;
  points: readonly XyPoint[];
  fits: readonly XyFit[];
  /** Of which fit the residuals are shown; null: none. */
  residualsOf: XyFit | null;
  /** Shown values of x. */
  from: number;
  to: number;
  xTitle: string;
  yTitle: string;
  residualTitle: string;
  colors: ChartColors;
  number: (value: number, decimals: number) => string;
  /** The point that is read. */
  atIndex: number | null;
};
export const XY_RIGHT = 14;
const TOP = 20;
const BOTTOM = 42;
const RESIDUALS_PX = 110;
/** Around 0: with so many at most, one stands at least on each side of it. */
const RESIDUAL_TICKS = 4;
const DOT = 2.2;
/** Of a line, in pixels. */
const STEP_PX = 2;

export const strokeOfFit = (colors: ChartColors, { kind }: XyFit) => {
  const { hue, dash } = fitStroke(kind);
  return { hue: hueOf(colors, hue), dash };
};

type Box = { top: number; height: number };
type Axes = { x: ValueAxis; y: ValueAxis };

/** Answers the room beside the plot that the longest label wants. */
export function paintXy(canvas: Canvas, scene: XyScene): number {
  const { width, height, points, from, to, colors, residualsOf } = scene;
  canvas.clearRect(0, 0, width, height);
  canvas.font = colors.font;
  const shown = points.filter(({ x }) => x >= from && x <= to);
  const extra = residualsOf === null ? 0 : RESIDUALS_PX;
  const x: ValueAxis = {
    ...valueAxis(from, to, { most: Math.max(2, width / 110) }),
    low: from,
    high: to,
  };
  x.ticks = x.ticks.filter((tick) => tick >= from && tick <= to);
  const plot: Box = { top: TOP, height: height - TOP - BOTTOM - extra };
  const most = Math.max(2, Math.floor(plot.height / 34));
  const y = valueAxis(
    lowest(shown.map((point) => point.y)),
    highest(shown.map((point) => point.y)),
    { most, closest: 2 * most },
  );
  let gutterPx = paintFrame(canvas, scene, plot, { x, y }, scene.yTitle);
  dots(canvas, scene, plot, { x, y }, shown, (point) => point.y);
  within(canvas, scene, plot, () =>
    scene.fits.forEach((fit) => paintFit(canvas, scene, plot, { x, y }, fit)),
  );
  paintRead(canvas, scene, plot, { x, y });
  if (residualsOf !== null) {
    const left = shown.map((point) => point.y - residualsOf.predict(point.x));
    const far = highest(left.map(Math.abs)) || 1;
    const below: Box = { top: height - BOTTOM - RESIDUALS_PX + 26, height: RESIDUALS_PX - 26 };
    const axis = { ...valueAxis(-far, far, { most: RESIDUAL_TICKS }) };
    const frame = { x: { ...x, ticks: [] }, y: axis };
    gutterPx = Math.max(gutterPx, paintFrame(canvas, scene, below, frame, scene.residualTitle));
    dots(
      canvas,
      scene,
      below,
      { x, y: axis },
      shown,
      (point) => point.y - residualsOf.predict(point.x),
    );
  }
  paintXTicks(canvas, scene, x);
  return gutterPx;
}

const lowest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.min(a, b), Infinity);
const highest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.max(a, b), -Infinity);

const toX = ({ width, left }: XyScene, { x }: Axes, value: number): number =>
  left + ((value - x.low) / (x.high - x.low || 1)) * (width - left - XY_RIGHT);
const toY = ({ top, height }: Box, { y }: Axes, value: number): number =>
  top + height - ((value - y.low) / (y.high - y.low)) * height;

function within(
  canvas: Canvas,
  { width, left }: XyScene,
  { top, height }: Box,
  draw: () => void,
): void {
  canvas.save();
  canvas.beginPath();
  canvas.rect(left, top - 3, width - left - XY_RIGHT, height + 6);
  canvas.clip();
  draw();
  canvas.restore();
}

function paintFrame(canvas: Canvas, scene: XyScene, box: Box, axes: Axes, title: string): number {
  const { colors, width, left, number } = scene;
  let gutterPx = 0;
  canvas.lineWidth = 1;
  canvas.strokeStyle = colors.grid;
  canvas.fillStyle = colors.text;
  canvas.textAlign = "right";
  canvas.textBaseline = "middle";
  canvas.beginPath();
  for (const tick of axes.y.ticks) {
    const y = Math.round(toY(box, axes, tick)) + 0.5;
    canvas.moveTo(left, y);
    canvas.lineTo(width - XY_RIGHT, y);
    const text = number(tick, axes.y.decimals);
    gutterPx = Math.max(gutterPx, Math.ceil(canvas.measureText(text).width) + 10);
    canvas.fillText(text, left - 8, y);
  }
  for (const tick of axes.x.ticks) {
    const x = Math.round(toX(scene, axes, tick)) + 0.5;
    canvas.moveTo(x, box.top);
    canvas.lineTo(x, box.top + box.height);
  }
  canvas.stroke();
  canvas.textAlign = "left";
  canvas.fillText(title, 4, box.top - 10);
  return gutterPx;
}

function paintXTicks(canvas: Canvas, scene: XyScene, x: ValueAxis): void {
  const { colors, width, left, height, number } = scene;
  canvas.strokeStyle = colors.axis;
  canvas.beginPath();
  canvas.moveTo(left, height - BOTTOM + 0.5);
  canvas.lineTo(width - XY_RIGHT, height - BOTTOM + 0.5);
  canvas.stroke();
  canvas.fillStyle = colors.text;
  canvas.textBaseline = "top";
  canvas.textAlign = "left";
  for (const tick of x.ticks) {
    const text = number(tick, x.decimals);
    const wide = canvas.measureText(text).width;
    const from = toX(scene, { x, y: x }, tick) - wide / 2;
    canvas.fillText(text, Math.min(Math.max(0, from), width - wide), height - BOTTOM + 6);
  }
  canvas.textAlign = "right";
  canvas.fillText(scene.xTitle, width - XY_RIGHT, height - BOTTOM + 24);
}

function dots(
  canvas: Canvas,
  scene: XyScene,
  box: Box,
  axes: Axes,
  points: readonly XyPoint[],
  pick: (point: XyPoint) => number,
): void {
  canvas.fillStyle = hueOf(scene.colors, 0);
  canvas.globalAlpha = points.length > 2_000 ? 0.35 : 0.6;
  canvas.beginPath();
  for (const point of points) {
    const [x, y] = [toX(scene, axes, point.x), toY(box, axes, pick(point))];
    canvas.moveTo(x + DOT, y);
    canvas.arc(x, y, DOT, 0, 7);
  }
  canvas.fill();
  canvas.globalAlpha = 1;
}

function paintFit(canvas: Canvas, scene: XyScene, box: Box, axes: Axes, fit: XyFit): void {
  const { left } = scene;
  const { hue, dash } = strokeOfFit(scene.colors, fit);
  const right = scene.width - XY_RIGHT;
  canvas.strokeStyle = hue;
  canvas.setLineDash([...dash]);
  canvas.lineWidth = 2;
  canvas.beginPath();
  for (let x = left; x <= right; x += STEP_PX) {
    const at = axes.x.low + ((x - left) / (right - left)) * (axes.x.high - axes.x.low);
    const y = Math.max(-1e4, Math.min(1e4, toY(box, axes, fit.predict(at))));
    canvas[x === left ? "moveTo" : "lineTo"](x, y);
  }
  canvas.stroke();
  canvas.setLineDash([]);
}

function paintRead(canvas: Canvas, scene: XyScene, box: Box, axes: Axes): void {
  const point = scene.atIndex === null ? undefined : scene.points[scene.atIndex];
  if (point === undefined) return;
  canvas.beginPath();
  canvas.arc(toX(scene, axes, point.x), toY(box, axes, point.y), 6, 0, 7);
  canvas.strokeStyle = scene.colors.ink;
  canvas.lineWidth = 2;
  canvas.stroke();
}
