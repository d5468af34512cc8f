import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import { riskBand } from "#app/domain/metrics/gauge-bands.ts";
import { isHighRisk } from "./need.ts";
import "./texts.ts";

/** A card's words on how likely the machine is to stop soon, or why nobody can say. */
export function RiskWords({
  risk,
  className,
}: {
  risk: DowntimePrediction;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isHigh = isHighRisk(risk.prediction);
  const text =
    risk.reason === null
      ? t("need.risk", {
          // As the ring has it.
          share: formats.percent(risk.prediction, 1),
          hours: formats.number(risk.horizonMinutes / 60),
        })
      : t("need.noForecast", { why: t(`noRiskShort.${risk.reason}`) });
  return (
    <span
      data-risk
      className={cx(
        "line-clamp-2 min-w-0 text-xs leading-tight text-balance",
        isHigh
          ? `risk-sign font-medium ${riskBand(risk.prediction) === "poor" ? "text-alarm [--risk:0.95]" : "text-warn"}`
          : "text-ink-faint",
        className,
      )}
    >
      {text}
    </span>
  );
}
