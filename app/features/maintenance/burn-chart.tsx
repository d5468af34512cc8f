import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { flatUntil } from "#app/domain/maintenance/flat-until.ts";
import { useNotes } from "#app/kit/charts/chart-notes.tsx";
import { TimeChart } from "#app/kit/charts/time-chart.tsx";
import type { ChartMark, ChartPoint, ChartSeries } from "#app/kit/charts/types.ts";
import type { Maintenance } from "./list-maintenances.server.ts";
import "./texts.ts";

/** Points come once a day; two missing days are a gap. The first ones of a long life may be further apart. */
const JOIN_MS = 3 * DAY_MS;
const NONE: readonly string[] = [];
const WHOLE: readonly [number, number] = [0, 100];

/** Percent of life left since the work was last done, the cutoff, and when it is reached at the present pace. */
export function BurnChart({
  deviceId,
  maintenance,
  nowMs,
  timezone,
}: {
  deviceId: number;
  maintenance: Maintenance;
  nowMs: number;
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { burnRates, cutoffValue, recommendedDate, history, snoozeHistories } = maintenance;
  const range = useMemo(() => {
    const startMs = burnRates[0]?.systemTime ?? nowMs;
    const endMs = Math.max(nowMs, burnRates.at(-1)?.systemTime ?? 0, recommendedDate ?? 0);
    // What stands at the very edge is drawn whole.
    const edgeMs = Math.max(DAY_MS / 2, (endMs - startMs) * 0.02);
    return { startMs: startMs - edgeMs, endMs: endMs + edgeMs };
  }, [burnRates, nowMs, recommendedDate]);
  const series = useMemo<ChartSeries[]>(() => {
    const percent = (value: number | string | null) =>
      typeof value === "number" ? formats.number(value, 1) : "--";
    const base = { unit: "%", shape: "line" as const, text: percent };
    const last = burnRates.at(-1);
    const lines: ChartSeries[] = [
      {
        ...base,
        key: "left",
        title: t("maintenance.lifeLeft"),
        points: burnRates.map(({ systemTime, value }) => pointAt(systemTime, value)),
        joinMs: joinOf(burnRates.map(({ systemTime }) => systemTime)),
      },
      {
        ...base,
        key: "left:cutoff",
        title: t("maintenance.cutoff"),
        isCompared: true,
        points: [pointAt(range.startMs, cutoffValue), pointAt(range.endMs - 1, cutoffValue)],
        joinMs: Infinity,
      },
    ];
    if (last && recommendedDate !== null && recommendedDate > last.systemTime)
      lines.push({
        ...base,
        key: "left:forecast",
        title: t("maintenance.forecast"),
        isCompared: true,
        points: [pointAt(last.systemTime, last.value), pointAt(recommendedDate, cutoffValue)],
        joinMs: Infinity,
      });
    return lines;
  }, [burnRates, cutoffValue, recommendedDate, range, t, formats]);
  const marks = useMemo<ChartMark[]>(() => {
    const day = (timeMs: number) => formats.date(timeMs, timezone);
    return [
      ...history.map(({ performedAt, predictionAccuracy }) => ({
        key: `done ${performedAt}`,
        timeMs: performedAt,
        title: t("maintenance.markPerformed", { day: day(performedAt) }),
        lines: predictionAccuracy === null ? [] : [t(`complete.accuracy_${predictionAccuracy}`)],
      })),
      ...snoozeHistories.map(({ snoozedAt, snoozedUntil, reason }) => ({
        key: `snoozed ${snoozedAt}`,
        timeMs: snoozedAt,
        title: t("maintenance.markSnoozed", { from: day(snoozedAt), until: day(snoozedUntil) }),
        lines: [reason],
      })),
      ...(recommendedDate === null
        ? []
        : [
            {
              key: "recommended",
              timeMs: recommendedDate,
              title: t("maintenance.markRecommended", { day: day(recommendedDate) }),
              lines: [],
            },
          ]),
    ];
  }, [history, snoozeHistories, recommendedDate, t, formats, timezone]);
  const span = useMemo(
    () => ({ deviceId, startMs: Math.floor(range.startMs), endMs: Math.ceil(range.endMs) }),
    [deviceId, range],
  );
  const flatUntilMs = flatUntil(
    burnRates.map(({ systemTime, value }) => ({ timeMs: systemTime, value })),
  );
  const notes = useNotes({
    span: burnRates.length === 0 ? null : span,
    metrics: NONE,
    timezone,
    title: String,
  });
  if (burnRates.length === 0)
    return (
      <p className="py-8 text-center text-sm text-ink-faint">
        {history.length === 0 ? t("maintenance.noHistory") : t("maintenance.noBurn")}
      </p>
    );
  return (
    <>
      <TimeChart
        title={`${maintenance.name} · ${t("maintenance.burnDown")}`}
        series={series}
        range={range}
        timezone={timezone}
        marks={marks}
        annotations={notes.annotations}
        valueRange={WHOLE}
      />
      {flatUntilMs !== null && (
        <p className="mt-2 text-xs text-ink-faint">
          {t("maintenance.flatUntil", { day: formats.date(flatUntilMs, timezone) })}
        </p>
      )}
      {notes.dialog}
    </>
  );
}

const pointAt = (timeMs: number, value: number): ChartPoint => ({
  ...{ timeMs, value, min: value, max: value },
  ...{ lower: null, upper: null, isAbnormal: false },
});

/** Twice the usual distance, three days at least. */
function joinOf(times: readonly number[]): number {
  const steps = times.slice(1).map((timeMs, index) => timeMs - times[index]!);
  const middle = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(JOIN_MS, 2 * middle);
}
