import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { coarser, type Grid } from "#app/domain/series/grid.ts";
import { stepEnd } from "./grid-series.ts";
import { useSpanWords } from "./use-span-words.ts";

const USUAL_ROWS = 16;

/** The chart's window in words and numbers, newest first. */
export function SeriesTable({
  grid,
  timezone,
  unit,
  decimals,
  caption,
  rows: wanted = USUAL_ROWS,
  isNow,
}: {
  grid: Grid;
  timezone: string;
  unit: string;
  decimals: number;
  caption: string;
  rows?: number | undefined;
  /** Whether the window ends now. */
  isNow: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const spanWords = useSpanWords(timezone);
  const rows = coarser(grid, Math.ceil(grid.buckets.length / wanted));
  const columns = [t("chart.mean"), t("chart.lowest"), t("chart.highest")];
  return (
    <div
      className="@container absolute inset-0 overflow-y-auto more-below"
      // A keyboard scrolls only what can be focused.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      {/* Columns as wide whatever stands in them: tables beside each other have their rows at one height. */}
      <table className="w-full table-fixed text-xs @2xs:text-sm">
        <caption className="sr-only">{`${caption} (${unit})`}</caption>
        <thead className="sticky top-0 bg-card text-xs text-ink-faint">
          <tr className="border-b border-line">
            <th
              scope="col"
              className="w-[30%] py-1.5 text-left font-medium @2xs:w-[36%] @xs:w-[45%]"
            >
              {t("chart.time")}
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="py-1.5 pl-1 text-right font-medium @2xs:pl-2 @sm:pl-4"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.buckets
            .map((bucket, index) => ({
              ...{ bucket, timeMs: rows.startMs + index * rows.stepMs },
              ends: stepEnd(rows, index, isNow),
            }))
            .reverse()
            .map(({ bucket, timeMs, ends }) => (
              // What is said of a part has the room below the figures of its row.
              <tr key={timeMs} className="border-b border-line align-top last:border-0">
                <th
                  scope="row"
                  className="py-1.5 text-left font-normal text-ink-soft @sm:whitespace-nowrap"
                >
                  {spanWords(timeMs, ends)}
                  {bucket?.part && (
                    <span className="block text-xs font-medium whitespace-nowrap text-warn">
                      {t("chart.partOf", bucket.part)}
                    </span>
                  )}
                </th>
                {(["mean", "min", "max"] as const).map((pick) => (
                  <td key={pick} className="py-1.5 pl-1 text-right @2xs:pl-2 @sm:pl-4">
                    {formats.number(bucket?.[pick] ?? null, decimals)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
