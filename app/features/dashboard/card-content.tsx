import { Link } from "@remix-run/react";
import { Unplug } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { SignalBars } from "#app/components/machine/signal-bars.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { ReadingValue } from "#app/components/ui/reading.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { FigureRoom } from "#app/domain/formats/numbers.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { riskNow } from "#app/domain/prediction/risk-now.ts";
import { useIsCut } from "#app/live/index.ts";
import { CardPast, type CardPastState } from "./card-past.tsx";
import { hasSpoken, numberOf, type Reading, type Readings } from "./readings.ts";
import { STRIP_HOURS, type FleetMachine, type MachineCounts } from "./fleet-types.ts";
import { RiskWords } from "./machine-risk.tsx";
import { NeedMarks, type Asked } from "./need-marks.tsx";
import { isHighRisk } from "./need.ts";
import { throughputTrend } from "./throughput-trend.ts";
import { useStateSince } from "./use-fleet.ts";
import { useStateAge } from "./use-state-age.ts";
import "./texts.ts";

/** Few machines have one; until it is there the words below the strip say the number. */
const loadRing = async () => ({ default: (await import("./risk-gauge.tsx")).RiskGauge });
const RiskRing = loadLater(loadRing);

/** Of the good pace, or of the target. */
const MOST_SHARE = 10;

export type CardContentProps = MachineCounts & {
  machine: FleetMachine;
  live: Readings;
  asked: Asked;
  past: CardPastState;
  nowMs: number;
};

/** State and since when, then its numbers, then its last shift. The whole card opens the machine. */
export function CardContent({
  machine,
  live,
  alarms,
  overdue,
  urgency,
  asked,
  past,
  nowMs,
}: CardContentProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const titleId = useId();
  const { machine_state, machine_speed, sheets_per_hour, msf_hr, uptime, signal_4bar } = live;
  const silent = !hasSpoken(live);
  const isCut = useIsCut();
  const isOld = isCut || machine_state.stale;
  const age = isOld && machine_state.ageMs !== null ? formats.age(machine_state.ageMs) : null;
  const shown = (reading: Reading, room: FigureRoom) => ({
    value: formats.figure(numberOf(reading), room),
    stale: isCut || reading.stale,
    abnormal: reading.adFlag === true,
    // Said once for the whole machine when all of it is old.
    age: reading.stale && age === null ? formats.age(reading.ageMs) : null,
  });
  const target = typeof past === "object" ? (past?.targetSheetsPerHour ?? null) : null;
  const sheets = numberOf(sheets_per_hour);
  // A throughput that is on its way says little of the state, and a share of it would be told beside that.
  const trend = throughputTrend(live, useStateSince(machine.id));
  // Of nothing there is no share to tell, and what is reached tenfold is no measure of it.
  const share =
    trend === null && target && sheets && sheets / target < MOST_SHARE ? sheets / target : null;
  const measure = machine.hasTarget
    ? { of: t("need.ofTheTarget"), what: t("need.target") }
    : { of: t("need.ofGood"), what: t("need.pace") };
  const isYoung = typeof past === "object" && past?.isTargetYoung === true;
  const isUptimeKnown = numberOf(uptime) !== null;
  const risk = riskNow(machine.risk, machine_state, isCut);
  const isRisky = isHighRisk(risk.prediction);
  return (
    <article aria-labelledby={titleId} className="h-full">
      <Link
        to={`/machines/${machine.id}`}
        prefetch="intent"
        className="group/card @container flex h-full flex-col rounded-card border border-line bg-card p-3 transition-colors duration-150 hover:border-line-strong lg:max-xl:p-2.5"
      >
        <div className="flex flex-wrap items-center gap-x-2">
          {/* No word of it is broken for what stands beside it, which goes below it then. */}
          <h3
            id={titleId}
            className="line-clamp-3 min-w-0 grow basis-[min-content] text-md leading-snug font-semibold tracking-tight break-words lg:text-sm"
          >
            {machine.name}
          </h3>
          <div className="flex items-center gap-2">
            <NeedMarks {...{ alarms, overdue, urgency, asked, isCut }} />
            {age === null ? (
              <SignalBars bars={numberOf(signal_4bar)} stale={isCut || signal_4bar.stale} />
            ) : (
              <span className="shrink-0 text-xs font-medium text-warn">{age}</span>
            )}
          </div>
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 @max-sm:mt-0">
          <StateBadge
            state={toMachineState(machine_state.value)}
            stale={isOld && machine_state.timeMs !== null}
          />
          <StateAge deviceId={machine.id} state={machine_state} />
          {/* A narrow card has it below its name: beside the state it would take as many lines as the state's age leaves it. */}
          <span className="line-clamp-2 min-w-18 flex-1 text-right text-xs leading-tight text-ink-faint @max-sm:order-first @max-sm:basis-full @max-sm:text-left">
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
            {/* What is above may be a line longer than beside it: figures and strips of a row stand at one height all the same. */}
            <div className="mt-auto flex items-start gap-2 pt-2 lg:max-xl:pt-1.5">
              {/* Its own measure: a ring beside it takes from its room. */}
              <div className="@container min-w-0 flex-1">
                {/* Whatever they say the columns stand: the second has room for the longest share, in both languages. */}
                <dl className="grid grid-cols-[minmax(0,5fr)_minmax(0,9fr)] gap-x-2 gap-y-1 @lg:grid-cols-[2fr_5fr_3fr_3fr]">
                  <ReadingValue
                    label={t("machine.speed")}
                    unit={t("glossary:units.rpm")}
                    size="lg"
                    {...shown(machine_speed, { most: 4 })}
                  />
                  <ReadingValue
                    label={t("need.sheets")}
                    unit={
                      share === null ? (
                        <>
                          {trend
                            ? t(trend === "rising" ? "need.rising" : "need.falling")
                            : t("glossary:units.sheets_per_hour")}
                          {isYoung && (
                            <span className="@max-lg:sr-only">{`, ${t("need.noPace")}`}</span>
                          )}
                        </>
                      ) : (
                        <>
                          {formats.percent(share)}
                          {/* A narrow card has room for its last word. */}
                          <span className="@max-2xs:sr-only">{` ${measure.of}`}</span>
                          {` ${measure.what}`}
                          <span className="@max-sm:sr-only @lg:@max-[39rem]:sr-only">
                            {` (${formats.figure(target, { most: 6 })})`}
                          </span>
                        </>
                      )
                    }
                    size="lg"
                    {...shown(sheets_per_hour, { most: 6 })}
                  />
                  <ReadingValue
                    secondary
                    label={t("need.msf")}
                    unit={
                      <>
                        {t("glossary:units.per_hour")}
                        <span className="@max-sm:sr-only @lg:hidden">{t("need.minute")}</span>
                      </>
                    }
                    {...shown(msf_hr, { most: 4, decimals: (numberOf(msf_hr) ?? 0) < 100 ? 1 : 0 })}
                  />
                  <ReadingValue
                    secondary
                    label={t("views.uptime")}
                    unit={
                      <>
                        <span className="@lg:hidden">
                          {t(isUptimeKnown ? "machine.percentUp" : "machine.unknownUp")}
                        </span>
                        <span className="hidden @lg:inline">{t("glossary:units.percent")}</span>
                      </>
                    }
                    isClose={isUptimeKnown && formats.isPercentClose}
                    {...shown(uptime, { most: 4 })}
                  />
                </dl>
              </div>
              {isRisky && (
                // Beside it the figures' words have their whole room; in a narrower card those below the strip have a ring of their own.
                <div className={cx("shrink-0 @max-[22rem]:hidden", isOld && "stale")}>
                  <RiskRing risk={risk} meanwhile={<div className="h-15 w-14" />} />
                </div>
              )}
            </div>
            <div className={cx("pt-2 lg:max-xl:pt-1.5", isOld && "faded")}>
              <CardPast deviceId={machine.id} past={past} state={machine_state} nowMs={nowMs} />
              <div className="mt-1 flex items-baseline justify-between gap-2 @max-2xs:min-h-7.5">
                {/* Said once: by the ring where there is one. */}
                <RiskWords risk={risk} className="@min-[22rem]:group-has-data-band/card:hidden" />
                <span className="ml-auto shrink-0 text-xs text-ink-faint">
                  {t("need.window", { hours: STRIP_HOURS })}
                </span>
              </div>
            </div>
          </>
        )}
      </Link>
    </article>
  );
}

function StateAge({ deviceId, state }: { deviceId: number; state: Reading }) {
  const age = useStateAge(deviceId, state);
  if (age === null) return null;
  return <span className="shrink-0 text-xs font-medium text-ink-soft">{age}</span>;
}
