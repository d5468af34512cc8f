/** A chart as a PNG: title, legend and times above what is painted, in the colours of the page, twice as fine as the screen's. */
import { saveFile } from "#app/components/save-file.ts";
import { dashesOf, MIN_LEFT_PX } from "./layout.ts";
import { paintChart } from "./paint.ts";
import { LINE_PX, MARGIN_PX, paintFrame, paintLegendLine } from "./picture-frame.ts";
import { paintLanes, type Picture, type SceneAt } from "./paint-lanes.ts";
import type { Canvas } from "./scene.ts";
import { hueOf } from "./use-chart-colors.ts";

const SCALE = 2;

type Words = { title: string; caption: string };

export function savePicture(name: string, sceneAt: SceneAt, words: Words): void {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return;
  const scene = withWholeLabels(context, sceneAt);
  const { width, height } = sizeOf(scene);
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  context.scale(SCALE, SCALE);
  paintPicture(context, scene, words);
  canvas.toBlob((blob) => blob && saveFile(`${name}.png`, blob), "image/png");
}

/** With the room that the longest label wants. */
export function withWholeLabels(canvas: Canvas, sceneAt: SceneAt): Picture {
  const { gutterPx } = paintChart(canvas, sceneAt(MIN_LEFT_PX));
  return sceneAt(Math.max(MIN_LEFT_PX, gutterPx));
}

const shownOf = ({ series, hidden }: Picture) =>
  series.map((each, index) => ({ each, index })).filter(({ each }) => !hidden.has(each.key));

const headOf = (scene: Picture): number => MARGIN_PX + LINE_PX * (2 + shownOf(scene).length) + 8;

/** Of the whole picture, CSS pixels. */
export const sizeOf = (scene: Picture): { width: number; height: number } => ({
  width: scene.layout.width + MARGIN_PX * 2,
  height: scene.layout.height + headOf(scene) + MARGIN_PX,
});

/** From the picture's top left. */
export function paintPicture(context: Canvas, scene: Picture, { title, caption }: Words): void {
  const { colors, series } = scene;
  const headPx = headOf(scene);
  const { width, height } = sizeOf(scene);
  context.translate(MARGIN_PX, headPx);
  paintChart(context, scene);
  paintLanes(context, scene);
  let y = paintFrame(context, { colors, headPx, width, height, title });
  context.fillText(caption, 0, (y += LINE_PX));
  const dashes = dashesOf(series);
  for (const { each, index } of shownOf(scene)) {
    y += LINE_PX;
    const stroke = { hue: hueOf(colors, index), dash: dashes[index]! };
    paintLegendLine(context, stroke, [each.title, each.unit].filter(Boolean).join(", "), y);
  }
}
