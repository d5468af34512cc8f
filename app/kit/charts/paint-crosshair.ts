import { pointAt } from "./nearest-point.ts";
import type { Painted } from "./paint.ts";
import { xAt, yAt, type Canvas, type Scene } from "./scene.ts";
import type { Selection } from "./use-plot-gestures.ts";
import { hueOf } from "./use-chart-colors.ts";

/** A line at the time that is read with a dot on each series, and the span that is being chosen. */
export function paintCrosshair(
  canvas: Canvas,
  { layout, view, series, hidden, colors }: Scene,
  { axes }: Painted,
  { atMs, selection }: { atMs: number | null; selection: Selection | null },
): void {
  const bottom = layout.axisTop;
  const top = layout.panels[0]?.top ?? layout.lanes[0]?.top ?? 0;
  if (selection !== null) {
    canvas.fillStyle = colors.ring;
    canvas.globalAlpha = 0.16;
    const from = Math.min(selection.from, selection.to);
    canvas.fillRect(from, top, Math.abs(selection.to - selection.from), bottom - top);
    canvas.globalAlpha = 1;
  }
  if (atMs === null || atMs < view.startMs || atMs > view.endMs) return;
  const x = xAt(layout, view, atMs);
  canvas.strokeStyle = colors.text;
  canvas.lineWidth = 1;
  canvas.beginPath();
  canvas.moveTo(Math.round(x) + 0.5, top);
  canvas.lineTo(Math.round(x) + 0.5, bottom);
  canvas.stroke();
  for (const panel of layout.panels) {
    const axis = axes.get(panel.key);
    if (axis === undefined) continue;
    for (const index of panel.series) {
      const each = series[index]!;
      const point = hidden.has(each.key) ? null : pointAt(each, atMs);
      if (point === null || typeof point.value !== "number") continue;
      const dotX = each.shape === "line" ? xAt(layout, view, point.timeMs) : x;
      canvas.beginPath();
      canvas.arc(dotX, yAt(panel, axis, point.value), 4, 0, 7);
      canvas.fillStyle = hueOf(colors, index);
      canvas.fill();
      canvas.strokeStyle = colors.card;
      canvas.lineWidth = 1.5;
      canvas.stroke();
    }
  }
}
