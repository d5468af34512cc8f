import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { Fragment, memo, useMemo, useRef } from "react";
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
import { inTwoLines } from "./in-two-lines.ts";
import { throughputTrend } from "./throughput-trend.ts";
import { fadedBy, NeedMarks, type Asked } from "./need-marks.tsx";
import { spansUntil } from "./state-spans.ts";
import { useReport, useStateSince } from "./use-fleet.ts";
import { useStateAge } from "./use-state-age.ts";
import "./later/texts.ts";
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
  "gap-x-3 px-3 sm:grid sm:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_4.5rem_9rem_minmax(0,2fr)] lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_5rem_9rem_minmax(0,4fr)] lg:px-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_5rem_9rem_8.5rem_7.5rem_minmax(0,4fr)] beside:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_5rem_9rem_minmax(0,3fr)]";
/** A phone's row is two lines, and each shares its width out for itself. The second keeps the room for the age of what is old. */
const PHONE_LINE = "flex items-center gap-x-3 sm:contents";

/**
 * For how long a state has lasted stands beside it, and how old it is below. On a tablet's width, and beside another part on a
 * small desk's, both stand below it, side by side where they fit.
 */
const STATE = {
  all: "flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 max-sm:justify-end sm:max-lg:flex-col sm:max-lg:items-start beside:max-xl:flex-col beside:max-xl:items-start",
  ages: "contents text-xs sm:max-lg:flex sm:max-lg:flex-wrap sm:max-lg:gap-x-2 beside:max-xl:flex beside:max-xl:flex-wrap beside:max-xl:gap-x-2",
  old: "basis-full text-warn max-sm:hidden sm:max-lg:basis-auto beside:max-xl:basis-auto",
};

/** Its marks are beside the name, and there beside the plant below it. On a phone they follow its last word, as small as lets most of them stand in its line. */
const NAME = {
  all: "min-w-min flex-1 max-sm:leading-4 sm:grid sm:min-w-0 sm:grid-cols-[minmax(0,auto)_1fr] sm:items-center sm:gap-x-2 sm:max-lg:grid-cols-[auto_minmax(0,1fr)] beside:max-xl:grid-cols-[auto_minmax(0,1fr)]",
  name: "mr-1.5 leading-tight font-semibold wrap-anywhere sm:mr-0 sm:line-clamp-2 sm:max-lg:col-span-2 beside:max-xl:col-span-2",
  marks:
    "inline-flex gap-1 align-bottom empty:hidden max-sm:*:gap-0.5 sm:flex sm:gap-2 max-sm:[&_svg]:size-3.5",
  plant:
    "col-span-2 line-clamp-2 text-xs leading-tight text-ink-faint max-sm:hidden sm:max-lg:col-auto beside:max-xl:col-auto",
};

/** Stands where a desk has the room for it, with nothing beside the list. */
const WIDE = "max-xl:hidden beside:hidden";

/** The uptime's hours begin there: only where that has its column. */
const WIDE_MARK = "xl:half-mark beside:after:hidden";

/** Of a name, in characters: as much as the smallest phone has room for beside the longest state. */
const LONGEST_PART = 14;

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
        <span>{t("machineLines.machine")}</span>
        <span>{t("machineLines.state")}</span>
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
  const trend = throughputTrend(live, useStateSince(machine.id));
  const isCut = useIsCut();
  const isOld = isCut || machine_state.stale;
  const ageMs = isOld && hasSpoken(live) ? machine_state.ageMs : null;
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
          "flex min-h-16 flex-col gap-y-1 py-1.5 text-sm max-sm:justify-center hover:bg-hover sm:content-center sm:items-center",
        )}
      >
        <span className={PHONE_LINE}>
          <span className={NAME.all}>
            <span data-name className={NAME.name}>
              <MachineName name={machine.name} />
            </span>
            <span className={NAME.marks}>
              <NeedMarks {...{ alarms, overdue, urgency, asked, isCut }} />
            </span>
            <span className={NAME.plant}>{machine.facility?.name ?? t("machine.noFacility")}</span>
          </span>
          <span className="grid min-w-0 gap-0.5 max-sm:justify-items-end sm:justify-items-start">
            <span className={STATE.all}>
              <StateBadge
                state={toMachineState(machine_state.value)}
                stale={isOld && timeMs !== null}
              />
              <span className={STATE.ages}>
                <span className="text-ink-soft">
                  {hasSpoken(live)
                    ? stateAge
                    : t(machine.reachable ? "machineLines.unheard" : "machineLines.unread")}
                </span>
                {ageMs !== null && <span className={STATE.old}>{formats.ageOfState(ageMs)}</span>}
              </span>
            </span>
            {isHighRisk(risk.prediction) && (
              <RiskWords risk={risk} className={isOld ? "stale" : undefined} />
            )}
          </span>
        </span>
        <span className={cx(PHONE_LINE, "min-h-6")}>
          <span className="max-sm:order-last max-sm:ml-auto sm:contents">
            {figure(machine_speed, t("glossary:units.rpm"), { most: 4 })}
            <span className="sm:hidden"> · </span>
            {figure(
              sheets_per_hour,
              trend
                ? t(trend === "rising" ? "need.rising" : "need.falling")
                : t("glossary:units.sheets_per_hour"),
              { most: 6 },
            )}
          </span>
          <span className={cx(WIDE, "contents")}>
            {figure(msf_hr, t("glossary:units.per_hour"), { most: 5, decimals: 1 })}
            {figure(uptime, t("glossary:units.percent"), { most: 4 })}
          </span>
          <span data-past className={cx(PHONE_STRIP, WIDE_MARK)}>
            {/* Below the name, as on a card beside it: on a phone the state has no line to spare. */}
            {ageMs !== null && (
              <span className="mb-px block text-xs leading-tight whitespace-nowrap text-warn sm:hidden">
                {formats.age(ageMs)}
              </span>
            )}
            <span className={cx("block", isOld && "faded")}>
              {spans === null ? (
                <UnreadStrip className="h-2" />
              ) : (
                <StateStrip spans={spans} className="block h-2 w-full" />
              )}
            </span>
          </span>
        </span>
        {(machine_speed.adFlag === true || sheets_per_hour.adFlag === true) && (
          <span className="flex flex-wrap justify-end gap-x-3 sm:hidden">
            {machine_speed.adFlag === true && (
              <Abnormal
                className={cx((isCut || machine_speed.stale) && "stale")}
                words={`${t("machine.speed")}, ${t("machine.abnormal")}`}
              />
            )}
            {sheets_per_hour.adFlag === true && (
              <Abnormal
                className={cx((isCut || sheets_per_hour.stale) && "stale")}
                words={`${t("need.sheets")}, ${t("machine.abnormal")}`}
              />
            )}
          </span>
        )}
      </Link>
    </li>
  );
});

/** On a phone it takes one line, or two of whole words; a part that is long for a line breaks as it must. */
function MachineName({ name }: { name: string }) {
  return inTwoLines(name).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && " "}
      <span
        className={cx(
          "max-sm:inline-block",
          part.length <= LONGEST_PART && "max-sm:whitespace-nowrap",
        )}
      >
        {part}
      </span>
    </Fragment>
  ));
}

const Abnormal = ({ words, className }: { words: string; className?: string }) => (
  <span className={cx("flex items-center gap-1 text-xs font-medium text-hint", className)}>
    <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
    {words}
  </span>
);
