import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { readPoint, stepEndAt } from "./nearest-point.ts";
import type { ChartPoint, ChartSeries, ChartSpan, ChartView, RunningSpan } from "./types.ts";
import { useStepWords } from "./use-step-words.ts";

/** What stands at a time of a chart, in words: for its caption, and for who listens. */
export function useReadWords(timezone: string) {
  const { t } = useTranslation();
  const formats = useFormats();
  const stepWords = useStepWords(timezone);

  /** Of a mean from when to when it counts, of a sample when it was; with the zone. */
  function when(series: readonly ChartSeries[], atMs: number, view: ChartView): string {
    const ends = stepEndAt(series, atMs);
    const zone = formats.zone(atMs, timezone);
    const moment = formats.dateTime(atMs, timezone);
    if (ends === "now") return t("chart.untilNow", { time: `${moment} ${zone}` });
    return `${stepWords(atMs, ends) ?? withSeconds(moment, atMs, view)} ${zone}`;
  }

  /** Whether it ran then, all of the step that is read or a part of it; null: not known. */
  function state(running: readonly RunningSpan[] | null, read: ChartView): string | null {
    const held = (running ?? []).filter((span) => overlaps(span, read));
    if (held.length === 0) return null;
    if (held.every(({ isRunning }) => isRunning)) return t("chart.running");
    return t(held.some(({ isRunning }) => isRunning) ? "chart.partlyRunning" : "chart.notRunning");
  }

  function job(spans: readonly ChartSpan[] | null, read: ChartView): string | null {
    const held = (spans ?? []).filter((span) => overlaps(span, read));
    const [only] = held;
    if (only === undefined) return null;
    return held.length === 1
      ? [only.title, ...only.lines].join(", ")
      : t("chart.jobsHere", { count: held.length });
  }

  function spoken(series: readonly ChartSeries[], atMs: number, view: ChartView): string {
    const values = series.map((each) => {
      const point = readPoint(each, atMs, view);
      const value =
        point === null || point.value === null
          ? t("chart.noReading")
          : `${formats.withUnit(each.text(point.value), each.unit)}${rangeText(each, point)}`;
      return `${each.title} ${value}`;
    });
    return [when(series, atMs, view), ...values].join(", ");
  }

  return { when, state, job, spoken };
}

/** What a crosshair at `atMs` reads: a step, or a moment. */
export function readSpan(series: readonly ChartSeries[], atMs: number): ChartView {
  const ends = stepEndAt(series, atMs);
  return { startMs: atMs, endMs: typeof ends === "number" ? ends : atMs + 1 };
}

const overlaps = (a: ChartView, b: ChartView): boolean =>
  a.startMs < b.endMs && a.endMs > b.startMs;

/** Seconds are told where the view is so short that they differ. */
function withSeconds(moment: string, atMs: number, view: ChartView): string {
  if (view.endMs - view.startMs > HOUR_MS) return moment;
  const seconds = `:${String(Math.floor(atMs / 1000) % 60).padStart(2, "0")}`;
  return /[AP]M$/.test(moment)
    ? `${moment.slice(0, -3)}${seconds}${moment.slice(-3)}`
    : moment + seconds;
}

/** The lowest and highest behind a mean, where they differ. */
export function rangeText({ shape, text }: ChartSeries, { min, max }: ChartPoint): string {
  return shape === "line" && min !== null && max !== null && max > min
    ? ` (${text(min)}–${text(max)})`
    : "";
}
