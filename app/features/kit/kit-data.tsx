import "#app/kit/charts/texts.ts";
import { PlugZap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Gauge } from "#app/components/charts/gauge.tsx";
import { SeriesChart } from "#app/kit/charts/series-chart.tsx";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { SignalBars } from "#app/components/machine/signal-bars.tsx";
import { DueText } from "#app/components/due-text.tsx";
import { LifeLeftText } from "#app/components/life-left-text.tsx";
import { MissingPart } from "#app/components/missing-part.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { StripSample } from "#app/components/machine/state-swatch.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ReadingValue } from "#app/components/ui/reading.tsx";
import { toStateSpans } from "#app/domain/metrics/spans.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import type { Grid } from "#app/domain/series/grid.ts";
import { KitSection } from "./kit-frame.tsx";
import "#app/features/dashboard/later/texts.ts";
import "#app/features/dashboard/texts.ts";
import "#app/features/predictions/texts.ts";
import "#app/components/charts/texts.ts";

const STEP_MS = 120_000;
const START_MS = Date.UTC(2026, 10, 19, 12);
const STATES = [...MACHINE_STATES, "unknown"] as const;
const wave = (index: number): number => 9_000 + 2_500 * Math.sin(index / 7);
/** A window with a gap and a stand. */
const GRID: Grid = {
  startMs: START_MS,
  stepMs: STEP_MS,
  buckets: Array.from({ length: 120 }, (_, index) => {
    if (index > 40 && index < 52) return null;
    const mean = index > 80 && index < 90 ? 0 : wave(index);
    return { mean, min: mean * 0.9, max: mean * 1.08, heldMs: 60 };
  }),
};
const EMPTY: Grid = { ...GRID, buckets: GRID.buckets.map(() => null) };
const SPANS = toStateSpans(
  [2, 6, 3, 4, 1, 5, 4, 0, 9].map((code, index) => ({
    timeMs: START_MS + (index + 1) * 1_800_000,
    code,
  })),
  START_MS,
  START_MS + 8 * 3_600_000,
);

/** What shows measured things. */
export function KitData() {
  return (
    <>
      <KitSection name="StateBadge">
        {STATES.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
        <StateBadge state="running" stale />
      </KitSection>
      <KitSection name="StripSample">
        {STATES.map((state) => (
          <StripSample key={state} state={state} />
        ))}
      </KitSection>
      <KitSection name="LifeLeftText">
        <LifeLeftText left={28.4} cutoff={30} />
        <LifeLeftText left={24.7} cutoff={25} />
        <LifeLeftText left={74} cutoff={12.5} isStacked />
        <LifeLeftText left={null} cutoff={20} />
      </KitSection>
      <KitSection name="DueText">
        {[-9, 0, 12].map((days) => (
          <DueText
            key={days}
            atMs={START_MS + days * DAY_MS}
            nowMs={START_MS + STEP_MS}
            timezone="America/Chicago"
          />
        ))}
      </KitSection>
      <KitSection name="ReadingValue">
        <Readings />
      </KitSection>
      <KitSection name="SignalBars">
        {[0, 1, 2, 3, 4, null].map((bars) => (
          <SignalBars key={String(bars)} bars={bars} />
        ))}
        <SignalBars bars={3} stale />
      </KitSection>
      <KitSection name="StateStrip, Sparkline">
        <StateStrip spans={SPANS} className="block h-2 w-full" />
        <StateStrip spans={toStateSpans([], START_MS, START_MS + 1)} className="block h-2 w-full" />
        <UnreadStrip className="h-2 w-full" />
        <Sparkline
          values={GRID.buckets.map((bucket) => bucket?.mean ?? null)}
          className="block h-10 w-full"
        />
        <Sparkline values={[]} className="block h-10 w-full" />
      </KitSection>
      <KitSection name="Gauge">
        <Gauges />
      </KitSection>
      <KitSection name="SeriesChart">
        <Charts />
      </KitSection>
      <KitSection name="MissingPart">
        <MissingPart />
      </KitSection>
      <KitSection name="EmptyState">
        <Empty />
      </KitSection>
    </>
  );
}

function Readings() {
  const { t } = useTranslation(["common", "glossary"]);
  const usual = { label: t("machine.speed"), value: "181", unit: t("glossary:units.rpm") };
  return (
    <dl className="@container grid w-full grid-cols-2 gap-3 sm:grid-cols-4">
      <ReadingValue {...usual} size="lg" />
      <ReadingValue {...usual} size="lg" stale age={t("age.minutes", { n: 4 })} />
      <ReadingValue {...usual} size="lg" abnormal />
      <ReadingValue {...usual} size="lg" value="–" />
      <ReadingValue {...usual} secondary />
    </dl>
  );
}

function Gauges() {
  const { t } = useTranslation();
  return (
    <>
      {[0, 0.2, 0.21, 0.5, 0.51, 1, 1.2].map((value) => (
        <Gauge key={value} label={t("gauge.uptime")} value={value} />
      ))}
      <Gauge label={t("gauge.uptime")} value={null} reason={t("gauge.noReadings")} />
      <Gauge label={t("gauge.uptime")} value={0.62} busy />
      {[0.123, 0.51, 0.914].map((value) => (
        <Gauge
          key={value}
          size="sm"
          label={t("gauge.riskLong")}
          value={value}
          isRisk
          note={t("gauge.riskHorizon", { time: "1 h" })}
        />
      ))}
      <Gauge
        size="sm"
        label={t("gauge.riskLong")}
        caption={t("gauge.risk")}
        value={null}
        reason={t("noRisk.too_little_data")}
      />
      <Gauge label={t("gauge.uptime")} value={null} reason={t("gauge.failed")} isUnread />
      {[12.34, 468.43].map((value) => (
        <Gauge key={value} label={t("gauge.productivity")} value={value} />
      ))}
    </>
  );
}

function Charts() {
  const { t } = useTranslation(["common", "glossary"]);
  const usual = {
    title: t("charts.sheets"),
    timezone: "America/Chicago",
    unit: t("glossary:units.sheets_per_hour"),
    className: "h-44",
  };
  const charts = [
    { key: "plain", grid: GRID, view: "chart" as const },
    { key: "datapoints", grid: GRID, view: "chart" as const, datapoints: 4 },
    { key: "table", grid: GRID, view: "table" as const, datapoints: 4 },
    { key: "empty", grid: EMPTY, view: "chart" as const },
    { key: "loading", grid: null, view: "chart" as const },
    { key: "failed", grid: null, view: "chart" as const, failure: <FailedChart /> },
  ];
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      {charts.map(({ key, ...chart }) => (
        <SeriesChart key={key} {...usual} {...chart} />
      ))}
    </div>
  );
}

function FailedChart() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("chart.unread")}</p>
      <Button size="small">{t("errors.retry")}</Button>
    </>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<PlugZap className="size-6" aria-hidden="true" />}
      title={t("noMachines.emptyTitle")}
      action={<Button>{t("errors.retry")}</Button>}
    >
      {t("noMachines.emptyText")}
    </EmptyState>
  );
}
