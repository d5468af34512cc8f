/** Boxes with a word: texts over time, jobs and notes. */
import type { Layout } from "./layout.ts";
import { eachHeld, xAt, type Canvas, type Scene } from "./scene.ts";
import { hueOf, type ChartColors } from "./use-chart-colors.ts";

/** Texts as boxes side by side; a text that stays is one box. */
export function paintLane(canvas: Canvas, scene: Scene, lane: Layout["lanes"][number]): void {
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
  {
    hue,
    text,
    colors,
    room = box.width,
  }: {
    hue: string;
    text: string;
    colors: ChartColors;
    /** What its words have, where they may go on beside it. */
    room?: number;
  },
): void {
  canvas.fillStyle = hue;
  canvas.globalAlpha = 0.2;
  canvas.fillRect(box.x, box.y, box.width, box.height);
  canvas.globalAlpha = 1;
  canvas.fillRect(box.x, box.y, Math.min(2, box.width), box.height);
  if (room < 24 || text === "") return;
  canvas.fillStyle = colors.ink;
  canvas.textAlign = "left";
  canvas.textBaseline = "middle";
  canvas.fillText(fitText(canvas, text, room - 10), box.x + 6, box.y + box.height / 2 + 0.5);
}

/** As much of a text as fits, with "…". */
export function fitText(canvas: Canvas, text: string, width: number): string {
  if (canvas.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 0 && canvas.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return length === 0 ? "" : `${text.slice(0, length)}…`;
}
