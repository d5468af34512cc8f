import "./texts.ts";
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MutableRefObject,
} from "react";
import { useTranslation } from "react-i18next";
import { useChartLink, useStored } from "./chart-link.tsx";
import { MarksLane, SpansLane, MarkList, type OpenedMarks } from "./chart-marks.tsx";
import { stopsOf } from "./nearest-point.ts";
import { paintChart, type Painted } from "./paint.ts";
import { isEmptyIn } from "./scene.ts";
import type { SceneAt } from "./paint-lanes.ts";
import { paintCrosshair } from "./paint-crosshair.ts";
import { canvasOf, ResetZoom, usePlotWidth } from "./plot-parts.tsx";
import { Readout } from "./readout.tsx";
import type {
  ChartAnnotation,
  ChartMark,
  ChartSeries,
  ChartSpan,
  ChartView,
  RunningSpan,
} from "./types.ts";
import { visibleOf } from "./zoom.ts";
import { useReadWords } from "./use-read-words.ts";
import { useChartScene } from "./use-chart-scene.ts";
import { readColors } from "./use-chart-colors.ts";
import { nearestIndex, usePlotGestures } from "./use-plot-gestures.ts";

export type TimeCanvasProps = {
  /** What is seen, in words, for who listens. */
  label: string;
  series: readonly ChartSeries[];
  /** The whole range; what is shown of it is the link's. */
  range: ChartView;
  timezone: string;
  running?: readonly RunningSpan[] | null;
  marks?: readonly ChartMark[] | null;
  spans?: readonly ChartSpan[] | null;
  annotations?: readonly ChartAnnotation[] | null;
  /** Pixels of the whole; without it each panel has its own. */
  height?: number;
  fromZero?: boolean;
  /** The ends of the axis of numbers, where they are known before: 0 and 100 percent. */
  valueRange?: readonly [number, number] | undefined;
  /** Keys of series that the reader switched off in the legend. */
  hidden?: ReadonlySet<string>;
  /** Called with the key of a legend's entry that is pressed. */
  onToggle?: (key: string) => void;
  /** A small chart has no legend. */
  isSmall?: boolean;
  /** Called with what lies left and right of the plot, px, when that changes. */
  onPlot?: (plot: { left: number; right: number }) => void;
  /** Given what is painted with so much room beside the panels, px, for a picture of it. */
  picture?: MutableRefObject<SceneAt | null>;
};

/** A picture's width at least, px: it is looked at elsewhere than on the phone that it was made on. */
const LEAST_PICTURE_PX = 640;
/** So wide, px, a small chart has room for a value with its range, and when it was, in one line. */
const ONE_LINE_PX = 448;
const LINE_PX = 16;
const NONE: never[] = [];
const NONE_HIDDEN: ReadonlySet<string> = new Set();
const ignore = () => {};

/** The canvas of a time chart with its readout. Only ever loaded in the browser, when a chart is on screen. */
export default function TimeCanvas({
  label,
  series,
  range,
  timezone,
  running = null,
  marks = null,
  spans = null,
  annotations = null,
  height,
  fromZero = false,
  valueRange,
  hidden = NONE_HIDDEN,
  onToggle = ignore,
  isSmall = false,
  onPlot,
  picture,
}: TimeCanvasProps) {
  const { t } = useTranslation();
  const words = useReadWords(timezone);
  const link = useChartLink();
  const zoomed = useStored(link.view);
  const view = useMemo(() => visibleOf(zoomed, range), [zoomed, range]);
  const [told, setTold] = useState<OpenedMarks | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const width = usePlotWidth(element);
  // Of all alike, also of means without a range: what is chosen moves nothing.
  const isInTwo = isSmall && width < ONE_LINE_PX;
  const ground = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const painted = useRef<Painted | null>(null);
  const hint = useId();

  const { scene, sceneAt, leftPx, onLabelsWider } = useChartScene(
    {
      ...{ series, range, view, timezone, hidden, fromZero, valueRange, isSmall },
      height: height && (isInTwo ? height - LINE_PX : height),
      ...{ running, marks, spans, annotations },
    },
    width,
    element.current,
    link,
  );
  const { layout } = scene;
  const beside = layout.width - layout.right;
  useLayoutEffect(() => {
    if (layout.width > 0) onPlot?.({ left: layout.left, right: beside });
  }, [onPlot, layout.width, layout.left, beside]);
  const stops = useMemo(() => stopsOf(series, range), [series, range]);
  const lastStop = Math.max(0, stops.length - 1);
  const gestures = usePlotGestures({
    element,
    link,
    whole: range,
    view,
    plot: layout,
    stops,
  });
  useEffect(() => {
    if (picture && width > 0)
      picture.current = (wantedPx) => ({
        ...sceneAt(Math.max(width, LEAST_PICTURE_PX), wantedPx),
        colors: readColors(element.current),
        marks: marks ?? NONE,
        spans: spans ?? NONE,
        annotations: annotations ?? NONE,
      });
  });

  const selection = gestures.selection;
  useLayoutEffect(() => {
    const context = canvasOf(ground.current, layout);
    if (context === null) return;
    const { gutterPx } = (painted.current = paintChart(context, scene));
    if (gutterPx > leftPx) onLabelsWider(gutterPx);
  }, [scene, layout, leftPx, onLabelsWider]);
  useLayoutEffect(() => {
    const draw = () => {
      const context = canvasOf(above.current, layout);
      if (context === null || painted.current === null) return;
      paintCrosshair(context, scene, painted.current, {
        atMs: link.crosshairMs.get(),
        selection,
      });
    };
    draw();
    return link.crosshairMs.subscribe(draw);
  }, [scene, layout, link, selection]);

  const crosshairMs = useStored(link.crosshairMs);
  const shown = useMemo(() => series.filter(({ key }) => !hidden.has(key)), [series, hidden]);
  const isEmpty = useMemo(() => shown.every((each) => isEmptyIn(each, view)), [shown, view]);
  return (
    <div className="min-w-0">
      <Readout
        series={series}
        atMs={crosshairMs}
        view={view}
        timezone={timezone}
        running={running}
        spans={spans}
        hidden={hidden}
        isSmall={isSmall}
        isInTwo={isInTwo}
        onToggle={onToggle}
      >
        <ResetZoom link={link} plot={element} isSmall={isSmall} />
      </Readout>
      <div className="relative" style={{ height: layout.height }}>
        <div
          ref={element}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-describedby={hint}
          aria-valuemin={0}
          aria-valuemax={lastStop}
          aria-valuenow={crosshairMs === null ? lastStop : nearestIndex(stops, crosshairMs)}
          aria-valuetext={crosshairMs === null ? label : words.spoken(shown, crosshairMs, view)}
          className="absolute inset-0 cursor-crosshair touch-pan-y rounded-control select-none focus-visible:-outline-offset-2"
          {...gestures.props}
        >
          <canvas ref={ground} className="absolute inset-0 size-full" aria-hidden="true" />
          {/* On paper an empty canvas wipes out what lies under it. */}
          <canvas
            ref={above}
            className="pointer-events-none absolute inset-0 size-full print:hidden"
            aria-hidden="true"
          />
        </div>
        {isEmpty && (
          <p className="pointer-events-none absolute inset-0 grid place-items-center text-center text-sm text-ink-faint">
            {t("chart.noData")}
          </p>
        )}
        {layout.marksTop !== null && (
          <MarksLane
            layout={layout}
            view={view}
            marks={marks ?? NONE}
            told={told}
            onTell={setTold}
          />
        )}
        {layout.spansTop !== null && (
          <SpansLane
            top={layout.spansTop}
            name="spans"
            {...{ layout, view, told }}
            spans={spans ?? NONE}
            onTell={setTold}
          />
        )}
        {layout.annotationsTop !== null && (
          <SpansLane
            top={layout.annotationsTop}
            name="annotations"
            {...{ layout, view, told }}
            spans={annotations ?? NONE}
            onTell={setTold}
          />
        )}
      </div>
      <p id={hint} className="sr-only">
        {t("chart.keys")}
      </p>
      {told !== null && !isGone(told, annotations) && (
        <MarkList told={told} isOver={isSmall} onClose={() => setTold(null)} />
      )}
    </div>
  );
}

/** Whether a note that is told was deleted meanwhile. */
const isGone = (told: OpenedMarks, annotations: readonly ChartAnnotation[] | null): boolean =>
  told.key.startsWith("annotations ") &&
  annotations?.some(({ key }) => told.key === `annotations ${key}`) !== true;
