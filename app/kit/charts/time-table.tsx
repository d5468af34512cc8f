import "./texts.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { stopsOf } from "./nearest-point.ts";
import type { ChartSeries, ChartView } from "./types.ts";

const ROWS_AT_ONCE = 100;

/** What a chart shows as rows, newest first: one per time, a column per series. */
export function TimeTable({
  caption,
  series,
  view,
  timezone,
}: {
  caption: string;
  series: readonly ChartSeries[];
  view: ChartView;
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const times = stopsOf(series, view).reverse();
  const columns = series.map(({ points }) => new Map(points.map((each) => [each.timeMs, each])));
  const hasSeconds = times.some((timeMs) => timeMs % 60_000 !== 0);
  return (
    <div
      className="max-h-[36rem] overflow-auto"
      // A keyboard scrolls only what can be focused.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-card text-xs text-ink-faint">
          <tr>
            <th scope="col" className="py-2 pr-4 text-left font-medium">
              {t("chart.time")}
            </th>
            {series.map(({ key, title, unit }) => (
              <th key={key} scope="col" className="py-2 pl-4 text-right font-medium">
                {[title, unit].filter(Boolean).join(", ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.slice(0, most).map((timeMs) => (
            <tr key={timeMs} className="border-t border-line">
              <th
                scope="row"
                className="py-1.5 pr-4 text-left font-normal whitespace-nowrap text-ink-soft"
              >
                {formats.dateTime(timeMs, timezone)}
                {hasSeconds && (
                  <span className="text-ink-faint">{` ${(timeMs % 60_000) / 1000} s`}</span>
                )}
              </th>
              {series.map((each, index) => {
                const point = columns[index]!.get(timeMs);
                return (
                  <td key={each.key} className="py-1.5 pl-4 text-right whitespace-nowrap">
                    {point === undefined ? "" : each.text(point.value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {times.length > most && (
        <Button size="small" className="my-2" onClick={() => setMost(most + ROWS_AT_ONCE * 5)}>
          {t("chart.moreRows")}
        </Button>
      )}
    </div>
  );
}
