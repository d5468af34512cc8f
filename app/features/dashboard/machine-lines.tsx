import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { memo, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useInSight } from "#app/components/use-in-sight.ts";
import type { FigureRoom } from "#app/domain/formats/numbers.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { riskNow } from "#app/domain/prediction/risk-now.ts";
import { useIsCut, useMetrics } from "#app/live/index.ts";
import type { CardPastState } from "./card-past.tsx";
import { hasSpoken, type Readings } from "./readings.ts";
import { CARD_METRICS, STRIP_HOURS, type FleetMachine, type MachineCounts } from "./fleet-types.ts";
import { RiskWords } from "./machine-risk.tsx";
import { isHighRisk } from "./need.ts";
import { fadedBy, NeedMarks, type Asked } from "./need-marks.tsx";
import { spansUntil } from "./state-spans.ts";
import { useReport } from "./use-fleet.ts";
import { useStateAge } from "./use-state-age.ts";
import "./texts.ts";

export type LineProps = MachineCounts & {
  machine: FleetMachine;
  asked: Asked;
  past: CardPastState;
  nowMs: number;
  /** It is live, and drawn, only in sight. */
  onlyInSight: boolean;
};

const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 px-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_4.5rem_9rem_minmax(0,3fr)] lg:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_5rem_9rem_minmax(0,5fr)] lg:px-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_5rem_9rem_8.5rem_7.5rem_minmax(0,4fr)] beside:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_5rem_9rem_minmax(0,3fr)]";
/** On a tablet's width, and beside another part on a small desk's, what belongs to a state stands below it. */
const STACKED =
  "sm:max-lg:flex-col sm:max-lg:items-start sm:max-lg:gap-0.5 beside:max-xl:flex-col beside:max-xl:items-start beside:max-xl:gap-0.5";

/** Its marks are beside the name, and there beside the plant below it. */
const NAME = {
  all: "grid min-w-0 grid-cols-[minmax(0,auto)_1fr] items-center gap-x-2 sm:max-lg:grid-cols-[auto_minmax(0,1fr)] beside:max-xl:grid-cols-[auto_minmax(0,1fr)]",
  name: "line-clamp-2 leading-tight font-semibold wrap-anywhere sm:max-lg:col-span-2 beside:max-xl:col-span-2",
  plant:
    "col-span-2 truncate text-xs text-ink-faint max-sm:hidden sm:max-lg:col-auto beside:max-xl:col-auto",
};

/** Stands where a desk has the room for it, with nothing beside the list. */
const WIDE = "max-xl:hidden beside:hidden";

/** The uptime's hours begin there: only where that has its column. */
const WIDE_MARK = "xl:half-mark beside:after:hidden";

/** As long in every row, whatever stands beside it: the strips are of one window. */
const PHONE_STRIP = "max-sm:w-[calc(100vw-17rem)]";

/** The machines as rows of 64 px, each with what a card says first. */
export default function MachineLines({ lines }: { lines: readonly LineProps[] }) {
  const { t } = useTranslation();
  const window = t("need.window", { hours: STRIP_HOURS });
  return (
    <div className="rounded-card border border-line bg-card">
      <p className="flex justify-between gap-x-3 border-b border-line px-3 py-1.5 text-xs text-ink-soft sm:hidden">
        <span className="first-letter:uppercase">{window}</span>
        <span>{`${t("machine.speed")} · ${t("need.sheets")}`}</span>
      </p>
      <div
        aria-hidden="true"
        className={cx(COLUMNS, "border-b border-line py-1.5 text-xs text-ink-soft max-sm:hidden")}
      >
        <span>{t("views.machine")}</span>
        <span>{t("views.state")}</span>
        <span className="text-right">{t("machine.speed")}</span>
        <span className="text-right whitespace-nowrap">{t("need.sheets")}</span>
        <span className={cx(WIDE, "text-right")}>{t("need.msf")}</span>
        <span className={cx(WIDE, "text-right")}>{t("views.uptime")}</span>
        <span className="text-right first-letter:uppercase">{window}</span>
      </div>
      <ul aria-label={t("dashboard.machines")} className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.machine.id} {...line} />
        ))}
      </ul>
    </div>
  );
}

const Line = memo(function Line({
  machine,
  alarms,
  overdue,
  urgency,
  asked,
  past,
  nowMs,
  onlyInSight,
}: LineProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const line = useRef<HTMLLIElement>(null);
  const isWatched = useInSight(line, onlyInSight) || !onlyInSight;
  const live: Readings = useMetrics(machine.id, CARD_METRICS, machine.initial, isWatched);
  useReport(machine.id, live);
  const { machine_state, machine_speed, sheets_per_hour, msf_hr, uptime } = live;
  const stateAge = useStateAge(machine.id, machine_state);
  const isCut = useIsCut();
  const isOld = isCut || machine_state.stale;
  const age = isOld ? formats.ageOfState(machine_state.ageMs) : null;
  const risk = riskNow(machine.risk, machine_state, isCut);
  const { value, timeMs } = machine_state;
  const states = past === null || past === "failed" ? null : past.states;
  const spans = useMemo(
    () =>
      states === null ? null : spansUntil(states, { value, timeMs }, Math.max(nowMs, timeMs ?? 0)),
    [states, value, timeMs, nowMs],
  );
  const figure = (
    { value: number, stale, adFlag }: Readings["machine_speed"],
    unit: string,
    room: FigureRoom,
  ) => (
    <span className={cx("relative min-w-0 text-right", (isCut || stale) && "stale")}>
      <span className="block truncate max-sm:inline">
        <span className="font-semibold">
          {formats.figure(typeof number === "number" ? number : null, room)}
        </span>
        {unit === "%" && number !== null && formats.isPercentClose ? "" : " "}
        <span className="text-xs text-ink-faint">{unit}</span>
      </span>
      {/* Below the figure, which stays in line with its neighbours. */}
      {adFlag === true && (
        <Abnormal
          className="absolute top-full right-0 max-sm:hidden"
          words={t("machine.abnormal")}
        />
      )}
    </span>
  );
  return (
    <li
      ref={line}
      data-machine={machine.id}
      className={cx(
        fadedBy(asked),
        onlyInSight && "drawn-in-sight [contain-intrinsic-size:auto_4rem]",
      )}
    >
      <Link
        to={`/machines/${machine.id}`}
        prefetch="intent"
        className={cx(
          COLUMNS,
          // What is said of a risk takes a line of its own.
          "min-h-16 content-center items-center gap-y-1 py-1.5 text-sm hover:bg-hover",
        )}
      >
        <span className={NAME.all}>
          <span className={NAME.name}>{machine.name}</span>
          <span className="flex gap-2 empty:hidden">
            <NeedMarks
              {...{ alarms, urgency, asked, isCut }}
              overdue={asked === "overdue" ? overdue : 0}
            />
          </span>
          <span className={NAME.plant}>{machine.facility?.name ?? t("machine.noFacility")}</span>
        </span>
        <span className="grid min-w-0 gap-0.5 justify-items-end max-sm:col-span-2 sm:justify-items-start">
          <span className={cx("flex max-w-full min-w-0 items-center gap-2", STACKED)}>
            <StateBadge
              state={toMachineState(machine_state.value)}
              stale={isOld && timeMs !== null}
            />
            <span
              className={cx(
                "max-w-full truncate text-xs",
                hasSpoken(live) && age !== null ? "text-warn" : "text-ink-soft",
              )}
            >
              {hasSpoken(live)
                ? (age ?? stateAge)
                : t(machine.reachable ? "views.unheard" : "views.unread")}
            </span>
          </span>
          {isHighRisk(risk.prediction) && (
            <RiskWords risk={risk} className={isOld ? "stale" : undefined} />
          )}
        </span>
        <span className="max-sm:order-last max-sm:col-span-2 max-sm:justify-self-end sm:contents">
          {figure(machine_speed, t("glossary:units.rpm"), { most: 4 })}
          <span className="sm:hidden"> · </span>
          {figure(sheets_per_hour, t("glossary:units.sheets_per_hour"), { most: 6 })}
        </span>
        {(machine_speed.adFlag === true || sheets_per_hour.adFlag === true) && (
          <span className="order-last col-span-full flex flex-wrap justify-end gap-x-3 sm:hidden">
            {machine_speed.adFlag === true && (
              <Abnormal words={`${t("machine.speed")}, ${t("machine.abnormal")}`} />
            )}
            {sheets_per_hour.adFlag === true && (
              <Abnormal words={`${t("need.sheets")}, ${t("machine.abnormal")}`} />
            )}
          </span>
        )}
        <span className={cx(WIDE, "contents")}>
          {figure(msf_hr, t("glossary:units.per_hour"), { most: 5, decimals: 1 })}
          {figure(uptime, t("glossary:units.percent"), { most: 4 })}
        </span>
        <span className={cx(PHONE_STRIP, WIDE_MARK, isOld && "faded")}>
          {spans === null ? (
            <UnreadStrip className="h-2" />
          ) : (
            <StateStrip spans={spans} className="block h-2 w-full" />
          )}
        </span>
      </Link>
    </li>
  );
});

const Abnormal = ({ words, className }: { words: string; className?: string }) => (
  <span className={cx("flex items-center gap-1 text-xs font-medium text-hint", className)}>
    <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
    {words}
  </span>
);
