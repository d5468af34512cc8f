import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { whyInWords } from "#app/domain/detection/why.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import type { MeasureWords } from "#app/features/analytics/measure-series.ts";
import type { Answered } from "#app/features/analytics/use-telemetry.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { fromReasonJson, type ReasonJson } from "./reason-json.ts";
import type { ReasonsRead } from "./use-reasons.ts";

type Props = {
  answered: Answered;
  read: ReasonsRead;
  metric: string;
  timezone: string;
  words: MeasureWords;
};
const SHOWN = 5;

/** Why the measure was flagged, in words: the newest first. */
export function AnomalyReasons({ answered: { answer }, read, metric, timezone, words }: Props) {
  const { t } = useTranslation();
  const points = answer.data[metric] ?? [];
  const flagged = points.filter(({ ad_flag }) => ad_flag === true);
  const told = (read.reasons ?? []).toReversed();
  if (flagged.length === 0 && told.length === 0) return null;
  // Helios' own detections always know what was expected.
  const isBySampler = flagged.every(({ lower, upper }) => lower === null && upper === null);
  const line = (reason: ReasonJson) => (
    <Line key={reason.time} {...{ reason, metric, timezone, words }} />
  );
  return (
    <section>
      <h3 className="text-sm font-semibold">{t("anomalies.why")}</h3>
      {read.hasFailed && (
        <Failure inline onRetry={read.retry}>
          {t("anomalies.whyFailed")}
        </Failure>
      )}
      {told.length > 0 ? (
        <>
          <ul className="mt-1 grid gap-1.5 text-sm">{told.slice(0, SHOWN).map(line)}</ul>
          {told.length > SHOWN && (
            <details className="mt-1.5 text-sm">
              <summary className="cursor-pointer text-calm">
                {t("anomalies.whyEarlier", { count: told.length - SHOWN })}
              </summary>
              <ul className="mt-1.5 grid gap-1.5">{told.slice(SHOWN).map(line)}</ul>
            </details>
          )}
        </>
      ) : (
        read.reasons !== null && (
          <p className="mt-1 text-sm text-ink-soft">
            {isBySampler
              ? t("anomalies.whySampler", { count: flagged.length })
              : t("anomalies.whyNone")}
          </p>
        )
      )}
    </section>
  );
}

function Line({
  reason,
  metric,
  timezone,
  words,
}: { reason: ReasonJson } & Omit<Props, "answered" | "read">) {
  const { i18n } = useTranslation();
  const { t: word } = useTranslation("glossary");
  const formats = useFormats();
  const unit = words.unit(metric);
  const { machine_state: code } = reason;
  const timeMs = Date.parse(reason.time);
  const state = code === null ? null : word(`states.${toMachineState(code)}`);
  return (
    <li>
      <span className="block text-xs text-ink-soft tabular-nums">
        {formats.dateTime(timeMs, timezone)}
      </span>
      {whyInWords(fromReasonJson(reason), {
        language: i18n.language === "es" ? "es" : "en",
        atMs: timeMs,
        timeZone: timezone,
        ...(unit === null ? {} : { unit }),
        ...(state === null ? {} : { state: state.toLocaleLowerCase(i18n.language) }),
      })}
    </li>
  );
}
