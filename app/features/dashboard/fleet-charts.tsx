import { Select } from "#app/components/forms/select.tsx";
import "#app/kit/charts/texts.ts";
import { ChartLine, Table2, TriangleAlert } from "lucide-react";
import { useCallback, useMemo, useState, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { LinkedCharts } from "#app/kit/charts/chart-link.tsx";
import { useNotedSpan } from "#app/kit/charts/chart-notes.tsx";
import { SeriesChart } from "#app/kit/charts/series-chart.tsx";
import { PartNotice } from "#app/components/part-notice.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { cx } from "#app/components/cx.ts";
import { Button } from "#app/components/ui/button.tsx";
import { FoldButton, foldedOnPhone } from "#app/components/ui/fold-button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { ChartAnnotation } from "#app/kit/charts/types.ts";
import { useIsCut } from "#app/live/index.ts";
import { wallClock } from "#app/domain/formats/local-days.ts";
import { nameZone } from "#app/domain/formats/time-zones.ts";
import type { MachineGrids } from "./drawn-grids.ts";
import { chartGrid } from "./fleet-store.ts";
import { chartAge } from "./fleet-totals.ts";
import { OldMark } from "./old-mark.tsx";
import {
  CHART_DECIMALS,
  CHART_HOURS,
  CHART_METRICS,
  CHART_POINTS,
  type ChartMetric,
  type Fleet,
  type FleetChartsProps,
  type FleetNotesProps,
} from "./fleet-types.ts";
import { useDrawnGrids } from "./use-drawn-grids.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import "./later/texts.ts";
import "./texts.ts";

const FLEET = "fleet";
const TITLES = {
  sheets_per_hour: "charts.sheets",
  machine_speed: "charts.speed",
  msf_hr: "charts.msf",
} as const;
const UNITS = {
  sheets_per_hour: "glossary:units.sheets_per_hour",
  machine_speed: "glossary:units.rpm",
  msf_hr: "glossary:units.per_hour",
} as const;

const POINT_HOURS = CHART_HOURS / CHART_POINTS;

type Notes = ComponentType<FleetNotesProps>;

/** At how many of the machines the clocks say what the axis says. */
const sharingZone = ({ machines, nowMs, timezone }: Fleet): number => {
  const clock = wallClock(nowMs, timezone);
  return machines.filter((machine) => wallClock(nowMs, machine.timezone) === clock).length;
};

/** Production of the fleet, or of one machine, as it went. */
export default function FleetCharts({
  fleet,
  isPart = false,
  unread,
  Notes,
}: FleetChartsProps & { Notes?: Notes }) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const [shown, setShown] = useState(FLEET);
  const [view, setView] = useState<"chart" | "table">("chart");
  const [isOpen, setOpen] = useState(false);
  const machine = fleet.machines.find(({ id }) => String(id) === shown) ?? null;
  const timezone = machine?.timezone ?? fleet.timezone;
  const total = fleet.machines.length;
  const sharing = useMemo(() => sharingZone(fleet), [fleet]);
  const zone = nameZone(formats.locale, fleet.nowMs, timezone);
  const { grids, lacking } = useDrawnGrids(fleet.machines);
  const isUnread =
    machine === null
      ? unread.size > 0 && unread.size === fleet.machines.length
      : unread.has(machine.id);
  const ViewIcon = view === "chart" ? Table2 : ChartLine;
  return (
    <Card as="section" className="h-full min-w-0 p-4 max-sm:py-2 md:max-lg:py-3">
      <header
        className={cx(
          "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:mb-3 lg:flex-nowrap",
          // On a tablet's width what is said of them has the whole of it.
          "md:max-lg:grid md:max-lg:grid-cols-[1fr_auto] md:max-lg:gap-y-0",
          isOpen && "mb-3",
        )}
      >
        {/* Folded, its notes leave the button its place at their side. */}
        <div
          className={cx(
            "min-w-0 md:max-lg:contents md:max-lg:*:col-span-2 md:max-lg:*:first:col-span-1",
            !isOpen && "max-sm:flex-1",
          )}
        >
          <h2 className="text-sm font-semibold">{t("charts.title")}</h2>
          {machine === null && grids.size > 0 && lacking > 0 && (
            <p
              role="status"
              className="print-text flex items-center gap-1.5 text-xs font-medium text-warn"
            >
              <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
              {t("charts.without", { count: lacking })}
            </p>
          )}
          <OldMark deviceId={machine?.id ?? null} />
          <p className={cx("text-xs text-pretty text-ink-faint", foldedOnPhone(isOpen))}>
            <span
              aria-hidden="true"
              className="hidden first-letter:uppercase md:max-lg:inline-block"
            >
              {t("charts.lastHours", { hours: CHART_HOURS })}
            </span>
            <span className="hidden md:max-lg:inline">{"\u00a0· "}</span>
            {[
              machine === null && sharing > 0 && sharing < total
                ? t("charts.zoneOfSome", {
                    zone,
                    sharing: formats.number(sharing),
                    total: formats.number(total),
                  })
                : t("chart.zone", { zone }),
              machine === null && t(isPart ? "large.chartLegend" : "charts.fleetLegend"),
              // A table has no marks to explain.
              view === "chart" && machine !== null && t("charts.legend"),
              view === "chart" && t("charts.diamond", { hours: POINT_HOURS }),
              view === "table" && machine === null && t("charts.extremes"),
            ]
              .filter(Boolean)
              .join("\u00a0· ")}
          </p>
        </div>
        <div className="print-choices flex shrink-0 items-center gap-2 max-sm:ml-auto md:max-lg:col-start-2 md:max-lg:row-start-1">
          <label htmlFor="chart-machine" className="sr-only">
            {t("charts.of")}
          </label>
          <Select
            id="chart-machine"
            value={shown}
            onChange={(event) => setShown(event.target.value)}
            className={cx("max-w-56", foldedOnPhone(isOpen))}
          >
            <option value={FLEET}>
              {isPart
                ? t("large.these", { shown: fleet.machines.length })
                : t("charts.all", {
                    count: fleet.machines.length,
                    shown: formats.number(fleet.machines.length),
                  })}
            </option>
            {fleet.machines.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Button
            size="small"
            className={cx(foldedOnPhone(isOpen))}
            onClick={() => setView(view === "chart" ? "table" : "chart")}
          >
            <ViewIcon className="size-4 text-ink-faint" aria-hidden="true" />
            <span className="max-sm:sr-only">
              {view === "chart" ? t("chart.showTable") : t("chart.showChart")}
            </span>
          </Button>
          <FoldButton label={t("charts.title")} open={isOpen} onToggle={() => setOpen(!isOpen)} />
        </div>
      </header>
      <PartNotice className="sm:mb-3" />
      <div
        className={cx(
          "grid gap-x-6 gap-y-5 md:grid-cols-3 md:max-lg:gap-x-4",
          foldedOnPhone(isOpen),
        )}
      >
        {/* One moment is looked at in all three. */}
        <LinkedCharts>
          {CHART_METRICS.map((metric) => (
            <FleetChart
              key={metric}
              metric={metric}
              deviceId={machine?.id ?? null}
              grids={grids}
              isUnread={isUnread}
              timezone={timezone}
              view={view}
              Notes={Notes}
            />
          ))}
        </LinkedCharts>
      </div>
    </Card>
  );
}

type FleetChartProps = {
  metric: ChartMetric;
  deviceId: number | null;
  grids: MachineGrids;
  isUnread: boolean;
  timezone: string;
  view: "chart" | "table";
  Notes: Notes | undefined;
};

const NONE: readonly ChartAnnotation[] = [];

function FleetChart({ metric, deviceId, grids, isUnread, timezone, view, Notes }: FleetChartProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const snapshot = useFleetSnapshot();
  const isCut = useIsCut();
  const { isNow } = chartAge(snapshot, deviceId, isCut);
  const grid = useMemo(() => chartGrid({ grids }, metric, deviceId), [grids, metric, deviceId]);
  const unread = isUnread ? `${t("need.unreadPast")} ${t("charts.keepsTrying")}` : null;
  const title = t(TITLES[metric]);
  const span = t("charts.lastHours", { hours: CHART_HOURS });
  const metrics = useMemo(() => [metric], [metric]);
  const titleOf = useCallback(() => title, [title]);
  const noted = useNotedSpan(deviceId, grid);
  const [notes, setNotes] = useState(NONE);
  return (
    <figure className={cx("min-w-0", !isNow && "stale")}>
      <figcaption className="mb-1 flex items-baseline gap-x-2 text-xs whitespace-nowrap text-ink-faint">
        <h3 className="text-sm font-medium text-ink">{title}</h3>
        <span>
          {t(UNITS[metric])}
          {/* On a tablet's width it has no room here, and is said above all three. */}
          <span className="md:max-lg:sr-only">{` · ${span}`}</span>
        </span>
      </figcaption>
      <SeriesChart
        title={`${title}, ${span}`}
        grid={grid}
        failure={grid === null && isCut ? t("part.failed") : unread}
        timezone={timezone}
        unit={t(UNITS[metric])}
        decimals={CHART_DECIMALS[metric]}
        datapoints={CHART_POINTS}
        isNow={isNow}
        view={view}
        annotations={noted === null ? NONE : notes}
        // Lower on a tablet, where the page is to be short.
        className="h-44 md:max-lg:h-30"
      />
      {Notes !== undefined && noted !== null && (
        <Notes
          key={noted.deviceId}
          span={noted}
          metrics={metrics}
          timezone={timezone}
          title={titleOf}
          onNotes={setNotes}
        />
      )}
    </figure>
  );
}
