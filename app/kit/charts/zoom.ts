/** What of a range is shown. null is the whole of it. Every answer lies within the range and is at least a second long. */
import type { ChartView } from "./types.ts";

export const SHORTEST_VIEW_MS = 1_000;

const lengthOf = ({ startMs, endMs }: ChartView): number => endMs - startMs;

/** The view within the whole, moved rather than cut where it fits; null when it is the whole. */
export function clampView(view: ChartView, whole: ChartView): ChartView | null {
  const length = Math.max(Math.min(SHORTEST_VIEW_MS, lengthOf(whole)), lengthOf(view));
  if (length >= lengthOf(whole)) return null;
  const middle = (view.startMs + view.endMs) / 2;
  const startMs = Math.round(
    Math.min(Math.max(middle - length / 2, whole.startMs), whole.endMs - length),
  );
  return { startMs, endMs: Math.round(startMs + length) };
}

/** `factor` below 1 comes nearer; what is at `atMs` stays where it is. */
export const zoomAround = (
  view: ChartView,
  whole: ChartView,
  { atMs, factor }: { atMs: number; factor: number },
): ChartView | null => {
  const length = Math.max(SHORTEST_VIEW_MS, lengthOf(view) * factor);
  const share = (atMs - view.startMs) / lengthOf(view);
  const startMs = atMs - share * length;
  return clampView({ startMs, endMs: startMs + length }, whole);
};

export const panBy = (view: ChartView, whole: ChartView, byMs: number): ChartView | null =>
  clampView({ startMs: view.startMs + byMs, endMs: view.endMs + byMs }, whole);

/** Two fingers at these x of a plot `width` wide keep the times under them. */
export function pinchView(
  began: ChartView,
  whole: ChartView,
  { from, to, width }: { from: [number, number]; to: [number, number]; width: number },
): ChartView | null {
  const timeAt = (x: number) => began.startMs + (x / width) * lengthOf(began);
  const [a, b] = [timeAt(Math.min(...from)), timeAt(Math.max(...from))];
  const [x, y] = [Math.min(...to), Math.max(...to)];
  const perPx = (b - a) / Math.max(1, y - x);
  const startMs = a - x * perPx;
  return clampView({ startMs, endMs: startMs + width * perPx }, whole);
}

/** The view that lies in the range; the whole range without one. */
export function visibleOf(view: ChartView | null, range: ChartView): ChartView {
  if (view === null || view.endMs <= range.startMs || view.startMs >= range.endMs) return range;
  return view;
}
