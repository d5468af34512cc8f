/** The lines, steps and marks of a panel. */
import { MARK_PX, markOf } from "./abnormal-mark.ts";
import { dashAt, type Panel } from "./layout.ts";
import { indexAt, type Column } from "./reduce-line.ts";
import { eachHeld, inPlot, yAt, type Canvas, type Scene } from "./scene.ts";
import type { ChartSeries } from "./types.ts";
import { hueOf } from "./use-chart-colors.ts";
import type { ValueAxis } from "./value-ticks.ts";

export type Drawn = { axis: ValueAxis; runs: Map<number, Column[][]> };

const BAND = 0.18;
const EXPECTED = 0.12;

export function paintPanel(
  canvas: Canvas,
  scene: Scene,
  panel: Panel,
  { axis, runs }: Drawn,
): void {
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
