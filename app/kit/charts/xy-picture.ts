/** An XY chart as a PNG: its title, and each fitted line's stroke and name, above what is painted. CSS pixels. */
import { strokeOfFit, paintXy, type XyScene } from "./xy-paint.ts";
import type { Canvas } from "./scene.ts";

const LINE_PX = 20;
const MARGIN_PX = 16;
const STROKE_PX = 24;

const headOf = ({ fits }: XyScene): number => MARGIN_PX + LINE_PX * (1 + fits.length) + 4;

/** Of the whole picture. */
export const xySizeOf = (scene: XyScene): { width: number; height: number } => ({
  width: scene.width + MARGIN_PX * 2,
  height: scene.height + headOf(scene) + MARGIN_PX,
});

/** From the picture's top left. */
export function paintXyPicture(canvas: Canvas, scene: XyScene, title: string): void {
  const { colors, fits } = scene;
  const head = headOf(scene);
  const { width, height } = xySizeOf(scene);
  canvas.translate(MARGIN_PX, head);
  paintXy(canvas, scene);
  // The chart clears where it paints: the ground comes behind it.
  canvas.globalCompositeOperation = "destination-over";
  canvas.fillStyle = colors.card;
  canvas.fillRect(-MARGIN_PX, -head, width, height);
  canvas.globalCompositeOperation = "source-over";
  canvas.textAlign = "left";
  canvas.textBaseline = "middle";
  canvas.fillStyle = colors.ink;
  canvas.font = colors.font.replace("12px", "600 14px");
  let y = MARGIN_PX - head;
  canvas.fillText(title, 0, y);
  canvas.font = colors.font;
  canvas.fillStyle = colors.text;
  canvas.lineWidth = 2;
  for (const fit of fits) {
    y += LINE_PX;
    const { hue, dash } = strokeOfFit(colors, fit);
    canvas.strokeStyle = hue;
    canvas.setLineDash([...dash]);
    canvas.beginPath();
    canvas.moveTo(0, y);
    canvas.lineTo(STROKE_PX, y);
    canvas.stroke();
    canvas.setLineDash([]);
    canvas.fillText([fit.title, fit.told].join(" · "), STROKE_PX + 8, y, width - STROKE_PX - 40);
  }
}
