import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { useFormats } from "#app/components/use-formats.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import type { ChartLink } from "./chart-link.tsx";
import { gutterOf, layOut, MIN_LEFT_PX, RIGHT_PX, type Layout } from "./layout.ts";
import { noteRows } from "./note-rows.ts";
import type { Scene } from "./scene.ts";
import { tickText, timeTicks } from "./time-ticks.ts";
import type { ChartAnnotation, ChartMark, ChartSpan, ChartView, RunningSpan } from "./types.ts";
import { useChartColors } from "./use-chart-colors.ts";

/** What of a time chart decides how it is laid out and painted. */
type Shown = Pick<Scene, "series" | "hidden" | "view" | "fromZero" | "valueRange"> & {
  /** The whole, of which the view shows a part. */
  range: ChartView;
  timezone: string;
  height: number | undefined;
  isSmall: boolean;
  running: readonly RunningSpan[] | null;
  marks: readonly ChartMark[] | null;
  spans: readonly ChartSpan[] | null;
  annotations: readonly ChartAnnotation[] | null;
};

export type ChartScene = {
  scene: Scene;
  /** The same at another width, with so much room left of the panels, px: for a picture. */
  sceneAt: (widthPx: number, leftPx: number) => Scene;
  /** Room left of the panels that the labels have now, px. */
  leftPx: number;
  /** Called when labels were painted that want more room than that. */
  onLabelsWider: (px: number) => void;
};

const NONE: never[] = [];
/** Room that a label of the time axis wants: a date with its hour more than either alone. */
const tickPx = (spanMs: number): number =>
  spanMs > 48 * HOUR_MS && spanMs <= 120 * HOUR_MS ? 84 : 62;

/**
 * Lays a time chart out at its width, px, and says what is to be painted.
 * @param host where the chart stands, whose colours it has
 * @param link of the charts with which a small one shares its left edge
 */
export function useChartScene(
  {
    series,
    range,
    view,
    timezone,
    height,
    fromZero,
    hidden,
    isSmall,
    valueRange,
    running,
    marks,
    spans,
    annotations,
  }: Shown,
  width: number,
  host: Element | null,
  { leftPx: linkedPx }: Pick<ChartLink, "leftPx">,
): ChartScene {
  const formats = useFormats();
  const colors = useChartColors(host);
  const keys = series.map(({ key }) => key).join(",");
  /** What the labels were seen to want: a zoom may want more, and gives nothing back while the measures are the same. */
  const [wanted, setWanted] = useState({ keys, px: 0 });
  const linked = useSyncExternalStore(linkedPx.subscribe, linkedPx.get, linkedPx.get);
  const own = wanted.keys === keys ? wanted.px : 0;
  const leftPx = Math.max(MIN_LEFT_PX, isSmall ? linked : own);
  const onLabelsWider = useCallback(
    (px: number) =>
      isSmall ? linkedPx.set(Math.max(px, linkedPx.get())) : setWanted({ keys, px }),
    [keys, isSmall, linkedPx],
  );

  const layoutAt = useCallback(
    (widthPx: number, wantedPx: number): Layout => {
      const left = gutterOf(wantedPx, widthPx);
      return layOut(series, {
        width: widthPx,
        height,
        left,
        hasMarks: marks !== null && marks.length > 0,
        hasStates: running !== null,
        hasSpans: spans !== null && spans.length > 0,
        noteRows: noteRows(annotations ?? NONE, range, {
          widthPx: widthPx - left - RIGHT_PX,
          isSmall,
        }),
      });
    },
    [series, height, marks, running, spans, annotations, range, isSmall],
  );
  const layout = useMemo(() => layoutAt(width, leftPx), [layoutAt, width, leftPx]);

  const sceneOf = useCallback(
    (laid: Layout): Scene => {
      const spanMs = view.endMs - view.startMs;
      const room = (laid.right - laid.left) / tickPx(spanMs);
      return {
        layout: laid,
        series,
        hidden,
        view,
        colors,
        fromZero,
        valueRange,
        running: running ?? NONE,
        ticks: timeTicks(view, timezone, room).map((timeMs) => ({
          timeMs,
          text: tickText(formats.locale, timeMs, timezone, spanMs),
        })),
        number: formats.number,
      };
    },
    [series, hidden, view, colors, fromZero, valueRange, running, timezone, formats],
  );
  return {
    scene: useMemo(() => sceneOf(layout), [sceneOf, layout]),
    sceneAt: (widthPx, wantedPx) => sceneOf(layoutAt(widthPx, wantedPx)),
    leftPx,
    onLabelsWider,
  };
}
