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
import { useFormats } from "#app/components/use-formats.ts";
import { createChartLink, useStored } from "./chart-link.tsx";
import { fitStroke, useChartColors } from "./use-chart-colors.ts";
import { nearestIndex, usePlotGestures } from "./use-plot-gestures.ts";
import { LineSwatch } from "./line-swatch.tsx";
import { canvasOf, ResetZoom, usePlotWidth } from "./plot-parts.tsx";
import { paintXy, XY_RIGHT, type XyFit, type XyPoint, type XyScene } from "./xy-paint.ts";
import { paintXyPicture, xySizeOf } from "./xy-picture.ts";

export type XyCanvasProps = {
  label: string;
  /** Ascending in x. */
  points: readonly XyPoint[];
  fits: readonly XyFit[];
  residualsOf: XyFit | null;
  xTitle: string;
  yTitle: string;
  xText: (value: number) => string;
  yText: (value: number) => string;
  timezone: string;
  picture?: MutableRefObject<(() => { canvas: HTMLCanvasElement }) | null>;
};

/** The gestures count in parts of the range of x, for they know whole numbers. */
const PARTS = 1_000_000_000;
const WHOLE = { startMs: 0, endMs: PARTS };
const HEIGHT_PX = 420;
/** A picture is looked at elsewhere than on the phone that it was made on, and equations are long. */
const LEAST_PICTURE_PX = 720;
const MIN_LEFT_PX = 56;

/** The canvas of an XY chart. Only ever loaded in the browser, when a chart is on screen. */
export default function XyCanvas(props: XyCanvasProps) {
  const { label, points, fits, residualsOf, xTitle, yTitle, xText, yText, timezone, picture } =
    props;
  const { t } = useTranslation();
  const formats = useFormats();
  const [link] = useState(createChartLink);
  const zoomed = useStored(link.view);
  const at = useStored(link.crosshairMs);
  const element = useRef<HTMLDivElement>(null);
  const width = usePlotWidth(element);
  const [left, setLeft] = useState(MIN_LEFT_PX);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hint = useId();
  const view = zoomed ?? WHOLE;
  const [low, span] = useMemo(() => {
    const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
    const room = (last - first) * 0.02 || Math.abs(first) * 0.05 || 1;
    return [first - room, last - first + 2 * room];
  }, [points]);
  const stops = useMemo(
    () => points.map(({ x }) => ((x - low) / span) * PARTS),
    [points, low, span],
  );
  const gestures = usePlotGestures({
    element,
    link,
    whole: WHOLE,
    view,
    plot: { left, right: Math.max(left + 40, width - XY_RIGHT) },
    stops,
  });
  const colors = useChartColors(element.current);
  const atIndex = at === null ? null : nearestIndex(stops, at);
  const scene = useMemo<XyScene>(
    () => ({
      width,
      left,
      height: HEIGHT_PX,
      points,
      fits,
      residualsOf,
      from: low + (view.startMs / PARTS) * span,
      to: low + (view.endMs / PARTS) * span,
      xTitle,
      yTitle,
      residualTitle: t("chart.residuals"),
      colors,
      number: formats.number,
      atIndex,
    }),
    [
      width,
      left,
      points,
      fits,
      residualsOf,
      low,
      span,
      view,
      xTitle,
      yTitle,
      colors,
      formats,
      atIndex,
      t,
    ],
  );
  useLayoutEffect(() => {
    const size = { width, height: HEIGHT_PX };
    const context = canvasOf(canvas.current, size);
    if (context === null) return;
    const wanted = paintXy(context, scene);
    if (wanted > left) setLeft(wanted);
  }, [scene, width, left]);
  useEffect(() => {
    if (picture === undefined || width === 0) return;
    picture.current = () => {
      const copy = document.createElement("canvas");
      const wide = { ...scene, width: Math.max(width, LEAST_PICTURE_PX) };
      paintXyPicture(canvasOf(copy, xySizeOf(wide), 2)!, wide, label);
      return { canvas: copy };
    };
  });
  const read = atIndex === null ? undefined : points[atIndex];
  const said =
    read === undefined
      ? t("chart.pointCount", { count: points.length })
      : `${xTitle} ${xText(read.x)} · ${yTitle} ${yText(read.y)} · ${formats.dateTime(read.timeMs, timezone)} ${formats.zone(read.timeMs, timezone)}`;
  const { selection } = gestures;
  return (
    <div className="min-w-0">
      <div className="flex min-h-10 items-center justify-between gap-3 lg:min-h-8">
        <p className="text-xs text-ink-soft" data-readout>
          {said}
        </p>
        <ResetZoom link={link} plot={element} isSmall={false} />
      </div>
      {fits.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {fits.map(({ key, title, kind }) => (
            <li key={key} className="flex items-center gap-2">
              <LineSwatch {...fitStroke(kind)} />
              {title}
            </li>
          ))}
        </ul>
      )}
      <div
        ref={element}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={atIndex ?? 0}
        aria-valuetext={said}
        className="relative cursor-crosshair touch-pan-y rounded-control select-none focus-visible:-outline-offset-2"
        style={{ height: HEIGHT_PX }}
        {...gestures.props}
      >
        <canvas ref={canvas} className="absolute inset-0 size-full" aria-hidden="true" />
        {selection !== null && (
          <div
            className="absolute top-5 bottom-10 bg-ring/15"
            style={{
              left: Math.min(selection.from, selection.to),
              width: Math.abs(selection.to - selection.from),
            }}
          />
        )}
      </div>
      <p id={hint} className="sr-only">
        {t("chart.keys")}
      </p>
    </div>
  );
}
