/** Where jobs and notes lie in their lane, for the page and for the picture of it. */
import type { Layout } from "./layout.ts";
import { xAt } from "./paint.ts";
import type { ChartSpan, ChartView } from "./types.ts";

/** Narrower jobs are seen once one zooms in; a note is never narrower. */
export const NARROWEST_PX = 4;
/** Narrower ones have no room for a word. */
export const NAMED_PX = 36;
const MOST_SPANS = 200;

/** CSS pixels from the chart's left. */
export type SpanBox = { span: ChartSpan; from: number; width: number };

export const spanBoxes = (
  layout: Layout,
  view: ChartView,
  { spans, keepsNarrow }: { spans: readonly ChartSpan[]; keepsNarrow: boolean },
): SpanBox[] =>
  spans
    .filter(({ startMs, endMs }) => endMs > view.startMs && startMs < view.endMs)
    .map((span) => {
      const from = Math.max(layout.left, xAt(layout, view, span.startMs));
      return { span, from, width: Math.min(layout.right, xAt(layout, view, span.endMs)) - from };
    })
    .filter(({ width }) => width >= NARROWEST_PX || keepsNarrow)
    .slice(0, MOST_SPANS);
