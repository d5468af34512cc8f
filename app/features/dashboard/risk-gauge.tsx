import { useTranslation } from "react-i18next";
import { Gauge } from "#app/components/charts/gauge.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import "./texts.ts";
import "#app/features/predictions/texts.ts";
import "#app/components/charts/texts.ts";

/** How likely the machine is to stop soon; "–" and why, while nobody can say. */
export function RiskGauge({ risk }: { risk: DowntimePrediction }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Gauge
      size="sm"
      label={t("gauge.riskLong")}
      caption={risk.reason === null ? t("gauge.risk") : t(`noRiskShort.${risk.reason}`)}
      value={risk.prediction}
      isRisk
      note={
        risk.prediction === null
          ? undefined
          : t("riskRing.caption", { time: formats.period(risk.horizonMinutes * 60) })
      }
      reason={risk.reason === null ? undefined : t(`noRisk.${risk.reason}`)}
    />
  );
}
