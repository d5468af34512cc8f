import "./texts.ts";
import { ChartScatter, Download, ImageDown, Table2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadLater } from "#app/components/load-later.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { csvLine } from "#app/domain/formats/csv.ts";
import { zonedIso } from "#app/domain/formats/zoned-iso.ts";
import { saveCsv, saveFile } from "#app/components/save-file.ts";
import { fileName } from "./chart-files.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { useSeen } from "#app/components/use-seen.ts";
import { useLatePicture } from "./late-picture.ts";
import { PointTable } from "./point-table.tsx";
import type { XyCanvasProps } from "./xy-canvas.tsx";

const XyCanvas = loadLater(() => import("./xy-canvas.tsx"));

type XyChartProps = Omit<XyCanvasProps, "label" | "picture"> & { title: string };

/** One measure against another with fitted lines; as a table, CSV and PNG. */
export function XyChart({ title, ...chart }: XyChartProps) {
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useLatePicture<() => { canvas: HTMLCanvasElement }>();
  const seen = useSeen(frame);
  XyCanvas.useAhead();
  const ViewIcon = isTable ? ChartScatter : Table2;
  const name = fileName(title);
  return (
    <div ref={frame} className="min-w-0 break-inside-avoid">
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
        <XyCanvas
          {...chart}
          meanwhile={(isMissing) => <Waiting isMissing={isMissing} />}
          label={title}
          picture={picture}
        />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const Waiting = ({ isMissing = false }) => (
  <div className="relative h-[28.75rem]">
    <ChartSkeleton loading isMissing={isMissing} />
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

/** The points as rows, the newest first. */
function XyTable({
  points,
  xTitle,
  yTitle,
  xText,
  yText,
  timezone,
  caption,
}: Omit<XyChartProps, "title"> & { caption: string }) {
  return (
    <PointTable
      className="max-h-[28.75rem]"
      caption={caption}
      columns={[
        { key: "x", title: xTitle },
        { key: "y", title: yTitle },
      ]}
      rows={[...points].sort((a, b) => b.timeMs - a.timeMs)}
      cellsOf={({ x, y }) => [xText(x), yText(y)]}
      timezone={timezone}
    />
  );
}
