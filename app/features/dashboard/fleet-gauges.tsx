import { Info } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Gauge } from "#app/components/charts/gauge.tsx";
import { cx } from "#app/components/cx.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { PartNotice } from "#app/components/part-notice.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { FoldButton, foldedOnPhone } from "#app/components/ui/fold-button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import {
  GAUGE_RANGES,
  GAUGE_RANGE_MS,
  SPAN_SLACK,
  type FleetAverages,
  type FleetHistory,
  type GaugeRange,
} from "./fleet-types.ts";
import { isMajority } from "./fleet-averages.ts";
import { OldMark, useGoesOn } from "./old-mark.tsx";
import { useFleetAverages } from "./use-fleet-averages.ts";
import "./later/texts.ts";
import "./texts.ts";
import "#app/components/charts/texts.ts";

const loadTooltip = async () => ({
  default: (await import("#app/kit/controls/tooltip.tsx")).Tooltip,
});
const Tooltip = loadLater(loadTooltip);

/** The fleet's operating productivity and uptime over the range that is chosen. */
export default function FleetGauges({
  history,
  machines,
  isPart = false,
}: {
  history: FleetHistory | null;
  /** How many there are; fewer may be in a mean. */
  machines: number;
  /** It is the past of some machines of a larger fleet. */
  isPart?: boolean;
}) {
  const { t } = useTranslation();
  const goesOn = useGoesOn(null);
  const [range, setRange] = useState<GaugeRange>("4hr");
  const [isOpen, setOpen] = useState(false);
  const { averages, status } = useFleetAverages(range, history, { count: machines, isPart });
  const unread = averages?.unread ?? 0;
  const isWhole = status === "ready" && averages !== null && unread === 0;
  // Nobody knows whether a machine has readings that could not be read.
  const isUnread = status === "failed" || (status === "ready" && !isWhole);
  const reason = t(
    isUnread ? "gauge.failed" : status === "loading" ? "fleetGauges.loading" : "gauge.noReadings",
  );
  // Machines that ran have readings; what is missing is how fast they can be: none was seen making sheets.
  const noTarget =
    isWhole && (averages?.uptime.value ?? null) !== null && averages?.productivity.value === null;
  const ofMachines = (counted: number) =>
    counted < machines
      ? t("fleetGauges.machinesOf", { count: machines, counted, all: machines })
      : t("fleetGauges.machines", { count: counted });
  const spanText = useSpanText(averages?.span ?? null, range);
  const gauges = [
    {
      key: "productivity",
      label: t("gauge.productivity"),
      average: averages?.productivity,
      why: noTarget ? t("gauge.noTarget") : reason,
      help: t("gaugeHelp.productivity"),
    },
    {
      key: "uptime",
      label: t("gauge.uptime"),
      average: averages?.uptime,
      why: reason,
      help: t("gaugeHelp.uptime"),
    },
  ] as const;
  return (
    <Card
      as="section"
      className="flex h-full flex-col p-4 max-sm:py-2 md:max-lg:py-2 md:max-lg:flex-row md:max-lg:flex-wrap md:max-lg:items-center md:max-lg:gap-x-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 md:max-lg:shrink-0 md:max-lg:flex-col md:max-lg:items-start">
        {/* What it says when cut off breaks into lines: the choice stays where it is. */}
        <div className="xl:flex-1">
          <h2 className="text-sm font-semibold">{t("fleetGauges.title")}</h2>
          <OldMark
            deviceId={null}
            isEmpty={gauges.every(({ average }) => (average?.value ?? null) === null)}
          />
        </div>
        {/* A phone has no room for it beside the heading. */}
        <div className={cx("max-sm:order-last max-sm:basis-full", foldedOnPhone(isOpen))}>
          <ChoiceBar
            label={t("fleetGauges.range")}
            value={range}
            onChoose={setRange}
            choices={GAUGE_RANGES.map((value) => ({
              value,
              label: t(`fleetGauges.range_${value}`),
            }))}
          />
        </div>
        <FoldButton
          label={t("fleetGauges.title")}
          open={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      </header>
      {/* Below all of it where what stands side by side has no room for its words. */}
      <PartNotice className="mt-2 max-sm:*:data-drawn-age:hidden md:max-lg:order-last md:max-lg:basis-full" />
      <div
        className={cx(
          "mt-3 grid flex-1 grid-cols-2 content-center items-start gap-x-2 md:max-lg:mt-0",
          foldedOnPhone(isOpen),
        )}
      >
        {gauges.map(({ key, label, average, why, help }) => {
          const value = average?.value ?? null;
          const isJudged = isMajority(average?.machines ?? 0, unread);
          // A verdict on those that could be read passes for one on the fleet.
          const partTone = cx("font-medium", isJudged ? "text-warn" : "text-ink");
          const noteTone = unread > 0 && value !== null ? partTone : "text-ink-faint";
          return (
            // Names of one line and of two have what is said below them at one height.
            <div
              key={key}
              className="row-span-3 grid min-w-0 grid-cols-1 grid-rows-subgrid place-items-center md:max-lg:row-span-1 md:max-lg:flex md:max-lg:gap-3"
            >
              <div className={cx("shrink-0", !goesOn && "stale")}>
                <Gauge
                  label={label}
                  value={value}
                  reason={value === null ? why : undefined}
                  isUnread={isUnread}
                  busy={status === "loading"}
                  isJudged={isJudged}
                />
              </div>
              <div className="contents min-w-0 text-center md:max-lg:block md:max-lg:text-left">
                <Named label={label}>
                  <Tooltip
                    align={key === "uptime" ? "end" : "center"}
                    label={t("fleetGauges.about", { name: label })}
                    // It has its look already: a name beside an empty room stands off centre.
                    meanwhile={
                      <span className="grid size-6 place-items-center text-ink-faint">
                        <Info className="size-4" aria-hidden="true" />
                      </span>
                    }
                  >
                    {help}
                    <span className="mt-1 block">{t("gaugeHelp.bands")}</span>
                  </Tooltip>
                </Named>
                <p
                  data-coming={status === "loading" || undefined}
                  className={cx(
                    "mx-auto min-h-8 max-w-36 text-xs md:max-lg:mx-0 lg:min-h-4",
                    noteTone,
                  )}
                >
                  {value === null ? why : ofMachines(average?.machines ?? 0)}
                </p>
              </div>
            </div>
          );
        })}
        {/* Its place is kept: the card does not grow with the range. */}
        <p className="col-span-full min-h-[1lh] text-center text-xs text-ink-faint md:max-lg:text-left">
          {(averages?.uptime.value ?? null) !== null && spanText}
        </p>
      </div>
    </Card>
  );
}

/** A name, and at its last word what says more of it. */
function Named({ label, children }: { label: string; children: ReactNode }) {
  const lastAt = label.lastIndexOf(" ") + 1;
  return (
    <div className="mt-1 text-sm font-medium">
      {label.slice(0, lastAt)}
      <span className="whitespace-nowrap">
        {label.slice(lastAt)}
        <span className="-my-1 inline-block align-middle whitespace-normal print:hidden">
          {children}
        </span>
      </span>
    </div>
  );
}

/** Of how long the readings are, where that is less than the range; null: of all of it. */
function useSpanText(span: FleetAverages["span"], range: GaugeRange): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  if (span === null || span.ms >= GAUGE_RANGE_MS[range] * (1 - SPAN_SLACK)) return null;
  const days = Math.round(span.ms / DAY_MS);
  // Of more than some hours the minutes say nothing.
  const ms = span.ms < 2 * HOUR_MS ? span.ms : Math.round(span.ms / HOUR_MS) * HOUR_MS;
  const time = days >= 2 ? t("fleetGauges.days", { count: days }) : formats.duration(ms / 1000);
  return t(span.isMost ? "fleetGauges.ofAtMost" : "fleetGauges.ofSpan", { time });
}
