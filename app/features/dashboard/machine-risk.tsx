import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import "./texts.ts";

/** A card's words on how likely the machine is to stop soon, or why nobody can say. */
export function RiskWords({ risk }: { risk: DowntimePrediction }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const text =
    risk.reason === null
      ? t("need.risk", {
          // As the ring beside it has it.
          share: formats.percent(risk.prediction, 1),
          hours: formats.number(risk.horizonMinutes / 60),
        })
      : t("need.noForecast", { why: t(`noRiskShort.${risk.reason}`) });
  return (
    <p data-risk className="line-clamp-2 min-w-0 text-xs leading-tight text-balance text-ink-faint">
      {text}
    </p>
  );
}
