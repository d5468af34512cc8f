import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { useNotes } from "#app/kit/charts/chart-notes.tsx";
import { TimeChart } from "#app/kit/charts/time-chart.tsx";
import type { ChartMark, ChartSeries } from "#app/kit/charts/types.ts";
import { Slider } from "#app/kit/controls/slider.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import { HOUR_MS } from "#app/domain/durations.ts";
import type { TrialJson } from "./trial.ts";
import { useFormTrial, writeField } from "./use-form-trial.ts";
import "./texts.ts";

/** Seconds that the slider of the period stops at; others are typed. */
const PERIODS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600];
const STEPS = 200;

/** How often the alarm that stands in the form would have been raised in the last 30 days, and when. */
export default function AlarmTrial({
  deviceId,
  tag,
  timezone,
  isBoolean,
  isAnomaly,
}: {
  deviceId: number;
  tag: string;
  timezone: string;
  isBoolean: boolean;
  /** It goes by what the detections found, not by a threshold. */
  isAnomaly: boolean;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { filled, answer, isBusy, hasFailed, again } = useFormTrial(place, deviceId, tag);
  return (
    <section
      ref={place}
      className="space-y-3 rounded-card border border-line p-4"
      aria-busy={isBusy}
    >
      <h3 className="text-sm font-semibold">{t("alarms.trial")}</h3>
      {hasFailed ? (
        <Failure onRetry={again} busy={isBusy}>
          {t("alarms.trialFailed")}
        </Failure>
      ) : answer === null ? (
        <p className="text-sm text-ink-soft" role="status">
          {t(
            isBusy
              ? "alarms.trialBusy"
              : isAnomaly
                ? "alarms.trialWaitsDetection"
                : "alarms.trialWaits",
          )}
        </p>
      ) : (
        <>
          <Said answer={answer} timezone={timezone} isAnomaly={isAnomaly} />
          <Drawn
            deviceId={deviceId}
            answer={answer}
            tag={tag}
            timezone={timezone}
            threshold={filled?.threshold}
          />
          <Sliders place={place} answer={answer} filled={filled} isBoolean={isBoolean} />
        </>
      )}
    </section>
  );
}

function Said({
  answer,
  timezone,
  isAnomaly,
}: {
  answer: TrialJson;
  timezone: string;
  isAnomaly: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [start, from, end] = [answer.start_time, answer.judged_from, answer.end_time].map(
    Date.parse,
  );
  if (from! >= end!)
    return (
      <p role="status" className="text-sm font-medium">
        {t(isAnomaly ? "alarms.trialUnjudged" : "alarms.trialWithout")}
      </p>
    );
  const days = Math.max(1, Math.round((end! - from!) / DAY_MS));
  const isShort = from! > start!;
  return (
    <div role="status" className="text-sm">
      <p className="font-medium">
        {answer.raised === 0
          ? t("alarms.trialNever", { count: days })
          : t("alarms.trialRaised", {
              count: answer.raised,
              days: formats.number(days),
              time: formats.duration(answer.on_seconds),
            })}
      </p>
      {isShort && (
        <p className="text-ink-soft">
          {t(isAnomaly ? "alarms.trialSinceDetection" : "alarms.trialSince", {
            time: `${formats.dateTime(from!, timezone)} ${formats.zone(from!, timezone)}`,
          })}
        </p>
      )}
    </div>
  );
}

function Drawn({
  deviceId,
  answer,
  tag,
  timezone,
  threshold,
}: {
  deviceId: number;
  answer: TrialJson;
  tag: string;
  timezone: string;
  threshold: number | null | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const measure = useMeasureText();
  const range = useMemo(
    () => ({ startMs: Date.parse(answer.start_time), endMs: Date.parse(answer.end_time) }),
    [answer],
  );
  const title = measure.title(tag);
  const unit = measure.unit(tag);
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        key: tag,
        title,
        unit,
        shape: "line",
        joinMs: 1.5 * HOUR_MS,
        points: answer.points.map(({ time, abnormal, ...point }) => ({
          timeMs: Date.parse(time),
          ...point,
          lower: null,
          upper: null,
          isAbnormal: abnormal,
        })),
        text: (value) => formats.number(typeof value === "number" ? value : null, 2),
        ...(threshold === undefined || threshold === null
          ? {}
          : { levels: [{ ...range, value: threshold }] }),
      },
    ],
    [answer, tag, title, unit, threshold, range, formats],
  );
  const marks = useMemo<ChartMark[]>(
    () =>
      answer.spans.map(({ start_time: start, end_time: end }) => {
        const [from, to] = [Date.parse(start), Date.parse(end ?? answer.end_time)];
        return {
          key: start,
          timeMs: from,
          title: t("alarms.trialMark"),
          lines: [
            `${formats.dateTime(from, timezone)} ${formats.zone(from, timezone)}`,
            formats.duration((to - from) / 1_000),
          ],
        };
      }),
    [answer, timezone, t, formats],
  );
  const noted = useMemo(() => ({ deviceId, ...range }), [deviceId, range]);
  const metrics = useMemo(() => [tag], [tag]);
  const titleOf = useCallback(() => title, [title]);
  const notes = useNotes({ span: noted, metrics, timezone, title: titleOf });
  return (
    <>
      <TimeChart
        title={title}
        series={series}
        range={range}
        timezone={timezone}
        marks={marks}
        annotations={notes.annotations}
      />
      {notes.dialog}
    </>
  );
}

function Sliders({
  place,
  answer,
  filled,
  isBoolean,
}: {
  place: React.RefObject<HTMLDivElement | null>;
  answer: TrialJson;
  filled: { threshold: number | null; periodSeconds: number } | null;
  isBoolean: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [seconds, setSeconds] = useState(filled?.periodSeconds ?? 60);
  useEffect(() => {
    if (filled) setSeconds(filled.periodSeconds);
  }, [filled]);
  if (filled === null) return null;
  const { threshold } = filled;
  const at = PERIODS.findLastIndex((each) => each <= seconds);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {!isBoolean && threshold !== null && (
        <ThresholdSlider
          answer={answer}
          threshold={threshold}
          onChange={(text) => writeField(place.current, "threshold", text)}
        />
      )}
      <Slider
        label={t("alarms.period")}
        min={0}
        max={PERIODS.length - 1}
        value={Math.max(0, at)}
        say={(index) => `${formats.number(PERIODS[index] ?? 0)}\u00a0s`}
        onChange={(index) => writeField(place.current, "period_s", String(PERIODS[index]))}
      />
    </div>
  );
}

/** From the lowest to the highest value of the past. */
function ThresholdSlider({
  answer,
  threshold,
  onChange,
}: {
  answer: TrialJson;
  threshold: number;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const lowest = Math.min(...answer.points.flatMap(({ min }) => min ?? []), threshold);
  const highest = Math.max(...answer.points.flatMap(({ max }) => max ?? []), threshold);
  if (highest <= lowest) return null;
  const step = stepOf(highest - lowest);
  const decimals = decimalsOf(step);
  return (
    <Slider
      label={t("alarms.threshold")}
      min={Math.floor(lowest / step) * step}
      max={Math.ceil(highest / step) * step}
      step={step}
      value={threshold}
      say={(value) => formats.number(value, decimals)}
      onChange={(value) => onChange(value.toFixed(decimals))}
    />
  );
}

/** A round step of which about STEPS make the span. */
const stepOf = (span: number): number =>
  span > 0 ? 10 ** Math.round(Math.log10(span / STEPS)) : 1;
const decimalsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step)));
