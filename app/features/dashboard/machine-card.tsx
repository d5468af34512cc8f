import { Link } from "@remix-run/react";
import { Unplug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { SignalBars } from "#app/components/machine/signal-bars.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { ReadingValue } from "#app/components/ui/reading.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { useMetrics } from "#app/live/index.ts";
import { CardPast, type CardPastState } from "./card-past.tsx";
import type { Reading, Readings } from "./fleet-store.ts";
import { CARD_METRICS, type FleetMachine } from "./fleet-types.ts";
import { RiskGauge } from "./risk-gauge.tsx";
import { useReport } from "./use-fleet.ts";
import "./texts.ts";

const numberOf = ({ value }: Reading): number | null => (typeof value === "number" ? value : null);

/** One machine: state first, then its numbers, then its last hour and its last shift. The whole card opens it. */
export function MachineCard({
  machine,
  past,
  nowMs,
}: {
  machine: FleetMachine;
  past: CardPastState;
  nowMs: number;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const live: Readings = useMetrics(machine.id, CARD_METRICS, machine.initial);
  useReport(machine.id, live);
  const { machine_state, machine_speed, sheets_per_hour, msf_hr, uptime, signal_4bar } = live;
  const silent = machine_state.timeMs === null && sheets_per_hour.timeMs === null;
  const age =
    machine_state.stale && machine_state.ageMs !== null ? formats.age(machine_state.ageMs) : null;
  const shown = (reading: Reading, decimals = 0) => ({
    value: formats.number(numberOf(reading), decimals),
    stale: reading.stale,
    abnormal: reading.adFlag === true,
    // Said once for the whole machine when all of it is old.
    age: reading.stale && age === null ? formats.age(reading.ageMs) : null,
  });
  return (
    <li className="min-w-0 snap-start">
      <article aria-labelledby={`machine-${machine.id}`} className="h-full">
        <Link
          to={`/machines/${machine.id}`}
          prefetch="intent"
          className="@container flex h-full flex-col rounded-card border border-line bg-card p-3 transition-colors duration-150 hover:border-line-strong lg:max-xl:p-2.5"
        >
          <div className="flex items-center justify-between gap-2">
            <h3
              id={`machine-${machine.id}`}
              className="truncate text-md font-semibold tracking-tight lg:text-sm"
            >
              {machine.name}
            </h3>
            {age === null ? (
              <SignalBars bars={numberOf(signal_4bar)} stale={signal_4bar.stale} />
            ) : (
              <span className="shrink-0 text-xs font-medium text-warn">{age}</span>
            )}
          </div>
          <div className="mt-1 flex items-center justify-between gap-2">
            <StateBadge
              state={toMachineState(machine_state.value)}
              short
              stale={machine_state.stale && machine_state.timeMs !== null}
            />
            <span className="truncate text-xs text-ink-faint">
              {machine.facility?.name ?? t("machine.noFacility")}
            </span>
          </div>
          {silent ? (
            <p className="flex flex-1 items-center gap-2 py-6 text-sm text-ink-soft">
              {!machine.reachable && (
                <Unplug className="size-4 shrink-0 text-warn" aria-hidden="true" />
              )}
              {machine.reachable ? t("dashboard.noReading") : t("dashboard.unreachable")}
            </p>
          ) : (
            <>
              <div className="mt-2 flex items-start gap-2 lg:max-xl:mt-1.5">
                <dl className="grid min-w-0 flex-1 grid-cols-[2fr_3fr] gap-x-2 gap-y-1 @lg:grid-cols-[3fr_5fr_4fr_3fr]">
                  <ReadingValue
                    label={t("machine.speed")}
                    unit={t("glossary:units.rpm")}
                    size="lg"
                    {...shown(machine_speed)}
                  />
                  <ReadingValue
                    label={t("machine.sheets")}
                    unit={t("glossary:units.sheets_per_hour")}
                    size="lg"
                    {...shown(sheets_per_hour)}
                  />
                  <ReadingValue
                    secondary
                    label={t("machine.msf")}
                    unit={t("glossary:units.per_hour")}
                    {...shown(msf_hr, 1)}
                  />
                  <ReadingValue
                    secondary
                    label={t("machine.uptime")}
                    unit={t("machine.percentUp")}
                    {...shown(uptime)}
                  />
                </dl>
                <div className="shrink-0 @max-[18rem]:hidden">
                  <RiskGauge size="sm" risk={machine.risk} />
                </div>
              </div>
              <div
                className={cx(
                  "mt-auto flex items-end gap-2 pt-2 lg:max-xl:pt-1.5",
                  machine_state.stale && "stale",
                )}
              >
                <div className="shrink-0 @min-[18rem]:hidden">
                  <RiskGauge size="xs" risk={machine.risk} />
                </div>
                <CardPast deviceId={machine.id} past={past} state={machine_state} nowMs={nowMs} />
              </div>
            </>
          )}
        </Link>
      </article>
    </li>
  );
}
