import "./texts.ts";
import { ChartLine, ChartScatter } from "lucide-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { mostMetrics, whyOff, type Question } from "./question.ts";
import { whyFailed } from "./why-failed.ts";

type NothingProps = { question: Question; nowMs: number; isUnlimited: boolean };
type Props = NothingProps & {
  isAsked: boolean;
  /** `status` 0: no answer came. */
  failure: { status: number } | null;
  onRetry: () => void;
};

/** What stands where the answer will: what is still to choose, that it is on its way, or why it did not come. */
export function NoResult({ isAsked, failure, onRetry, ...nothing }: Props) {
  const { t } = useTranslation();
  if (!isAsked) return <Nothing {...nothing} />;
  if (failure === null) return <Loading />;
  return (
    <EmptyState
      icon={<ChartLine className="size-6" aria-hidden="true" />}
      title={t("analytics.failedTitle")}
      action={<Button onClick={onRetry}>{t("analytics.retry")}</Button>}
    >
      {failureText(failure, t)}
    </EmptyState>
  );
}

/** That it failed, and the status in words. */
export function failureText(failure: { status: number }, t: TFunction): string {
  const { status } = failure;
  const reason = t(`analytics.failed_${whyFailed(failure)}`);
  return `${t("analytics.failed")}: ${status === 0 ? reason : `${reason} (${status})`}`;
}

/** Why there is nothing to see yet. */
function Nothing({ question, nowMs, isUnlimited }: NothingProps) {
  const { t } = useTranslation();
  const isXy = question.type === "xy";
  const Icon = isXy ? ChartScatter : ChartLine;
  const most = mostMetrics(isUnlimited);
  const off = whyOff(question, { nowMs, isBusy: false, isUnlimited });
  return (
    <EmptyState
      icon={<Icon className="size-6" aria-hidden="true" />}
      title={t(off === "range" ? "analytics.off_range" : "analytics.emptyTitle")}
    >
      {off === "tooMany"
        ? t("analytics.off_tooMany", { most })
        : off === "range"
          ? t("analytics.rangeHelp")
          : t(isXy ? "analytics.emptyXy" : "analytics.emptyText", { most })}
    </EmptyState>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t("analytics.loading")}</span>
      {[0, 1, 2].map((each) => (
        <div key={each} className="skeleton h-40 w-full" />
      ))}
    </div>
  );
}
