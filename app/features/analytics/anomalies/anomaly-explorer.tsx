import "./texts.ts";
import { useSearchParams } from "@remix-run/react";
import { ScanSearch } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { saveCsv } from "#app/components/save-file.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useNow } from "#app/components/use-now.ts";
import { csvLine } from "#app/domain/formats/csv.ts";
import type { MeasureWords } from "#app/features/analytics/measure-series.ts";
import { spanOf } from "#app/features/analytics/question.ts";
import { titledMeasures } from "#app/features/analytics/titled-measures.ts";
import { useAnnotations } from "#app/features/analytics/annotations/use-annotations.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { AnomalyDetails } from "./anomaly-details.tsx";
import { AnomalyForm } from "./anomaly-form.tsx";
import {
  parseAnomalyQuestion,
  summaryPath,
  toAnomalySearch,
  whyNoSearch,
  type AnomalyQuestion,
  type Searcher,
} from "./anomaly-question.ts";
import { AnomalyResults } from "./anomaly-results.tsx";
import type { AnomalyAnswer, AnomalyLine } from "./schemas.ts";

type Props = {
  deviceId: number;
  machine: string;
  basePath: string;
  searcher: Searcher;
  nowMs: number;
};

/** Which of a machine's measures were abnormal, when, and for how long. */
export function AnomalyExplorer({
  deviceId,
  machine,
  basePath,
  searcher,
  nowMs: serverNowMs,
}: Props) {
  const { t, i18n } = useTranslation();
  const text = useMeasureText();
  const words = useMemo<MeasureWords>(
    () => ({
      title: text.title,
      unit: text.unit,
      value: text.value,
    }),
    // Its words change with the language alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [i18n.language],
  );
  const nowMs = useNow(serverNowMs);
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => parseAnomalyQuestion(params, searcher), [params, searcher]);
  const [draft, setDraft] = useState(shown);
  useEffect(() => setDraft(shown), [shown]);
  const [open, setOpen] = useState<AnomalyLine | null>(null);
  const { answered, hasFailed, isBusy, search } = useSummary(shown, deviceId, nowMs);
  const notes = useAnnotations(answered && { deviceId, ...answered.span });
  const titles = useMemo(() => titledMeasures(searcher.known, words), [searcher.known, words]);
  const ask = (question: AnomalyQuestion) =>
    setParams(toAnomalySearch(question, searcher), { preventScrollReset: true });
  const [hasFileFailed, setHasFileFailed] = useState(false);
  async function saveAll(question: AnomalyQuestion, span: { startMs: number; endMs: number }) {
    setHasFileFailed(false);
    const lines = [csvLine(["measure", "section", "abnormal_share", "longest_stretch_s"])];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const asked = { ...question, page, pageSize: 100 };
      const answer = await callApi<AnomalyAnswer>(summaryPath(asked, deviceId, span));
      if (!answer.ok) return setHasFileFailed(true);
      pages = Math.min(10, Math.ceil(answer.data.count / 100));
      for (const { tag_name, section, value, longest_ms } of answer.data.data)
        lines.push(csvLine([tag_name, section, value, Math.round(longest_ms / 1000)]));
    }
    saveCsv(`${machine}-anomalies.csv`, lines.join(""));
  }
  return (
    <div className="grid gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <AnomalyForm
        draft={draft}
        searcher={searcher}
        titles={titles}
        nowMs={nowMs}
        isBusy={isBusy}
        onChange={setDraft}
        onSearch={() => {
          ask({ ...draft, page: 1, isSubmitted: true });
          search();
        }}
      />
      <section
        aria-busy={isBusy}
        className="min-w-0 rounded-card border border-line bg-card p-4 xl:min-h-[36rem]"
      >
        {hasFailed ? (
          <Failure onRetry={search} busy={isBusy}>
            {t("anomalies.failedTitle")}
          </Failure>
        ) : answered !== null ? (
          <>
            {hasFileFailed && (
              <Failure inline onRetry={() => void saveAll(shown, answered.span)}>
                {t("anomalies.csvFailed")}
              </Failure>
            )}
            <AnomalyResults
              answer={answered.answer}
              question={shown}
              title={words.title}
              annotations={notes.annotations}
              span={answered.span}
              onChange={ask}
              onOpen={setOpen}
              onCsv={() => void saveAll(shown, answered.span)}
            />
          </>
        ) : isBusy ? (
          <div role="status" className="grid gap-3">
            <span className="sr-only">{t("anomalies.loading")}</span>
            {[0, 1, 2, 3].map((each) => (
              <div key={each} className="skeleton h-14 w-full" />
            ))}
          </div>
        ) : (
          <EmptyState
            icon={<ScanSearch className="size-6" aria-hidden="true" />}
            title={t("anomalies.emptyTitle")}
          >
            {t("anomalies.emptyText")}
          </EmptyState>
        )}
      </section>
      {answered !== null && (
        <AnomalyDetails
          line={open}
          deviceId={deviceId}
          basePath={basePath}
          range={shown.range}
          span={answered.span}
          timezone={shown.timezone}
          words={words}
          annotations={notes.annotations}
          onNoted={notes.readAgain}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

type Summary = { answer: AnomalyAnswer; span: { startMs: number; endMs: number } };

/** The answer to what the address asks, once it is submitted; the one before stays until the next has come. */
function useSummary(question: AnomalyQuestion, deviceId: number, nowMs: number) {
  const isHydrated = useHydrated();
  const now = useRef(nowMs);
  now.current = nowMs;
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<Summary | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { view: _view, timezone: _timezone, ...asked } = question;
  const key = JSON.stringify(asked);
  useEffect(() => {
    const isOff = !question.isSubmitted || whyNoSearch(question, now.current) !== null;
    if (!isHydrated || isOff) {
      setAnswered(null);
      setHasFailed(false);
      return;
    }
    const gone = new AbortController();
    const span = spanOf(question.range, now.current);
    setIsBusy(true);
    void callApi<AnomalyAnswer>(summaryPath(question, deviceId, span), {
      signal: gone.signal,
    }).then((answer) => {
      if (gone.signal.aborted) return;
      setIsBusy(false);
      setHasFailed(!answer.ok);
      if (answer.ok) setAnswered({ answer: answer.data, span });
    });
    return () => {
      gone.abort();
      setIsBusy(false);
    };
    // Only what is asked of /v1 makes it ask again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, deviceId, isHydrated, round]);
  return { answered, hasFailed, isBusy, search: () => setRound((count) => count + 1) };
}
