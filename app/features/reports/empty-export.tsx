import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useNow } from "#app/components/use-now.ts";
import { parseRangeText } from "#app/domain/formats/date-ranges.ts";
import { DEFAULT_TIMEFRAME } from "#app/domain/reports/timeframe.ts";
import { useKeepTimeframe } from "./timeframe-field.tsx";
import { widerTimeframes } from "./wider-timeframes.ts";
import "./texts.ts";

/** Under an export that found no event: of which time that is said, and longer ones, each exported by a press. `asked`: the timeframe that was sent. */
export function EmptyExport({ asked, nowMs }: { asked: string; nowMs: number }) {
  const { t } = useTranslation();
  const now = useNow(nowMs);
  const keep = useKeepTimeframe();
  const chosen = useSearchParams()[0].get("timeframe") ?? DEFAULT_TIMEFRAME;
  // Another timeframe is chosen by now: what was said is not of it.
  if (chosen !== asked) return null;
  const range = parseRangeText(asked);
  const name = range === null || typeof range === "string" ? asked : "custom";
  const wider = widerTimeframes(asked, now);
  return (
    <div className="grid justify-items-start gap-3 rounded-card border border-dashed border-line-strong p-4">
      <p className="text-sm">{t(`report.nothing_${name}` as "report.nothing_24h")}</p>
      {wider.length > 0 && (
        <div role="group" aria-labelledby="report-wider" className="grid gap-2">
          <p id="report-wider" className="text-sm text-ink-soft">
            {t("report.wider")}
          </p>
          <div className="flex flex-wrap gap-2">
            {wider.map((timeframe) => (
              <Button
                key={timeframe}
                type="submit"
                name="timeframe"
                value={timeframe}
                onClick={() => keep(timeframe)}
              >
                {t(`report.timeframe_${timeframe}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
