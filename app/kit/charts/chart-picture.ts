/** A chart as a PNG: title, legend and times above what is painted, in the colours of the page, twice as fine as the screen's. */
import { saveFile } from "#app/components/save-file.ts";
import { paintChart } from "./paint.ts";
import { paintLanes, type Picture } from "./paint-lanes.ts";
import { dashesOf } from "./layout.ts";
import { hueOf } from "./use-chart-colors.ts";

const SCALE = 2;
const LINE_PX = 20;
const MARGIN_PX = 16;

export function savePicture(
  name: string,
  scene: Picture,
  { title, caption }: { title: string; caption: string },
): void {
  const { layout, colors, series, hidden } = scene;
  const shown = series
    .map((each, index) => ({ each, index }))
    .filter(({ each }) => !hidden.has(each.key));
  const headPx = MARGIN_PX + LINE_PX * (2 + shown.length) + 8;
  const canvas = document.createElement("canvas");
  canvas.width = (layout.width + MARGIN_PX * 2) * SCALE;
  canvas.height = (layout.height + headPx + MARGIN_PX) * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(SCALE, SCALE);
  context.translate(MARGIN_PX, headPx);
  paintChart(context, scene);
  paintLanes(context, scene);
  // The chart clears where it paints: the ground comes behind it.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = colors.card;
  context.fillRect(-MARGIN_PX, -headPx, canvas.width, canvas.height);
  context.globalCompositeOperation = "source-over";
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = colors.ink;
  context.font = colors.font.replace("12px", "600 14px");
  let y = MARGIN_PX - headPx;
  context.fillText(title, 0, y);
  context.font = colors.font;
  context.fillStyle = colors.text;
  context.fillText(caption, 0, (y += LINE_PX));
  const dashes = dashesOf(scene.series);
  for (const { each, index } of shown) {
    y += LINE_PX;
    context.strokeStyle = hueOf(colors, index);
    context.lineWidth = 2;
    context.setLineDash([...dashes[index]!]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(24, y);
    context.stroke();
    context.setLineDash([]);
    context.fillText([each.title, each.unit].filter(Boolean).join(", "), 32, y);
  }
  canvas.toBlob((blob) => blob && saveFile(`${name}.png`, blob), "image/png");
}
