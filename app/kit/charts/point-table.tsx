import "./texts.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";

const ROWS_AT_ONCE = 100;

type Props<Row> = {
  caption: string;
  /** In the order of the cells. */
  columns: readonly { key: string; title: string }[];
  /** The newest first. */
  rows: readonly Row[];
  cellsOf: (row: Row) => readonly string[];
  timezone: string;
  /** Its greatest height. */
  className: string;
};

/** What a chart shows as rows: one per time, more of them when asked. */
export function PointTable<Row extends { timeMs: number }>(props: Props<Row>) {
  const { caption, columns, rows, cellsOf, timezone, className } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const hasSeconds = rows.some(({ timeMs }) => timeMs % 60_000 !== 0);
  return (
    <div
      className={cx("overflow-auto", className)}
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
            {columns.map(({ key, title }) => (
              <th key={key} scope="col" className="py-2 pl-4 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr key={row.timeMs} className="border-t border-line">
              <th
                scope="row"
                className="py-1.5 pr-4 text-left font-normal whitespace-nowrap text-ink-soft"
              >
                {formats.dateTime(row.timeMs, timezone)}
                {hasSeconds && (
                  <span className="text-ink-faint">{` ${(row.timeMs % 60_000) / 1000} s`}</span>
                )}
              </th>
              {cellsOf(row).map((cell, index) => (
                <td key={columns[index]?.key} className="py-1.5 pl-4 text-right whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <Button size="small" className="my-2" onClick={() => setMost(most + ROWS_AT_ONCE * 5)}>
          {t("chart.moreRows")}
        </Button>
      )}
    </div>
  );
}
