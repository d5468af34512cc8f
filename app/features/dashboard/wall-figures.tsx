import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { throughputTrend, type Trend } from "./throughput-trend.ts";
import { WallTrend } from "./wall-trend.tsx";
import { useStateSince } from "./use-fleet.ts";
import { numberOf, type Reading, type Readings } from "./readings.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

/** Of a wall's column: what is longer would run into its neighbour. */
const NARROW = { most: 4, kept: 2 } as const;

type WallFiguresProps = {
  deviceId: number;
  readings: Readings;
  /** The machine's state is. */
  isOld: boolean;
  /** It has a third of the wall at most. */
  isOfMany: boolean;
};

/** What a machine does, in four figures that are read from five metres. */
export function WallFigures({ deviceId, readings, isOld, isOfMany }: WallFiguresProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const { machine_speed, sheets_per_hour, msf_hr, uptime } = readings;
  const msf = numberOf(msf_hr);
  // Of old data, where it went when it was heard: a mean that lags behind its state needs a reason then, too.
  const trend = throughputTrend(readings, useStateSince(deviceId));
  // What is old is dimmed already.
  const isPassing = trend === "falling" && !isOld;
  return (
    <dl
      className={cx(
        "grid grid-cols-2 gap-x-[max(1rem,1.2vw)] gap-y-2 sm:max-lg:grid-cols-4 lg:portrait:gap-x-[2vw]",
        // A screen that stands upright has the height for two lines of one or two machines.
        isOfMany ? FOUR_COLUMNS.always : FOUR_COLUMNS.landscape,
        isOfMany ? "lg:wall-divided" : "lg:landscape:wall-divided",
        // The width of an upright screen is what four figures have.
        isOfMany && "lg:portrait:mb-[0.6vh] lg:portrait:[--wall-scale:1.78]",
        isOld && "stale",
      )}
    >
      <Figure
        label={t("slideshow.speed")}
        unit={t("glossary:units.rpm")}
        value={formats.figure(numberOf(machine_speed), NARROW)}
        reading={machine_speed}
      />
      <Figure
        label={<OverTime label={t("slideshow.sheets")} trend={trend} />}
        value={formats.figure(numberOf(sheets_per_hour), { most: 6, kept: 2 })}
        reading={sheets_per_hour}
        isPassing={isPassing}
      />
      <Figure
        label={<OverTime label={t("slideshow.msf")} trend={trend} />}
        value={formats.figure(msf, {
          ...NARROW,
          decimals: msf !== null && msf > 0 && msf < 10 ? 1 : 0,
        })}
        reading={msf_hr}
        isPassing={isPassing}
      />
      <Figure
        label={<OverTime label={t("slideshow.uptime")} />}
        value={formats.figure(numberOf(uptime), NARROW)}
        reading={uptime}
        {...(numberOf(uptime) !== null && { after: t("glossary:units.percent") })}
      />
    </dl>
  );
}

/**
 * Wide enough for four digits of MSF, five of sheets and the longest label, in both languages. Of three machines the same
 * whatever stands in them, so that they line up down the page.
 */
const FOUR_COLUMNS = {
  always:
    "lg:grid-cols-[minmax(0,20.6fr)_minmax(0,27.6fr)_minmax(0,22.5fr)_minmax(0,26.5fr)] lg:portrait:grid-cols-[minmax(0,39fr)_minmax(0,53.5fr)_minmax(0,42fr)_minmax(0,50.5fr)]",
  landscape:
    "lg:landscape:grid-cols-[minmax(max-content,21fr)_minmax(max-content,28fr)_minmax(max-content,22fr)_minmax(max-content,27fr)] lg:portrait:gap-y-[3vh]",
};

/** What the figure is counted over is not broken. */
function OverTime({ label, trend = null }: { label: string; trend?: Trend }) {
  const [name, window] = label.split(", ");
  return (
    <>
      {name},{" "}
      <span className="whitespace-nowrap">
        {window}
        <WallTrend trend={trend} />
      </span>
    </>
  );
}

type FigureProps = {
  label: ReactNode;
  value: string;
  unit?: string;
  after?: string;
  /** It alone may be old, whatever the machine's state. */
  reading: Pick<Reading, "stale" | "adFlag">;
  /** Of a minute in which the machine still worked: what stands does not read as if it did. */
  isPassing?: boolean;
};

function Figure({ label, value, unit, after, reading, isPassing = false }: FigureProps) {
  const { t } = useTranslation();
  const { isPercentClose } = useFormats();
  return (
    // Figures stand at one height, also beside a label that has two lines, or a figure with a mark below it.
    <div className="min-w-0 max-lg:row-span-2 max-lg:grid max-lg:grid-rows-subgrid max-lg:gap-y-0 lg:flex lg:flex-col lg:justify-end">
      <dt className="wall-unit text-ink-soft max-lg:self-end max-lg:leading-tight max-lg:text-balance lg:truncate">
        {label}
        {unit !== undefined && <span className="text-ink-faint"> {unit}</span>}
      </dt>
      <dd className={cx("relative whitespace-nowrap", reading.stale && "stale")}>
        <span className={cx("wall-figure", isPassing && "text-ink-faint")}>{value}</span>
        {after !== undefined && (
          <span
            className={cx(
              "wall-name-long font-medium text-ink-soft",
              !isPercentClose && "ml-[0.15em]",
            )}
          >
            {after}
          </span>
        )}
        {/* Hangs below the figure: nothing moves for it, and no label gets longer than its column. */}
        {reading.adFlag === true && (
          <span className="flex items-center gap-[0.3em] wall-label leading-none font-medium text-hint lg:absolute lg:top-full lg:left-0 lg:portrait:-mt-[0.05em]">
            <TriangleAlert className="size-[1em] shrink-0" aria-hidden="true" />
            {t("machine.abnormal")}
          </span>
        )}
      </dd>
    </div>
  );
}
