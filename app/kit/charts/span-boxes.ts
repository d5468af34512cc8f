/** Where jobs and notes lie in their lane, for the page and for the picture of it. */
import type { Layout } from "./layout.ts";
import { NARROWEST_PX } from "./note-rows.ts";
import { xAt } from "./scene.ts";
import type { ChartSpan, ChartView } from "./types.ts";

/** Narrower ones have no room for a word. */
export const NAMED_PX = 36;
const MOST_SPANS = 200;

/** CSS pixels from the chart's left; `row` counts from the top of the lane. `room`: until the next box, or the plot's end. */
export type SpanBox = { span: ChartSpan; from: number; width: number; row: number; room: number };

/** Jobs too narrow to see are left out until one zooms in; a note never is. None lies over another one. */
export function spanBoxes(
  layout: Layout,
  view: ChartView,
  { spans, keepsNarrow }: { spans: readonly ChartSpan[]; keepsNarrow: boolean },
): SpanBox[] {
  const boxes = spans
    .filter(({ startMs, endMs }) => endMs > view.startMs && startMs < view.endMs)
    .map((span) => {
      const from = Math.max(layout.left, xAt(layout, view, span.startMs));
      const width = Math.min(layout.right, xAt(layout, view, span.endMs)) - from;
      return { span, from, width, row: layout.noteRows.get(span.key) ?? 0 };
    })
    .filter(({ width }) => width >= NARROWEST_PX || keepsNarrow)
    .slice(0, MOST_SPANS)
    .sort((a, b) => a.from - b.from);
  return boxes.map((box, index) => {
    const next = boxes.find(({ row }, later) => later > index && row === box.row);
    const room = (next?.from ?? layout.right) - box.from;
    return { ...box, room, width: Math.min(box.width, room) };
  });
}

/** About what a letter of a box takes, and what stands beside its words. */
const LETTER_PX = 7;
export const EDGES_PX = 10;

/** The words of a box: all of its title where they have room, else what counts of it; "" where a word would be cut to nothing. */
export function wordsOfBox({ span: { title, short }, room }: SpanBox): string {
  const fits = (words: string) => words.length * LETTER_PX + EDGES_PX <= room;
  if (fits(title)) return title;
  if (short !== undefined && fits(short)) return short;
  return short === undefined && room > NAMED_PX ? title : "";
}
