import "./texts.ts";
import { ChartLine, Download, ImageDown, Table2 } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { loadLater } from "#app/components/load-later.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { saveCsv } from "#app/components/save-file.ts";
import { chartCsv, fileName } from "./chart-files.ts";
import { useChartLink, useStored } from "./chart-link.tsx";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { useLatePicture } from "./late-picture.ts";
import type { SceneAt } from "./paint-lanes.ts";
import type { TimeCanvasProps } from "./time-canvas.tsx";
import { TimeTable } from "./time-table.tsx";
import { useSeen } from "#app/components/use-seen.ts";
import { spanText } from "./span-text.ts";
import { visibleOf } from "./zoom.ts";

const TimeCanvas = loadLater(() => import("./time-canvas.tsx"));

type TimeChartProps = Omit<
  TimeCanvasProps,
  "label" | "height" | "isSmall" | "picture" | "hidden" | "onToggle"
> & {
  title: string;
  /** Controls beside table, CSV and PNG. */
  tools?: ReactNode;
};

/** The chart of several measures: panels by unit, marks, states and jobs; as a table, CSV and PNG of what is shown. */
export function TimeChart({ title, tools, ...chart }: TimeChartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isTable, setIsTable] = useState(false);
  const [hasNoPng, setNoPng] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const frame = useRef<HTMLDivElement>(null);
  const picture = useLatePicture<SceneAt>();
  const seen = useSeen(frame);
  TimeCanvas.useAhead();
  const { series, range, timezone } = chart;
  const shown = series.filter(({ key }) => !hidden.has(key));
  const view = visibleOf(useStored(useChartLink().view), range);
  const span = spanText(formats, view, timezone);
  const name = fileName(`${title}-${new Date(view.startMs).toISOString().slice(0, 16)}`);
  async function savePng() {
    setNoPng(false);
    const maker = await import("./chart-picture.ts").catch(() => null);
    if (maker === null) return setNoPng(true);
    picture.whenDrawn((sceneAt) => maker.savePicture(name, sceneAt, { title, caption: span }));
  }
  const ViewIcon = isTable ? ChartLine : Table2;
  return (
    <div ref={frame} className="min-w-0 break-inside-avoid">
      <div className="mb-1 flex flex-wrap items-center justify-end gap-2">
        {tools}
        <Button size="small" onClick={() => setIsTable(!isTable)}>
          <ViewIcon className="size-4 text-ink-faint" aria-hidden="true" />
          {isTable ? t("chart.showChart") : t("chart.showTable")}
        </Button>
        <Button
          size="small"
          onClick={() => saveCsv(`${name}.csv`, chartCsv(shown, view, timezone))}
        >
          <Download className="size-4 text-ink-faint" aria-hidden="true" />
          {t("chart.csv")}
        </Button>
        {!isTable && (
          <Button size="small" onClick={() => void savePng()}>
            <ImageDown className="size-4 text-ink-faint" aria-hidden="true" />
            {t("chart.png")}
          </Button>
        )}
      </div>
      {hasNoPng && <Toast tone="alarm" text={t("chart.noPng")} onClose={() => setNoPng(false)} />}
      {isTable ? (
        <TimeTable caption={`${title}, ${span}`} series={shown} view={view} timezone={timezone} />
      ) : seen ? (
        <TimeCanvas
          {...chart}
          meanwhile={(isMissing) => <Waiting isMissing={isMissing} />}
          label={`${title}, ${span}`}
          picture={picture}
          hidden={hidden}
          onToggle={(key) => setHidden(toggled(hidden, key))}
        />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function toggled(held: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(held);
  if (!next.delete(key)) next.add(key);
  return next;
}

const Waiting = ({ isMissing = false }) => (
  <div className="relative h-72">
    <ChartSkeleton loading isMissing={isMissing} />
  </div>
);
