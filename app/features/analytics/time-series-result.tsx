import "./texts.ts";
import "./annotations/texts.ts";
import { StickyNote } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toRunningSpans } from "#app/domain/metrics/spans.ts";
import { AddAnnotation } from "./annotations/annotation-dialogs.tsx";
import { useChartNotes } from "./use-chart-notes.tsx";
import { LinkedCharts, useStored, type ChartLink } from "#app/kit/charts/chart-link.tsx";
import { TimeChart } from "#app/kit/charts/time-chart.tsx";
import type { ChartMark, ChartSpan, ChartView } from "#app/kit/charts/types.ts";
import { visibleOf } from "#app/kit/charts/zoom.ts";
import type { Asked } from "./asked.ts";
import { toCompared, type Compared } from "./compare.ts";
import { useOtherAnswers, useOthers, type CompareBy } from "./use-compared.ts";
import { toChartSeries, withFiner, type MeasureWords } from "./measure-series.ts";
import { useJobs, useSettled, useTelemetry, type Answered, type Job } from "./use-telemetry.ts";

/** A zoom is asked for once it rests. */
const RESTS_MS = 250;
/** Nearer than this share of what is there, a zoom asks again. */
const WORTH_ASKING = 0.8;

const NOT_COMPARED: NonNullable<TimeSeriesResultProps["compare"]> = {
  compared: [],
  isByJob: false,
  lastMaintenanceAt: null,
  title: String,
};

type TimeSeriesResultProps = {
  answered: Answered;
  link: ChartLink;
  title: string;
  timezone: string;
  words: MeasureWords;
  /** Of an event, where it opens. */
  eventPath: (id: number) => string;
  hasJobs: boolean;
  compare?: Pick<CompareBy, "compared" | "isByJob" | "lastMaintenanceAt"> & {
    title: (key: Compared) => string;
  };
  /** The newest could not be read: what is shown is from before. */
  isStale?: boolean;
  tools?: ReactNode;
};

/** The measures over time: zoomed in, the finer answer takes the coarse one's place once it has come. */
export function TimeSeriesResult({
  answered,
  link,
  title,
  timezone,
  words,
  eventPath,
  hasJobs,
  compare = NOT_COMPARED,
  isStale = false,
  tools,
}: TimeSeriesResultProps) {
  const { t } = useTranslation();
  const [hasStates, setHasStates] = useState(true);
  const { asked, answer } = answered;
  const view = useSettled(useStored(link.view), RESTS_MS);
  const finerAsked = useMemo<Asked | null>(() => {
    const isNearer =
      view !== null && view.endMs - view.startMs < (asked.endMs - asked.startMs) * WORTH_ASKING;
    return isNearer ? { ...asked, ...wider(view, asked) } : null;
  }, [view, asked]);
  const finer = useTelemetry(finerAsked);
  const { jobs, ...jobsRead } = useJobs(hasJobs ? asked : null);
  const others = useOthers(asked, { ...compare, timezone, jobs });
  const beside = useOtherAnswers(asked, others);
  const besideFiner = useOtherAnswers(finerAsked, others);
  const titleOf = compare.title;
  const series = useMemo(() => {
    const seriesOf = (metric: string, far: Answered, near: Answered | null) => {
      const coarse = toChartSeries(metric, far.answer.data[metric] ?? [], far.asked, words);
      if (near === null) return coarse;
      const fine = toChartSeries(metric, near.answer.data[metric] ?? [], near.asked, words);
      return withFiner(coarse, fine, near.asked);
    };
    return [
      ...asked.metrics.map((metric) => seriesOf(metric, answered, finer.answered)),
      ...beside.answers.flatMap((far) => {
        const { key, shiftMs } = far.other;
        const near = besideFiner.answers.find(({ other }) => other.key === key) ?? null;
        return asked.metrics.map((metric) =>
          toCompared(seriesOf(metric, far, near), { key, title: titleOf(key), shiftMs }),
        );
      }),
    ];
    // What is compared is called the same as long as the language is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answered, asked, words, finer.answered, beside.answers, besideFiner.answers]);
  const running = useMemo(
    () =>
      toRunningSpans(
        answer.state_info.map(({ time, machine_state }) => ({
          timeMs: Date.parse(time),
          code: machine_state,
        })),
        asked.startMs,
        asked.endMs,
      ),
    [answer, asked],
  );
  const marks = useMarks(answered, timezone, eventPath);
  const notes = useNotes(asked, { link, timezone, words });
  const spans = useJobSpans(jobs);
  return (
    <LinkedCharts link={link}>
      <TimeChart
        title={title}
        series={series}
        range={asked}
        timezone={timezone}
        running={hasStates ? running : null}
        marks={marks}
        spans={spans}
        annotations={notes.annotations}
        tools={
          <>
            <span role="status" className="text-xs text-ink-faint">
              {finer.isBusy
                ? t("analytics.finer")
                : finer.failure !== null
                  ? t("analytics.noFiner")
                  : isStale
                    ? t("analytics.stale")
                    : beside.hasFailed
                      ? t("analytics.compareFailed")
                      : !jobsRead.hasFailed &&
                        others.some(({ hasNoJob }) => hasNoJob) &&
                        t("analytics.noJobs")}
            </span>
            {jobsRead.hasFailed && (
              <span
                role="status"
                className="flex w-full items-center justify-between gap-2 text-xs text-ink-faint sm:w-auto"
              >
                {t("analytics.jobsUnread")}
                <Button size="small" className="shrink-0" onClick={jobsRead.readAgain}>
                  {t("analytics.retry")}
                </Button>
              </span>
            )}
            <CheckField
              label={t("analytics.states")}
              checked={hasStates}
              onChange={(event) => setHasStates(event.target.checked)}
            />
            {notes.button}
            {tools}
          </>
        }
      />
      {notes.dialogs}
    </LinkedCharts>
  );
}

/** A little beyond what is seen, so that lines go on at the edges; whole seconds, so that an answer is found again. */
function wider(view: { startMs: number; endMs: number }, asked: Asked) {
  const room = (view.endMs - view.startMs) * 0.05;
  return {
    startMs: Math.max(asked.startMs, Math.floor((view.startMs - room) / 1000) * 1000),
    endMs: Math.min(asked.endMs, Math.ceil((view.endMs + room) / 1000) * 1000),
  };
}

function useMarks(
  { answer }: Answered,
  timezone: string,
  eventPath: (id: number) => string,
): ChartMark[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () =>
      answer.events.map((event) => {
        const at = (time: string) => formats.dateTime(Date.parse(time), timezone);
        const downtime =
          event.downtime_start_at !== null && event.downtime_end_at !== null
            ? [
                t("analytics.eventDowntime", {
                  start: at(event.downtime_start_at),
                  end: at(event.downtime_end_at),
                }),
              ]
            : [];
        return {
          key: String(event.id),
          timeMs: Date.parse(event.start_at),
          title: event.name,
          lines: [
            t("analytics.eventTimes", { start: at(event.start_at), end: at(event.end_at) }),
            ...downtime,
            ...(event.author === null ? [] : [t("analytics.eventAuthor", { name: event.author })]),
          ],
          to: eventPath(event.id),
        };
      }),
    [answer, timezone, formats, t, eventPath],
  );
}

/** What people noted on the range, with the way to note something on what is shown. */
function useNotes(
  asked: Asked,
  { link, timezone, words }: { link: ChartLink; timezone: string; words: MeasureWords },
) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { deviceId } = asked;
  const { metrics } = asked;
  const notes = useChartNotes({ span: asked, metrics, timezone, title: words.title });
  const { annotations, hasFailed, readAgain } = notes;
  const isOutOfService = useIsOutOfService();
  const [span, setSpan] = useState<ChartView | null>(null);
  return {
    annotations,
    button: (
      <>
        {hasFailed && (
          <span role="status" className="text-xs text-ink-faint">
            {t("annotations.unread")}
          </span>
        )}
        {!isOutOfService && (
          <Button size="small" onClick={() => setSpan(visibleOf(link.view.get(), asked))}>
            <StickyNote className="size-4 text-ink-faint" aria-hidden="true" />
            {t("annotations.add")}
          </Button>
        )}
      </>
    ),
    dialogs: (
      <>
        <AddAnnotation
          deviceId={deviceId}
          span={span}
          time={(timeMs) =>
            `${formats.dateTime(timeMs, timezone)} ${formats.zone(timeMs, timezone)}`
          }
          metrics={asked.metrics.map((metric) => ({ metric, title: words.title(metric) }))}
          onClose={() => setSpan(null)}
          onDone={readAgain}
        />
        {notes.dialog}
      </>
    ),
  };
}

function useJobSpans(jobs: readonly Job[] | null): ChartSpan[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const size = (value: number | null) => formats.number(value, 2);
    return (jobs ?? []).map((job) => ({
      key: `${job.order_number} ${job.start_at}`,
      startMs: Date.parse(job.start_at),
      endMs: Date.parse(job.end_at),
      title: t("analytics.jobTitle", { number: job.order_number }),
      short: String(job.order_number),
      lines: [
        job.flute_code !== null && t("analytics.jobFlute", { code: job.flute_code }),
        job.paper_density !== null &&
          t("analytics.jobDensity", { value: formats.number(job.paper_density, 3) }),
        (job.entry_length !== null || job.entry_width !== null) &&
          t("analytics.jobEntry", { length: size(job.entry_length), width: size(job.entry_width) }),
        (job.exit_length !== null || job.exit_width !== null) &&
          t("analytics.jobExit", { length: size(job.exit_length), width: size(job.exit_width) }),
      ].filter((line) => line !== false),
    }));
  }, [jobs, formats, t]);
}
