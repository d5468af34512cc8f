import "#app/kit/charts/texts.ts";
import { useTranslation } from "react-i18next";
import "#app/features/dashboard/later/texts.ts";
import { toRunningSpans } from "#app/domain/metrics/spans.ts";
import { LinkedCharts } from "#app/kit/charts/chart-link.tsx";
import { TimeChart } from "#app/kit/charts/time-chart.tsx";
import type { ChartMark, ChartPoint, ChartSeries, ChartSpan } from "#app/kit/charts/types.ts";
import { XyChart } from "#app/kit/charts/xy-chart.tsx";
import { KitSection } from "./kit-frame.tsx";

const START_MS = Date.UTC(2026, 10, 19, 12);
const STEP_MS = 120_000;
const COUNT = 240;
const RANGE = { startMs: START_MS, endMs: START_MS + STEP_MS * COUNT };
const at = (index: number): number => START_MS + index * STEP_MS;

const pointsOf = (value: (index: number) => number | string | null): ChartPoint[] =>
  Array.from({ length: COUNT }, (_, index) => {
    const held = index > 80 && index < 96 ? null : value(index);
    const isNumber = typeof held === "number";
    return {
      timeMs: at(index),
      value: held,
      min: isNumber ? held * 0.94 : null,
      max: isNumber ? held * 1.05 : null,
      lower: isNumber && index > 120 ? 150 : null,
      upper: isNumber && index > 120 ? 205 : null,
      isAbnormal: isNumber && index > 120 && (held < 150 || held > 205),
    };
  });
const fixed = (value: number | string | null): string =>
  typeof value === "number" ? value.toFixed(1) : (value ?? "–");
const CODES = ["Off", "Idle", "Grinding"];
const calm = (point: ChartPoint): ChartPoint => ({
  ...point,
  lower: null,
  upper: null,
  isAbnormal: false,
});
const SERIES: ChartSeries[] = [
  ["speed", "Machine speed", "rpm", (index: number) => 180 + 30 * Math.sin(index / 13)] as const,
  ["target", "Target speed", "rpm", () => 190] as const,
  ["current", "Compensator current", "A", (index: number) => 4 + Math.cos(index / 7)] as const,
].map(([key, title, unit, value]) => ({
  key,
  title,
  unit,
  shape: "line" as const,
  points: pointsOf(value).map((point) => (key === "speed" ? point : calm(point))),
  joinMs: STEP_MS * 1.5,
  text: fixed,
}));
SERIES.push(
  {
    key: "grinder",
    title: "Grinder",
    unit: null,
    shape: "steps",
    codes: [0, 1, 2],
    points: pointsOf((index) => Math.floor(index / 30) % 3).map(calm),
    joinMs: STEP_MS * 1.5,
    text: (value) => CODES[Number(value)] ?? "–",
  },
  {
    key: "order",
    title: "Order",
    unit: null,
    shape: "spans",
    points: pointsOf((index) => `A-${17 + Math.floor(index / 50)}`).map(calm),
    joinMs: STEP_MS * 1.5,
    text: fixed,
  },
);
const MARKS: ChartMark[] = [20, ...Array.from({ length: 12 }, (_, index) => 150 + index), 200].map(
  (index) => ({
    key: String(index),
    timeMs: at(index),
    title: "Jam at the feeder",
    lines: ["11/19/26 6:40 AM – 6:52 AM, 12 min", "Casey Field"],
    to: "/dev/kit",
  }),
);
const RUNNING = toRunningSpans(
  [3, 1, 4, 0, 3].map((code, index) => ({ timeMs: at(index * 50), code })),
  RANGE.startMs,
  RANGE.endMs,
);
const JOBS: ChartSpan[] = [0, 70, 150].map((index) => ({
  key: String(index),
  startMs: at(index),
  endMs: at(index + 60),
  title: `A-${index}`,
  lines: ["C, 0.157 in", "38.25 × 52.5 in"],
}));
const NOTES: ChartSpan[] = [
  { key: "1", startMs: at(30), endMs: at(44), title: "New belt", lines: ["Casey Field"] },
];
const XY = Array.from({ length: 200 }, (_, index) => ({
  x: index / 4,
  y: 3 + 0.8 * (index / 4) + 4 * Math.sin(index * 12.9898),
  timeMs: at(index),
}));
const FIT = {
  key: "linear",
  title: "y = 3 + 0.8 x",
  told: "R² = 1",
  kind: 0,
  predict: (x: number) => 3 + 0.8 * x,
};

/** The charts that zoom. */
export function KitCharts() {
  return (
    <>
      <KitSection name="TimeChart">
        <Linked />
      </KitSection>
      <KitSection name="XyChart">
        <Xy />
      </KitSection>
    </>
  );
}

function Linked() {
  const { t } = useTranslation();
  const usual = { timezone: "America/Chicago", range: RANGE };
  return (
    <div className="grid w-full min-w-0 gap-6">
      <LinkedCharts>
        <TimeChart
          {...usual}
          title={t("charts.title")}
          series={SERIES}
          running={RUNNING}
          marks={MARKS}
          spans={JOBS}
          annotations={NOTES}
        />
        <TimeChart {...usual} title={t("charts.speed")} series={SERIES.slice(0, 1)} />
      </LinkedCharts>
      <TimeChart
        {...usual}
        title={t("chart.noneOfThis")}
        series={[{ ...SERIES[0]!, points: [] }]}
      />
    </div>
  );
}

function Xy() {
  const { t } = useTranslation();
  return (
    <div className="w-full min-w-0">
      <XyChart
        title={t("charts.title")}
        points={XY}
        fits={[FIT]}
        residualsOf={FIT}
        xTitle="Machine speed (rpm)"
        yTitle="Compensator current (A)"
        xText={fixed}
        yText={fixed}
        timezone="America/Chicago"
      />
    </div>
  );
}
