/** An XY chart as a PNG: its title, and each fitted line's stroke and name, above what is painted. CSS pixels. */
import { LINE_PX, MARGIN_PX, paintFrame, paintLegendLine } from "./picture-frame.ts";
import { strokeOfFit, paintXy, type XyScene } from "./xy-paint.ts";
import type { Canvas } from "./scene.ts";

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
  let y = paintFrame(canvas, { colors, headPx: head, width, height, title });
  for (const fit of fits) {
    y += LINE_PX;
    const told = [fit.title, fit.told].join(" · ");
    paintLegendLine(canvas, strokeOfFit(colors, fit), told, y, width - MARGIN_PX * 4);
  }
}
