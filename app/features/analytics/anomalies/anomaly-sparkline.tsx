import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { percentOf } from "./anomaly-question.ts";

const HEIGHT = 28;

/** When it was abnormal: a bar per part of the range, as high as its share, at least as high as can be seen. */
export function AnomalySparkline({ shares }: { shares: readonly (number | null)[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const most = Math.max(0, ...shares.map((share) => share ?? 0));
  return (
    <svg
      role="img"
      aria-label={t("anomalies.sparkline", { most: formats.percentOf(percentOf(most)) })}
      viewBox={`0 0 ${shares.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-7 w-full max-md:col-span-2"
    >
      {shares.map((share, at) =>
        share === null ? null : (
          <rect
            key={at}
            x={at + 0.1}
            width={0.8}
            y={share <= 0 ? HEIGHT - 1 : HEIGHT - Math.max(4, share * HEIGHT)}
            height={share <= 0 ? 1 : Math.max(4, share * HEIGHT)}
            className={share <= 0 ? "fill-line-strong" : "fill-hint"}
          />
        ),
      )}
    </svg>
  );
}
