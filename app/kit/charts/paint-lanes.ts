/** Events, jobs and notes of a chart as they are painted in its picture: on the page they are buttons over the canvas. */
import { clusterMarks, countText } from "./clusters.ts";
import { MARKS_PX, SPANS_PX } from "./layout.ts";
import { paintBox } from "./paint-boxes.ts";
import { xAt, type Canvas, type Scene } from "./scene.ts";
import { NARROWEST_PX } from "./note-rows.ts";
import { spanBoxes, wordsOfBox } from "./span-boxes.ts";
import type { ChartAnnotation, ChartMark, ChartSpan } from "./types.ts";

/** What a picture shows. */
export type Picture = Scene & {
  marks: readonly ChartMark[];
  spans: readonly ChartSpan[];
  annotations: readonly ChartAnnotation[];
};

/** The picture with so much room for labels beside its panels, px. */
export type SceneAt = (leftPx: number) => Picture;

const MARK_RADIUS_PX = 11;

export function paintLanes(canvas: Canvas, picture: Picture): void {
  const { layout, colors, spans, annotations } = picture;
  canvas.font = colors.font;
  paintMarks(canvas, picture);
  paintSpans(canvas, picture, {
    spans,
    top: layout.spansTop,
    hue: colors.axis,
    keepsNarrow: false,
  });
  paintSpans(canvas, picture, {
    spans: annotations,
    top: layout.annotationsTop,
    hue: colors.note,
    keepsNarrow: true,
  });
}

function paintMarks(canvas: Canvas, { layout, view, colors, marks }: Picture): void {
  if (layout.marksTop === null) return;
  const y = layout.marksTop + MARKS_PX / 2 - 2;
  const shown = marks.filter(({ timeMs }) => timeMs >= view.startMs && timeMs < view.endMs);
  for (const { x, marks: held } of clusterMarks(shown, (timeMs) => xAt(layout, view, timeMs))) {
    canvas.strokeStyle = colors.axis;
    canvas.fillStyle = colors.ink;
    canvas.lineWidth = 1;
    canvas.beginPath();
    canvas.arc(x, y, MARK_RADIUS_PX, 0, 2 * Math.PI);
    canvas.stroke();
    canvas.textAlign = "center";
    canvas.textBaseline = "middle";
    canvas.fillText(held.length === 1 ? "◆" : countText(held.length), x, y);
  }
}

function paintSpans(
  canvas: Canvas,
  { layout, view, colors }: Picture,
  lane: { spans: readonly ChartSpan[]; top: number | null; hue: string; keepsNarrow: boolean },
): void {
  if (lane.top === null) return;
  for (const box of spanBoxes(layout, view, lane)) {
    const { from, width, row, room } = box;
    paintBox(
      canvas,
      {
        x: from,
        y: lane.top + 2 + row * SPANS_PX,
        width: Math.max(NARROWEST_PX, width - 1),
        height: SPANS_PX - 4,
      },
      { hue: lane.hue, text: wordsOfBox(box), colors, room },
    );
  }
}
