import "#app/kit/charts/texts.ts";
import { useRevalidator } from "@remix-run/react";
import { ChartLine, Table2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { createChartLink, LinkedCharts, useStored } from "#app/kit/charts/chart-link.tsx";
import { useNotedSpan, useNotes } from "#app/kit/charts/chart-notes.tsx";
import { SeriesChart } from "#app/kit/charts/series-chart.tsx";
import { visibleOf } from "#app/kit/charts/zoom.ts";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { RANGE_LENGTHS } from "#app/domain/formats/date-ranges.ts";
import { withSample } from "#app/domain/series/grid.ts";
import { unpackChanges, unpackGrid } from "#app/domain/series/packed.ts";
import { nameZone } from "#app/domain/formats/time-zones.ts";
import { useIsCut, useMetric } from "#app/live/index.ts";
import type { MachinePast } from "./load-machine-past.server.ts";
import { PastStrip } from "./past-strip.tsx";
import { PAST_MS } from "./past-window.ts";
import { useChosenPast } from "./use-chosen-past.ts";
import "./texts.ts";

const METRIC = "sheets_per_hour";
const METRICS = [METRIC];
/** What stands there at first, beside the short ranges. */
const USUAL = "8h";
const CHOICES = ["2h", "4h", USUAL, "24h", "7d"] as const;
type Choice = (typeof CHOICES)[number];
const LENGTHS: Record<Choice, number> = { ...RANGE_LENGTHS, [USUAL]: PAST_MS };

export type SheetsChartProps = {
  deviceId: number;
  past: MachinePast | null;
  /** Whether the store did not answer. */
  failed: boolean;
  timezone: string;
  nowMs: number;
};

/** The last eight hours, or another short range, as a line and as states on one axis; both go on as samples come. */
export function SheetsChart({
  deviceId,
  past,
  failed,
  timezone,
  nowMs,
  keyButton,
}: SheetsChartProps & {
  /** Opens what states and strip mean. */
  keyButton: ReactNode;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const [view, setView] = useState<"chart" | "table">("chart");
  const [choice, setChoice] = useState<Choice>(USUAL);
  const chosen = useChosenPast(deviceId, METRIC, choice === USUAL ? null : choice);
  const hasFailed = choice === USUAL ? failed : chosen.hasFailed && chosen.past === null;
  const read = useMemo(() => {
    if (choice !== USUAL) return chosen.past;
    return past && { grid: unpackGrid(past.sheets), states: unpackChanges(past.states) };
  }, [choice, chosen.past, past]);
  const [grid, setGrid] = useState(read?.grid ?? null);
  const { value, timeMs, stale } = useMetric(deviceId, METRIC);
  const isCut = useIsCut();
  const before = useRef<{ timeMs: number; value: number } | null>(null);
  useEffect(() => setGrid(read?.grid ?? null), [read]);
  useEffect(() => {
    if (typeof value !== "number" || timeMs === null) return;
    const held = before.current;
    before.current = { timeMs, value };
    setGrid((grid) => grid && withSample(grid, { timeMs, value }, held));
  }, [value, timeMs]);
  const titleText = t(`chart.over_${choice}`, { title: t("glossary:metrics.sheets_per_hour") });
  const title = useCallback(() => titleText, [titleText]);
  const span = useNotedSpan(deviceId, grid);
  const notes = useNotes({ span, metrics: METRICS, timezone, title });
  const [link] = useState(createChartLink);
  const zoomed = useStored(link.view);
  const endMs = grid && grid.startMs + grid.stepMs * grid.buckets.length;
  const range = endMs === null ? null : { startMs: endMs - LENGTHS[choice], endMs };
  const Icon = view === "chart" ? Table2 : ChartLine;
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-2">
        <div className="mr-auto min-w-0 pr-2 max-sm:flex-1">
          <h2 className="text-sm font-semibold">{titleText}</h2>
          <p className="text-xs text-ink-faint">{`${t("glossary:units.sheets_per_hour")} · ${t("chart.zone", { zone: nameZone(formats.locale, nowMs, timezone) })} · ${t("chart.legend")}`}</p>
        </div>
        {/* On a phone beside the title, as the row of choices is full. */}
        <div className="max-sm:self-start sm:order-last">{keyButton}</div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <ChoiceBar
            label={t("chart.range")}
            choices={CHOICES.map((value) => ({ value, label: t(`chart.short_${value}`) }))}
            value={choice}
            onChoose={(next) => {
              link.view.set(null);
              setChoice(next);
            }}
          />
          <Button size="small" onClick={() => setView(view === "chart" ? "table" : "chart")}>
            <Icon className="size-4 text-ink-faint" aria-hidden="true" />
            <span className="max-sm:sr-only">
              {view === "chart" ? t("chart.showTable") : t("chart.showChart")}
            </span>
          </Button>
        </div>
      </header>
      <LinkedCharts link={link}>
        <SeriesChart
          title={titleText}
          grid={grid}
          failure={hasFailed ? <Unread retry={choice === USUAL ? null : chosen.retry} /> : null}
          timezone={timezone}
          unit={t("glossary:units.sheets_per_hour")}
          isNow={!isCut && !stale}
          view={view}
          annotations={notes.annotations}
          strip={
            <PastStrip
              deviceId={deviceId}
              states={read?.states ?? null}
              shown={range && visibleOf(zoomed, range)}
              failed={hasFailed}
            />
          }
          className="h-56"
        />
      </LinkedCharts>
      {notes.dialog}
    </>
  );
}

/** `retry` null: the page itself is read again. */
function Unread({ retry }: { retry: (() => void) | null }) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <p>{t("chart.unread")}</p>
      <Button size="small" disabled={state !== "idle"} onClick={retry ?? revalidate}>
        {t("errors.retry")}
      </Button>
    </>
  );
}
