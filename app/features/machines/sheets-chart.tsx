import "#app/kit/charts/texts.ts";
import { useRevalidator } from "@remix-run/react";
import { ChartLine, Table2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNotedSpan, useNotes } from "#app/kit/charts/chart-notes.tsx";
import { SeriesChart } from "#app/kit/charts/series-chart.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { stripSpans } from "#app/domain/metrics/state-strip.ts";
import { unpackGrid, withSample } from "#app/domain/series/grid.ts";
import { useMetric } from "#app/live/index.ts";
import type { MachinePast } from "./load-machine-past.server.ts";
import { PAST_MS } from "./past-window.ts";
import "./texts.ts";

const METRICS = ["sheets_per_hour"];

export type SheetsChartProps = {
  deviceId: number;
  past: MachinePast | null;
  /** Whether the store did not answer. */
  failed: boolean;
  timezone: string;
  nowMs: number;
};

/** The last eight hours as a line and as states, on one axis; both go on as samples come. */
export function SheetsChart({ deviceId, past, failed, timezone, nowMs }: SheetsChartProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const [view, setView] = useState<"chart" | "table">("chart");
  const [grid, setGrid] = useState(() => past && unpackGrid(past.sheets));
  const { value, timeMs } = useMetric(deviceId, "sheets_per_hour");
  const before = useRef<{ timeMs: number; value: number } | null>(null);
  useEffect(() => setGrid(past && unpackGrid(past.sheets)), [past]);
  useEffect(() => {
    if (typeof value !== "number" || timeMs === null) return;
    const held = before.current;
    before.current = { timeMs, value };
    setGrid((grid) => grid && withSample(grid, { timeMs, value }, held));
  }, [value, timeMs]);
  const title = useCallback(() => t("machine.sheetsChart"), [t]);
  const span = useNotedSpan(deviceId, grid);
  const notes = useNotes({ span, metrics: METRICS, timezone, title });
  const Icon = view === "chart" ? Table2 : ChartLine;
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-sm font-semibold">{t("machine.sheetsChart")}</h2>
          <p className="text-xs text-ink-faint">{`${t("glossary:units.sheets_per_hour")} · ${t("chart.zone", { zone: formats.zone(nowMs, timezone) })} · ${t("chart.legend")}`}</p>
        </div>
        <Button size="small" onClick={() => setView(view === "chart" ? "table" : "chart")}>
          <Icon className="size-4 text-ink-faint" aria-hidden="true" />
          <span className="max-sm:sr-only">
            {view === "chart" ? t("chart.showTable") : t("chart.showChart")}
          </span>
        </Button>
      </header>
      <SeriesChart
        title={t("machine.sheetsChart")}
        grid={grid}
        failure={failed ? <Unread /> : null}
        timezone={timezone}
        unit={t("glossary:units.sheets_per_hour")}
        view={view}
        annotations={notes.annotations}
        strip={
          <PastStrip
            deviceId={deviceId}
            past={past}
            failed={failed}
            endMs={grid && grid.startMs + grid.stepMs * grid.buckets.length}
          />
        }
        className="h-56"
      />
      {notes.dialog}
    </>
  );
}

function PastStrip({
  deviceId,
  past,
  failed,
  endMs,
}: {
  deviceId: number;
  past: MachinePast | null;
  failed: boolean;
  /** Of the chart; null while it is read. */
  endMs: number | null;
}) {
  const { t } = useTranslation();
  const state = useMetric(deviceId, "machine_state");
  const label = <p className="eyebrow mb-1">{t("machine.stateStrip")}</p>;
  if (past === null || endMs === null)
    return (
      <>
        {label}
        {failed ? <UnreadStrip className="h-3" /> : <div className="skeleton h-3" />}
      </>
    );
  return (
    <>
      {label}
      <StateStrip
        spans={stripSpans(past.states, state, { startMs: endMs - PAST_MS, endMs })}
        className="block h-3 w-full"
      />
    </>
  );
}

function Unread() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <p>{t("chart.unread")}</p>
      <Button size="small" disabled={state !== "idle"} onClick={revalidate}>
        {t("errors.retry")}
      </Button>
    </>
  );
}
