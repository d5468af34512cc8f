import "./texts.ts";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import { Link } from "@remix-run/react";
import { Eye } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toRangeText, type DateRange } from "#app/domain/formats/date-ranges.ts";
import { createChartLink } from "#app/kit/charts/chart-link.tsx";
import type { MeasureWords } from "#app/features/analytics/measure-series.ts";
import { TimeSeriesResult } from "#app/features/analytics/time-series-result.tsx";
import type { Asked } from "#app/features/analytics/asked.ts";
import { useTelemetry } from "#app/features/analytics/use-telemetry.ts";
import { LookedAtDialog } from "#app/features/analytics/annotations/annotation-dialogs.tsx";
import type { AnnotationJson } from "#app/features/analytics/annotations/annotation.ts";
import { alarmDraftSearch } from "#app/domain/alarms/alarm-draft.ts";
import { boundOf, lookedAt } from "./looked-at.ts";
import { AnomalyReasons } from "./anomaly-reasons.tsx";
import { useReasons } from "./use-reasons.ts";
import type { AnomalyLine } from "./schemas.ts";
import { percentOf } from "./anomaly-question.ts";

type Props = {
  line: AnomalyLine | null;
  deviceId: number;
  basePath: string;
  range: DateRange;
  span: { startMs: number; endMs: number };
  timezone: string;
  words: MeasureWords;
  /** Notes of the span, and reading them again. */
  annotations: readonly AnnotationJson[];
  onNoted: () => void;
  onClose: () => void;
};
const POINTS = 300;

/** One result closely: the series with band and marks, events and states, and why values were flagged. */
export function AnomalyDetails({ line, onClose, ...rest }: Props) {
  const { words } = rest;
  const { t } = useTranslation();
  const formats = useFormats();
  const title = line === null ? "" : words.title(line.tag_name);
  return (
    <Drawer
      open={line !== null}
      onClose={onClose}
      title={title}
      {...(line === null
        ? {}
        : {
            lead: t("anomalies.shareOfTime", { share: formats.percentOf(percentOf(line.value)) }),
          })}
    >
      {line !== null && <Content key={line.tag_name} line={line} {...rest} />}
    </Drawer>
  );
}

function Content({
  line,
  deviceId,
  basePath,
  range,
  span,
  timezone,
  words,
  annotations,
  onNoted,
}: Omit<Props, "line" | "onClose"> & { line: AnomalyLine }) {
  const { t } = useTranslation();
  const sectionName = useSectionName();
  const [isLooking, setIsLooking] = useState(false);
  const isOutOfService = useIsOutOfService();
  const formats = useFormats();
  const [link] = useState(createChartLink);
  const { startMs, endMs } = span;
  const asked = useMemo<Asked>(
    () => ({ deviceId, metrics: [line.tag_name], startMs, endMs, datapoints: POINTS }),
    [deviceId, line.tag_name, startMs, endMs],
  );
  const { answered, failure, isBusy, retry } = useTelemetry(asked);
  const read = useReasons(asked, line.tag_name);
  const search = new URLSearchParams({ metrics: line.tag_name, date_range: toRangeText(range) });
  const seen = lookedAt(line, annotations, span);
  const time = (timeMs: number) =>
    `${formats.dateTime(timeMs, timezone)} ${formats.zone(timeMs, timezone)}`;
  const draft = alarmDraftSearch({
    name: words.title(line.tag_name),
    tag: line.tag_name,
    bound: boundOf(read.reasons ?? []),
  });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-sm text-ink-soft">
          {seen === null
            ? t("anomalies.nobodyLooked")
            : [
                t("anomalies.lookedBy", {
                  name: seen.annotation.user_name ?? t("anomalies.nobody"),
                  time: time(Date.parse(seen.annotation.created_at)),
                }),
                seen.annotation.text,
                seen.isNewSince && t("anomalies.newSince"),
              ]
                .filter(Boolean)
                .join(" · ")}
        </p>
        {!isOutOfService && (
          <Button size="small" onClick={() => setIsLooking(true)}>
            <Eye className="size-4 text-ink-faint" aria-hidden="true" />
            {t("anomalies.markLooked")}
          </Button>
        )}
      </div>
      <LookedAtDialog
        deviceId={deviceId}
        open={isLooking}
        metric={line.tag_name}
        title={words.title(line.tag_name)}
        span={span}
        time={time}
        onClose={() => setIsLooking(false)}
        onDone={onNoted}
      />
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {line.section !== null && (
          <div>
            <dt className="text-xs text-ink-soft">{t("anomalies.section")}</dt>
            <dd className="font-medium">{sectionName(line.section)}</dd>
          </div>
        )}
        <div>
          <dt className="text-xs text-ink-soft">{t("anomalies.longest")}</dt>
          <dd className="font-medium tabular-nums">
            {formats.exactDuration(line.longest_ms / 1000)}
          </dd>
        </div>
      </dl>
      {answered !== null ? (
        <>
          <TimeSeriesResult
            answered={answered}
            link={link}
            title={t("anomalies.chart", { tag: words.title(line.tag_name) })}
            timezone={timezone}
            words={words}
            eventPath={(id) => `${basePath}/events?event_id=${id}`}
            hasJobs={false}
          />
          <AnomalyReasons
            answered={answered}
            read={read}
            metric={line.tag_name}
            timezone={timezone}
            words={words}
          />
        </>
      ) : failure !== null ? (
        <Failure onRetry={retry} busy={isBusy}>
          {t("anomalies.failedTitle")}
        </Failure>
      ) : (
        <div role="status" className="skeleton h-56 w-full">
          <span className="sr-only">{t("anomalies.loading")}</span>
        </div>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm max-lg:gap-y-0">
        <Link
          className="text-calm hover:underline max-lg:py-3"
          to={`${basePath}/analytics?${search}`}
        >
          {t("anomalies.toAnalytics")}
        </Link>
        {(read.reasons !== null || read.hasFailed) && (
          <Link
            className="text-calm hover:underline max-lg:py-3"
            to={`${basePath}/alarms?${draft}`}
          >
            {t("anomalies.makeAlarm")}
          </Link>
        )}
      </p>
    </div>
  );
}
