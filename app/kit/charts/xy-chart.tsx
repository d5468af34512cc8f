import "./texts.ts";
import { ChartScatter, Download, ImageDown, Table2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadLater } from "#app/components/load-later.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { csvLine } from "#app/domain/formats/csv.ts";
import { zonedIso } from "#app/domain/formats/zoned-iso.ts";
import { saveCsv, saveFile } from "#app/components/save-file.ts";
import { fileName } from "./chart-files.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { useSeen } from "#app/components/use-seen.ts";
import { useLatePicture } from "./late-picture.ts";
import type { XyCanvasProps } from "./xy-canvas.tsx";

const XyCanvas = loadLater(() => import("./xy-canvas.tsx"));
const ROWS_AT_ONCE = 100;

type XyChartProps = Omit<XyCanvasProps, "label" | "picture"> & { title: string };

/** One measure against another with fitted lines; as a table, CSV and PNG. */
export function XyChart({ title, ...chart }: XyChartProps) {
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useLatePicture<() => { canvas: HTMLCanvasElement }>();
  const seen = useSeen(frame);
  const ViewIcon = isTable ? ChartScatter : Table2;
  const name = fileName(title);
  return (
    <div ref={frame} className="min-w-0">
      <div className="mb-1 flex flex-wrap items-center justify-end gap-2">
        <Button size="small" onClick={() => setIsTable(!isTable)}>
          <ViewIcon className="size-4 text-ink-faint" aria-hidden="true" />
          {isTable ? t("chart.showChart") : t("chart.showTable")}
        </Button>
        <Button size="small" onClick={() => saveCsv(`${name}.csv`, xyCsv(chart))}>
          <Download className="size-4 text-ink-faint" aria-hidden="true" />
          {t("chart.csv")}
        </Button>
        {!isTable && (
          <Button
            size="small"
            onClick={() =>
              picture.whenDrawn((draw) =>
                draw().canvas.toBlob((blob) => blob && saveFile(`${name}.png`, blob), "image/png"),
              )
            }
          >
            <ImageDown className="size-4 text-ink-faint" aria-hidden="true" />
            {t("chart.png")}
          </Button>
        )}
      </div>
      {isTable ? (
        <XyTable {...chart} caption={title} />
      ) : seen ? (
        <XyCanvas {...chart} meanwhile={<Waiting />} label={title} picture={picture} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const Waiting = () => (
  <div className="relative h-[28.75rem]">
    <ChartSkeleton loading />
  </div>
);

/** One row per point, ascending in time, with what each fit says of it. */
export function xyCsv({
  points,
  fits,
  xTitle,
  yTitle,
  timezone,
}: Pick<XyChartProps, "points" | "fits" | "xTitle" | "yTitle" | "timezone">): string {
  const head = ["time", xTitle, yTitle, ...fits.map(({ key }) => key)];
  const iso = zonedIso(timezone);
  const rows = [...points]
    .sort((a, b) => a.timeMs - b.timeMs)
    .map(({ timeMs, x, y }) => [iso(timeMs), x, y, ...fits.map(({ predict }) => predict(x))]);
  return [head, ...rows].map(csvLine).join("");
}

function XyTable({
  points,
  xTitle,
  yTitle,
  xText,
  yText,
  timezone,
  caption,
}: Omit<XyChartProps, "title"> & { caption: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const rows = [...points].sort((a, b) => b.timeMs - a.timeMs);
  return (
    <div
      className="max-h-[28.75rem] overflow-auto"
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
            <th scope="col" className="py-2 text-left font-medium">
              {t("chart.time")}
            </th>
            {[xTitle, yTitle].map((each) => (
              <th key={each} scope="col" className="py-2 pl-4 text-right font-medium">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ timeMs, x, y }) => (
            <tr key={timeMs} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal text-ink-soft">
                {formats.dateTime(timeMs, timezone)}
              </th>
              <td className="py-1.5 pl-4 text-right">{xText(x)}</td>
              <td className="py-1.5 pl-4 text-right">{yText(y)}</td>
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
