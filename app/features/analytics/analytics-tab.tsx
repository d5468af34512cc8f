import "./texts.ts";
import { useNavigation, useSearchParams } from "@remix-run/react";
import { ChartLine } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { Button } from "#app/components/ui/button.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useNow } from "#app/components/use-now.ts";
import { createChartLink, useStored } from "#app/kit/charts/chart-link.tsx";
import { askedOf, isSameQuestion, type Asked } from "./asked.ts";
import { compareTitle } from "./compare-title.ts";
import { CopyLink } from "./copy-link.tsx";
import type { MeasureWords } from "./measure-series.ts";
import { failureText, NoResult } from "./no-result.tsx";
import { QuestionForm } from "./question-form.tsx";
import { addressOf, questionAt, toSearch, type Asker, type Question } from "./question.ts";
import { SavedList } from "./saved/saved-list.tsx";
import type { SavedQuestion } from "./saved/saved-question.ts";
import { titledMeasures } from "./titled-measures.ts";
import { TimeSeriesResult } from "./time-series-result.tsx";
import { useEvery, useTelemetry } from "./use-telemetry.ts";
import { XyResult } from "./xy-result.tsx";

/** A live tail is read again this often, or once per point where points are further apart. */
const FOLLOW_MS = 10_000;

export type AnalyticsTabProps = {
  deviceId: number;
  machine: string;
  basePath: string;
  asker: Asker;
  /** Of a deep link: chosen and generated over the usual range. */
  measure: string | null;
  hasJobs: boolean;
  /** null: they could not be read. */
  saved: readonly SavedQuestion[] | null;
  nowMs: number;
};

/** Any measures of a machine over any range, as the address asks. */
export function AnalyticsTab({
  deviceId,
  machine,
  basePath,
  asker,
  measure,
  hasJobs,
  saved,
  nowMs: serverNowMs,
}: AnalyticsTabProps) {
  const { t } = useTranslation();
  const nowMs = useNow(serverNowMs);
  const [params, setParams] = useSearchParams();
  const isHydrated = useHydrated();
  const words = useMeasureWords();
  const shown = useMemo(() => questionAt(params, asker, measure), [params, asker, measure]);
  const addressText = (question: Question) => addressOf(question, asker, measure).toString();
  // What is fitted to the points is chosen beside them: it asks nothing anew, and takes nothing from the form.
  const askedText = addressText({ ...shown, regressions: [] });
  const [draft, setDraft] = useState(shown);
  useEffect(() => {
    setDraft(shown);
    // Only another question takes the place of what is in the form, however often the page is read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [askedText]);
  const [round, setRound] = useState(0);
  const [isFollowing, setIsFollowing] = useState(false);
  // An address on its way is a question on its way.
  const isLeaving = useNavigation().state !== "idle";
  const now = useRef(nowMs);
  now.current = nowMs;
  const asked = useMemo<Asked | null>(
    () => (isHydrated ? askedOf(shown, { deviceId, nowMs: now.current, asker }) : null),
    // A new round asks the same question of a new now.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [askedText, deviceId, asker.isUnlimited, isHydrated, round],
  );
  const { answered, failure, isBusy, retry } = useTelemetry(asked);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const isCurrent = answered !== null && asked !== null && isSameQuestion(answered.asked, asked);
  const known = useMemo(() => titledMeasures(asker.known, words), [asker.known, words]);
  const [link] = useState(createChartLink);
  const isZoomed = useStored(link.view) !== null;
  const [follows, setFollows] = useState(true);
  // The newest values that do not come leave the chart as it is; what a person asked for is answered.
  const isTold = failure !== null && dismissed !== failure && !(isCurrent && isFollowing);
  const canFollow = typeof shown.range === "string" && shown.type === "timeseries";
  const pointMs = asked === null ? 0 : (asked.endMs - asked.startMs) / asked.datapoints;
  useEvery(
    // What is on its way is not asked for again.
    canFollow && follows && !isZoomed && asked !== null && !isBusy && !isTold
      ? Math.max(FOLLOW_MS, pointMs)
      : null,
    () => {
      setIsFollowing(true);
      setRound((count) => count + 1);
    },
  );
  const generate = (question: Question) => {
    link.view.set(null);
    setIsFollowing(false);
    const next = { ...question, regressions: shown.regressions };
    // The same question is asked of a new now; another one is asked by its address alone, and the one before not again.
    if (addressText(next) === addressText(shown)) setRound((count) => count + 1);
    else setParams(addressOf(next, asker, measure), { preventScrollReset: true });
  };
  const result = useRef<HTMLElement>(null);
  /** On a phone the answer stands below what was asked. */
  const showResult = () => {
    const isBelow = (result.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2;
    if (isBelow) result.current?.scrollIntoView({ block: "start" });
  };
  const eventPath = useCallback((id: number) => `${basePath}/events?event_id=${id}`, [basePath]);
  return (
    <div className="grid gap-4 xl:grid-cols-[20rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
      <div className="grid content-start gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {asker.hasXy ? (
            <ChoiceBar
              label={t("analytics.parts")}
              choices={(["timeseries", "xy"] as const).map((value) => ({
                value,
                label: t(`analytics.${value}`),
              }))}
              value={draft.type}
              onChoose={(type) => generate({ ...draft, type })}
            />
          ) : (
            <span />
          )}
          <CopyLink />
        </div>
        <QuestionForm
          draft={draft}
          asker={asker}
          known={known}
          hasJobs={hasJobs}
          nowMs={nowMs}
          isBusy={isLeaving || (isBusy && !isFollowing)}
          onChange={setDraft}
          onGenerate={() => {
            generate(draft);
            showResult();
          }}
        />
      </div>
      <section
        ref={result}
        aria-busy={isBusy}
        className="min-w-0 rounded-card border border-line bg-card p-4 xl:row-span-2 xl:min-h-[36rem]"
      >
        {!isCurrent ? (
          <NoResult
            question={shown}
            nowMs={nowMs}
            isUnlimited={asker.isUnlimited}
            isAsked={asked !== null}
            failure={failure}
            onRetry={retry}
          />
        ) : !Object.values(answered.answer.data).some((points) =>
            points.some(({ value }) => value !== null),
          ) ? (
          <EmptyState
            icon={<ChartLine className="size-6" aria-hidden="true" />}
            title={t("analytics.noData")}
          >
            {t("analytics.noDataHelp")}
          </EmptyState>
        ) : shown.type === "xy" ? (
          <XyResult
            answered={answered}
            axes={shown.xy}
            isFeedingOnly={shown.feeding}
            regressions={shown.regressions}
            onRegressions={(regressions) =>
              setParams(addressOf({ ...shown, regressions }, asker, measure), {
                replace: true,
                preventScrollReset: true,
              })
            }
            timezone={shown.timezone}
            words={words}
          />
        ) : (
          <TimeSeriesResult
            answered={answered}
            link={link}
            title={t("analytics.chartTitle", { machine })}
            timezone={shown.timezone}
            words={words}
            eventPath={eventPath}
            hasJobs={hasJobs}
            compare={{
              compared: shown.compare,
              isByJob: shown.align === "job",
              lastMaintenanceAt: asker.compare.lastMaintenanceAt,
              title: (key) => compareTitle(key, asker.compare, t),
            }}
            isStale={failure !== null}
            tools={
              canFollow && (
                <CheckField
                  label={t("analytics.follow")}
                  checked={follows}
                  onChange={(event) => setFollows(event.target.checked)}
                />
              )
            }
          />
        )}
      </section>
      <div>
        <SavedList
          deviceId={deviceId}
          saved={saved}
          search={asked === null ? null : toSearch(shown, asker).toString()}
        />
      </div>
      <Dialog
        open={isTold}
        onClose={() => setDismissed(failure)}
        title={t("analytics.failedTitle")}
        description={failure === null ? "" : failureText(failure, t)}
        actions={
          <>
            <Button onClick={() => setDismissed(failure)}>{t("analytics.close")}</Button>
            <Button tone="primary" onClick={retry}>
              {t("analytics.retry")}
            </Button>
          </>
        }
      />
    </div>
  );
}

function useMeasureWords(): MeasureWords {
  const { i18n } = useTranslation();
  const text = useMeasureText();
  // Its words change with the language alone.
  return useMemo(
    () => ({
      title: text.title,
      unit: text.unit,
      value: text.value,
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [i18n.language],
  );
}
