import "./texts.ts";
import { useTranslation } from "react-i18next";

/** The chart's ground lines, where they will be; on paper, which comes as it stands, that it was still on its way. */
export function ChartSkeleton({ loading }: { loading: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <div
        className="absolute inset-0 flex flex-col justify-between pt-6 pb-6 pl-12"
        role={loading ? "status" : undefined}
        data-coming={loading || undefined}
      >
        {loading && <span className="sr-only">{t("chart.loading")}</span>}
        {[0, 1, 2, 3].map((line) => (
          <div key={line} className="h-px bg-line" />
        ))}
      </div>
      {loading && (
        <p className="hidden text-xs text-ink-soft print:block">
          {t("chart.notPrinted", { keys: t("withKey", { key: "P" }) })}
        </p>
      )}
    </>
  );
}
