import { useRevalidator } from "@remix-run/react";
import { FilePlus2 } from "lucide-react";
import { useMemo, useState, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Card } from "#app/components/layout/page.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { StateSwatch } from "#app/components/machine/state-swatch.tsx";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { CompactTable } from "#app/components/ui/compact-table.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useOnPaper } from "#app/components/use-on-paper.ts";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import { percentText, toStateSpans, wholePercents } from "#app/domain/metrics/spans.ts";
import type { Stop } from "#app/domain/metrics/stops.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { eventAt } from "./event-at.ts";
import type { EventRow } from "./event-row.ts";
import type { StateTimeline as Timeline } from "./load-state-timeline.server.ts";
import { MOST_STOPS, TIMELINE_SPANS, type TimelineSpan } from "./timeline-spans.ts";
import "./texts.ts";

type Props = {
  timeline: Deferred<Timeline>;
  /** The one that was chosen, also while what it shows is on its way. */
  span: TimelineSpan;
  onSpan: (span: TimelineSpan) => void;
  events: readonly EventRow[];
  onOpen: (eventId: number) => void;
  /** null: nothing is reported of this machine. */
  onReport: ((stop: Stop) => void) | null;
  timezone: string;
  microStopSeconds: number;
};

/** Stops that stand at first, the newest, so that the events below are in sight. */
const FIRST_STOPS = 5;

/** What a machine did in the last day, week or month: its states and their shares, what was reported, and its stops. */
export function StateTimeline({
  timeline,
  span,
  onSpan,
  events,
  onOpen,
  onReport,
  timezone,
  microStopSeconds,
}: Props) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const { revalidate, state } = useRevalidator();
  const { value, failed } = useDeferred(timeline);
  // Of another span than the one that was chosen, until that one comes.
  const isOld = value !== null && value.span !== span;
  const past = isOld && failed ? null : value;
  const spans = useMemo(
    () => (past === null ? [] : toStateSpans(past.changes, past.startMs, past.endMs)),
    [past],
  );
  const percents = wholePercents((past?.shares ?? []).map(({ share }) => share));
  const [isUnfolded, setUnfolded] = useState(false);
  const isOnPaper = useOnPaper();
  const isWhole = isUnfolded || isOnPaper;
  const moment = (ms: number) => `${formats.dateTime(ms, timezone)} ${formats.zone(ms, timezone)}`;
  return (
    <Card as="section" className="mb-3 p-4">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{t("events.timeline")}</h2>
        <ChoiceBar
          label={t("events.timelineSpan")}
          value={span}
          onChoose={onSpan}
          choices={TIMELINE_SPANS.map((value) => ({ value, label: t(`events.span_${value}`) }))}
        />
      </header>
      {past === null ? (
        failed ? (
          <>
            <UnreadStrip className="h-6" />
            <div className="mt-2">
              <Failure inline onRetry={revalidate} busy={state !== "idle"}>
                {t("events.timelineUnread")}
              </Failure>
            </div>
          </>
        ) : (
          <div className="skeleton h-6" role="status" aria-label={t("events.loading")} />
        )
      ) : (
        <div aria-busy={isOld} className={cx(isOld && "opacity-60")}>
          <StateStrip
            spans={spans}
            name={`${t("events.timeline")}, ${t(`events.span_${past.span}`)}`}
            className="block h-6 w-full"
          />
          <EventMarks timeline={past} events={events} onOpen={onOpen} />
          <p className="mt-1 flex justify-between text-xs text-ink-faint">
            <span>{moment(past.startMs)}</span>
            <span>{moment(past.endMs)}</span>
          </p>
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs">
            {past.shares.map(({ state }, index) => (
              <li key={state} className="flex items-center gap-1.5">
                <StateSwatch state={state} />
                <StateGlyph state={state} className="size-3.5" />
                <span className="text-ink-soft">{t(`glossary:states.${state}`)}</span>
                <span className="font-semibold">
                  {percentText(percents, index, formats.percentOf)}
                </span>
              </li>
            ))}
          </ul>
          {isKnown(past) && (
            <h3 className="mt-4 mb-1 text-sm font-semibold">
              {t("events.stops", { count: past.stopCount })}
              {/* Once for all of them: a phone has no room for it in each. */}
              <span className="ml-2 text-xs font-normal text-ink-faint sm:hidden">
                {formats.zone(past.endMs, timezone)}
              </span>
            </h3>
          )}
          <CompactTable
            caption={t("events.stopsCaption")}
            rows={past.stops
              .slice(0, isWhole ? MOST_STOPS : FIRST_STOPS)
              .map((stop) => ({ id: stop.startMs, ...stop }))}
            empty={t(isKnown(past) ? "events.noStops" : "events.noStates")}
            columns={[
              {
                key: "start",
                label: t("events.start"),
                isName: true,
                cell: ({ startMs, isOlder }) => {
                  const at = formats.dateTime(startMs, timezone);
                  return (
                    <>
                      {isOlder ? t("events.before", { at }) : at}
                      {/* The line's ends, above, say the zone too. */}
                      <span className="max-sm:sr-only"> {formats.zone(startMs, timezone)}</span>
                    </>
                  );
                },
              },
              {
                key: "length",
                label: t("events.length"),
                isPlain: true,
                isBeside: true,
                cell: ({ startMs, endMs, isOpen, isOlder, isUnheard }) => {
                  const seen = formats.exactDuration((endMs - startMs) / 1_000);
                  const isLonger = isOlder || isUnheard;
                  const length = isLonger ? t("events.longerThan", { length: seen }) : seen;
                  const note = isOpen ? "stillOpen" : isUnheard ? "unheardAfter" : null;
                  return note === null ? length : `${length} · ${t(`events.${note}`)}`;
                },
              },
              {
                key: "state",
                label: t("machine.state"),
                isPlain: true,
                cell: ({ state }) => t(`glossary:states.${state}`),
              },
              ...(onReport === null
                ? []
                : [
                    {
                      key: "report",
                      label: t("events.report"),
                      isQuiet: true,
                      align: "right" as const,
                      cell: (stop: Stop) => (
                        <Button
                          size="small"
                          tone="bare"
                          className="-mr-2 whitespace-nowrap"
                          onClick={() => onReport(stop)}
                        >
                          <FilePlus2 className="size-4" aria-hidden="true" />
                          <span className="max-sm:sr-only">{t("events.report")}</span>
                          <span className="sr-only">: {moment(stop.startMs)}</span>
                        </Button>
                      ),
                    },
                  ]),
            ]}
          />
          {past.stops.length > FIRST_STOPS && (
            <Button
              size="small"
              tone="bare"
              className="-ml-2 mt-1"
              aria-expanded={isWhole}
              onClick={() => setUnfolded(!isWhole)}
            >
              {isWhole
                ? t("events.fewerStops")
                : t("events.moreStops", {
                    count: past.stops.length - FIRST_STOPS,
                  })}
            </Button>
          )}
          <p className="mt-2 text-xs text-ink-faint">
            {isWhole &&
              MOST_STOPS < past.stopCount &&
              `${t("events.newestStops", { shown: MOST_STOPS })} `}
            {past.micro.count > 0 &&
              t("events.microStops", {
                count: past.micro.count,
                limit: microStopSeconds,
                length: formats.exactDuration(past.micro.totalMs / 1_000),
              })}
          </p>
        </div>
      )}
    </Card>
  );
}

/** Whether any state of the range is known: of nothing it cannot be said that there was no stop. */
const isKnown = ({ shares }: Timeline): boolean => shares.some(({ state }) => state !== "unknown");

const WIDTH = 480;
const HEIGHT = 8;
/** So near to a mark is on it: few events are as wide as a finger. */
const REACH_PX = 22;

/** Each reported event under the states of its time; the table below lists them for those who do not point. */
function EventMarks({
  timeline: { startMs, endMs },
  events,
  onOpen,
}: {
  timeline: Timeline;
  events: readonly EventRow[];
  onOpen: (eventId: number) => void;
}) {
  const { t } = useTranslation();
  const at = (ms: number) =>
    ((Math.min(Math.max(ms, startMs), endMs) - startMs) / (endMs - startMs)) * WIDTH;
  const inside = events.filter((event) => event.endAt > startMs && event.startAt < endMs);
  const openNearest = ({ currentTarget, clientX }: MouseEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const msOfPx = (endMs - startMs) / width;
    const meant = eventAt(inside, startMs + (clientX - left) * msOfPx, REACH_PX * msOfPx);
    if (meant) onOpen(meant.id);
  };
  return (
    // What is below it can be pressed too, over the line of times.
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="relative mt-1 -mb-3 block h-6 w-full pb-3"
      role="img"
      aria-label={t("events.marks", { count: inside.length })}
      onClick={openNearest}
    >
      {inside.map((event) => (
        <rect
          key={event.id}
          x={at(event.startAt)}
          width={Math.max(2, at(event.endAt) - at(event.startAt))}
          height={HEIGHT}
          rx="1"
          vectorEffect="non-scaling-stroke"
          className="cursor-pointer fill-ink-soft stroke-ink-soft stroke-1 hover:fill-ink hover:stroke-ink"
        />
      ))}
    </svg>
  );
}
