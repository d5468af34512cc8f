import "./texts.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { dashesOf } from "./layout.ts";
import { LineSwatch } from "./line-swatch.tsx";
import { LEAST_SHARE } from "./abnormal-mark.ts";
import { indexAt } from "./reduce-line.ts";
import { spanText } from "./span-text.ts";
import { rangeText, readSpan, useReadWords } from "./use-read-words.ts";
import { useSpanWords } from "./use-span-words.ts";
import { isBeyond, readPoint } from "./nearest-point.ts";
import type { ChartPoint, ChartSeries, ChartSpan, ChartView, RunningSpan } from "./types.ts";

type ReadoutProps = {
  series: readonly ChartSeries[];
  /** Where the crosshair is; null: each series' newest value is told. */
  atMs: number | null;
  view: ChartView;
  timezone: string;
  running: readonly RunningSpan[] | null;
  spans: readonly ChartSpan[] | null;
  hidden: ReadonlySet<string>;
  isSmall: boolean;
  /** Of a small chart: the value with its range in one line, when in another; each is whole. */
  isInTwo?: boolean;
  onToggle: (key: string) => void;
  children?: ReactNode;
};

/** The chart's caption: what time is read, and each series' value there. It stays the same height, so that nothing moves. */
export function Readout({ isSmall, children, ...rest }: ReadoutProps) {
  const Own = isSmall ? SmallReadout : FullReadout;
  return <Own {...rest}>{children}</Own>;
}

type Parts = Omit<ReadoutProps, "isSmall">;

function SmallReadout({ series, atMs, view, timezone, isInTwo = false, children }: Parts) {
  const { t } = useTranslation();
  const formats = useFormats();
  const first = series[0];
  const point = first === undefined ? null : readPoint(first, atMs, view);
  const spanWords = useSpanWords(timezone);
  const goesOn = point?.ends === "now";
  const isNewest =
    !goesOn && atMs === null && point === first?.points.findLast(({ value }) => value !== null);
  // Of this step, also while it goes on: the figure of now is another one, and so is the mean of all that is drawn.
  const isMean = first?.shape === "line" && point?.ends !== undefined;
  return (
    <div className={cx("flex items-center gap-3 text-xs text-ink-faint", isInTwo ? "h-8" : "h-4")}>
      {/* What has no room even so is left out whole: no number is cut. */}
      <p
        className={cx(
          "flex h-full min-w-0 flex-1 overflow-hidden whitespace-pre",
          isInTwo ? "flex-col" : "flex-wrap",
        )}
        data-readout
      >
        {first !== undefined && point !== null && (
          <>
            <span className="font-medium text-ink">
              {first.text(point.value)}
              {/* Three charts beside each other on a tablet have no room for it: the unit stands above them. */}
              <span className="md:max-lg:sr-only">{formats.withUnit("", first.unit)}</span>
              {point.part && (
                <span className="text-warn">{` · ${t("chart.part", point.part)}`}</span>
              )}
              <span className="font-normal text-ink-faint">{rangeText(first, point)}</span>
            </span>
            <span>
              {[
                ...(isInTwo ? [] : [" ·"]),
                ...(isNewest ? [t("chart.newest")] : []),
                ...(isMean && !goesOn ? [t("chart.meanOf")] : []),
                isMean && goesOn
                  ? t("chart.meanSince", { time: formats.time(point.timeMs, timezone) })
                  : point.ends === undefined
                    ? formats.time(point.timeMs, timezone)
                    : spanWords(point.timeMs, point.ends),
              ].join(" ")}
            </span>
          </>
        )}
      </p>
      {children}
    </div>
  );
}

function FullReadout({
  series,
  atMs,
  view,
  timezone,
  running,
  spans,
  hidden,
  onToggle,
  children,
}: Parts) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useReadWords(timezone);
  const dashes = dashesOf(series);
  const shown = series.filter(({ key }) => !hidden.has(key));
  const lines = shown
    .filter((each) => each.shape === "line" && !each.isCompared)
    .flatMap(({ points }) => points);
  const bands = [
    lines.some(({ min, max }) => min !== null && max !== null && min < max) && t("chart.band"),
    lines.some(({ lower, upper }) => lower !== null && upper !== null) && t("chart.expectedBand"),
  ].filter(Boolean);
  const read = atMs === null ? null : readSpan(shown, atMs);
  const said = [
    atMs === null ? spanText(formats, view, timezone) : words.when(shown, atMs, view),
    read === null
      ? shown.some((each) => readPoint(each, null, view) !== null) && t("chart.newestValues")
      : words.state(running, read),
    read && words.job(spans, read),
    shown.some((each) => isBeyond(readPoint(each, atMs, view))) && t("chart.heldBefore"),
  ].filter(Boolean);
  return (
    <div className="mb-1" data-readout>
      <div className="flex min-h-10 items-center justify-between gap-3 lg:min-h-8">
        <p className="min-w-0 text-xs text-ink-soft">{said.join(" · ")}</p>
        {children}
      </div>
      <ul className="flex flex-wrap gap-x-1 gap-y-0.5">
        {series.map((each, index) => (
          <li key={each.key}>
            <LegendEntry
              series={each}
              index={index}
              dash={dashes[index]!}
              point={readPoint(each, atMs, view)}
              isHidden={hidden.has(each.key)}
              onToggle={() => onToggle(each.key)}
            />
          </li>
        ))}
        {bands.length > 0 && (
          <li className="flex min-h-11 items-center px-2 text-xs text-ink-soft lg:min-h-7">
            {bands.join(". ")}
          </li>
        )}
        {shown.some((each) => hasAbnormal(each, view)) && (
          <li className="flex min-h-11 items-center gap-2 px-2 text-xs text-ink-soft lg:min-h-7">
            <svg viewBox="0 0 8 8" className="size-2 shrink-0 text-hint" aria-hidden="true">
              <path d="M4 0 8 4 4 8 0 4z" fill="currentColor" />
            </svg>
            {t("chart.abnormalMarks", { share: formats.percent(LEAST_SHARE) })}
          </li>
        )}
      </ul>
    </div>
  );
}

/** Whether a mark stands within the view. */
const hasAbnormal = ({ points, shape }: ChartSeries, { startMs, endMs }: ChartView): boolean => {
  if (shape !== "line") return false;
  for (let at = indexAt(points, startMs); at < points.length; at++) {
    if (points[at]!.timeMs >= endMs) return false;
    if (points[at]!.isAbnormal) return true;
  }
  return false;
};

function LegendEntry({
  series,
  index,
  dash,
  point,
  isHidden,
  onToggle,
}: {
  series: ChartSeries;
  index: number;
  /** As its line is drawn. */
  dash: readonly number[];
  point: ChartPoint | null;
  isHidden: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isEmpty = !series.points.some(({ value }) => value !== null);
  const abnormalText = ({ isAbnormal, abnormalShare }: ChartPoint): string => {
    if (!isAbnormal) return "";
    if (abnormalShare === undefined) return ` · ${t("chart.abnormal")}`;
    return abnormalShare < 0.01
      ? ` · ${t("chart.abnormalLittle")}`
      : ` · ${t("chart.abnormalPart", { share: formats.percent(abnormalShare) })}`;
  };
  return (
    <button
      type="button"
      aria-pressed={!isHidden}
      onClick={onToggle}
      className={cx(
        "flex min-h-11 items-center gap-2 rounded-control px-2 text-xs hover:bg-hover lg:min-h-7",
        // On paper it says which line is which; what is hidden has no line.
        isHidden ? "text-ink-faint line-through" : "print-text text-ink",
      )}
    >
      <LineSwatch hue={index} dash={dash} />
      <span className="text-left">{series.title}</span>
      <span className="min-w-16 text-left text-ink-soft">
        {isEmpty
          ? t("chart.noneOfThis")
          : point === null || point.value === null
            ? "–"
            : `${formats.withUnit(series.text(point.value), series.unit)}${rangeText(series, point)}${abnormalText(point)}`}
      </span>
    </button>
  );
}
