import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { flatUntil } from "#app/domain/maintenance/flat-until.ts";
import { useNotes } from "#app/kit/charts/chart-notes.tsx";
import { TimeChart } from "#app/kit/charts/time-chart.tsx";
import type { ChartMark, ChartSeries } from "#app/kit/charts/types.ts";
import { burnLines } from "./burn-lines.ts";
import type { Maintenance } from "./list-maintenances.server.ts";
import "./texts.ts";

const NONE: readonly string[] = [];
const WHOLE: readonly [number, number] = [0, 100];

/** Percent of life left since the work was last done, the cutoff, and between which days it is reached. */
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
  const { burnRates, recommendedDate, history, snoozeHistories } = maintenance;
  const { view, lines, range } = useMemo(() => burnLines(maintenance, nowMs), [maintenance, nowMs]);
  const series = useMemo<ChartSeries[]>(() => {
    const titles: Record<string, string> = {
      left: t("maintenance.lifeLeft"),
      "left:cutoff": t("maintenance.cutoff"),
      "left:forecast": t("maintenance.forecast"),
      "left:range": t("maintenance.rangeLine"),
      "left:recommended": t("maintenance.recommended"),
    };
    const text = (value: number | string | null) =>
      typeof value === "number" ? formats.number(value, 1) : "--";
    // A day, and no share: where it stands in the plot is the cutoff.
    const day = () => (recommendedDate === null ? "--" : formats.date(recommendedDate, timezone));
    return lines.map((line) => {
      const told =
        line.key === "left:recommended" ? { unit: null, text: day } : { unit: "%", text };
      return { ...line, ...told, title: titles[line.key] ?? "", shape: "line" };
    });
  }, [lines, t, formats, recommendedDate, timezone]);
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
              lines:
                range === null
                  ? []
                  : [
                      t("maintenance.range", {
                        from: day(range.fromMs),
                        until: day(range.untilMs),
                      }),
                    ],
            },
          ]),
    ];
  }, [history, snoozeHistories, recommendedDate, range, t, formats, timezone]);
  const span = useMemo(() => ({ deviceId, ...view }), [deviceId, view]);
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
        range={view}
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
