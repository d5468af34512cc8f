import "./texts.ts";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { useStepWords } from "./use-step-words.ts";

const ROWS_AT_ONCE = 100;

/** `endMs`: of a mean over a step, when that ends. */
type PointRow = { timeMs: number; endMs?: number | null };

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
export function PointTable<Row extends PointRow>(props: Props<Row>) {
  const { caption, columns, rows, cellsOf, timezone, className } = props;
  const { t } = useTranslation();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const whenOf = useWhen(rows, timezone);
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
                {whenOf(row)}
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

/** From when to when a row counts; of a sample, and of steps too short for that, when, to the second where rows need it. */
function useWhen(rows: readonly PointRow[], timezone: string) {
  const formats = useFormats();
  const stepWords = useStepWords(timezone);
  const hasSeconds = rows.some(({ timeMs }) => timeMs % MINUTE_MS !== 0);
  return ({ timeMs, endMs = null }: PointRow): ReactNode => {
    const step = stepWords(timeMs, endMs);
    if (step !== null) return step;
    const start = formats.dateTime(timeMs, timezone);
    if (!hasSeconds) return start;
    const seconds = Math.floor((timeMs % MINUTE_MS) / 1000);
    return (
      <>
        {start}
        <span className="text-ink-faint">{` ${seconds} s`}</span>
      </>
    );
  };
}
