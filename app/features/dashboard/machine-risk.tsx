import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
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
  const text =
    risk.reason === null
      ? t("need.risk", {
          // No forecast is as exact as a decimal says; the ring of a high risk has one.
          share: formats.percent(risk.prediction),
          hours: formats.number(risk.horizonMinutes / 60),
        })
      : t("need.noForecast", { why: t(`noRiskShort.${risk.reason}`) });
  return (
    <span
      data-risk
      className={cx(
        "line-clamp-2 min-w-0 text-xs leading-tight text-balance",
        isHighRisk(risk.prediction) ? "font-medium text-ink-soft" : "text-ink-faint",
        className,
      )}
    >
      {text}
    </span>
  );
}
