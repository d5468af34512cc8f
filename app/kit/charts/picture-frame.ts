/** What the PNGs of both kinds of chart have around them: ground, title, and a legend of strokes. CSS pixels. */
import type { Canvas } from "./scene.ts";
import type { ChartColors } from "./use-chart-colors.ts";

export const LINE_PX = 20;
export const MARGIN_PX = 16;
const STROKE_PX = 24;

type Frame = { colors: ChartColors; headPx: number; width: number; height: number; title: string };

/** Around what was painted below a head of so many pixels; answers where the title stands. */
export function paintFrame(
  canvas: Canvas,
  { colors, headPx, width, height, title }: Frame,
): number {
  // The chart clears where it paints: the ground comes behind it.
  canvas.globalCompositeOperation = "destination-over";
  canvas.fillStyle = colors.card;
  canvas.fillRect(-MARGIN_PX, -headPx, width, height);
  canvas.globalCompositeOperation = "source-over";
  canvas.textAlign = "left";
  canvas.textBaseline = "middle";
  canvas.fillStyle = colors.ink;
  canvas.font = colors.font.replace("12px", "600 14px");
  const y = MARGIN_PX - headPx;
  canvas.fillText(title, 0, y);
  canvas.font = colors.font;
  canvas.fillStyle = colors.text;
  return y;
}

/** A stroke as it is drawn, and what it is called. */
export function paintLegendLine(
  canvas: Canvas,
  { hue, dash }: { hue: string; dash: readonly number[] },
  text: string,
  y: number,
  mostPx?: number,
): void {
  canvas.strokeStyle = hue;
  canvas.lineWidth = 2;
  canvas.setLineDash([...dash]);
  canvas.beginPath();
  canvas.moveTo(0, y);
  canvas.lineTo(STROKE_PX, y);
  canvas.stroke();
  canvas.setLineDash([]);
  canvas.fillText(text, STROKE_PX + 8, y, mostPx);
}
