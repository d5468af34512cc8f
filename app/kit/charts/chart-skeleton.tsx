import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useHold } from "#app/components/hold-pages.ts";
import { MissingPart } from "#app/components/missing-part.tsx";

type Props = {
  loading: boolean;
  /** What draws it could not be fetched, and is asked for again. */ isMissing?: boolean;
};

/** The chart's ground lines, where they will be; on paper, which comes as it stands, that it was still on its way. */
export function ChartSkeleton({ loading, isMissing: isPartMissing = false }: Props) {
  const { t } = useTranslation();
  // So are its readings while Helios is not reached.
  const isAway = useHold() !== null;
  const isMissing = isPartMissing || (loading && isAway);
  return (
    <>
      <div
        className="absolute inset-0 flex flex-col justify-between pt-6 pb-6 pl-12"
        role={loading && !isMissing ? "status" : undefined}
        data-coming={loading || undefined}
      >
        {[0, 1, 2, 3].map((line) => (
          <div key={line} className="h-px bg-line" />
        ))}
        {loading && !isMissing && (
          // In the words' place of a chart without readings; not on a page that is quick.
          <p className="absolute inset-0 grid place-items-center text-sm text-ink-faint transition-opacity delay-400 print:hidden starting:opacity-0">
            {t("chart.loading")}
          </p>
        )}
        {isMissing && (
          <MissingPart className="absolute inset-0 flex-col justify-center gap-y-1 px-4 text-center" />
        )}
      </div>
      {loading && (
        <p className="hidden text-xs text-ink-soft print:block">
          {t("chart.notPrinted", { keys: t("withKey", { key: "P" }) })}
        </p>
      )}
    </>
  );
}
