import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { cx } from "#app/components/cx.ts";
import { Card } from "#app/components/layout/page.tsx";
import { ReadingValue } from "#app/components/ui/reading.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { unpackGrid, type PackedGrid } from "#app/domain/series/packed.ts";
import { useIsCut, useMetrics } from "#app/live/index.ts";
import type { MachinePast } from "./load-machine-past.server.ts";
import { PAST_METRICS } from "./past-window.ts";
import { toInitial } from "./to-initial.ts";
import "./texts.ts";

/** The three that come first (spec 001 §2), live. */
export const CARD_METRICS = PAST_METRICS;
const LABELS = {
  sheets_per_hour: "machine.sheetsPerHour",
  machine_speed: "machine.machineSpeed",
  msf_hr: "machine.msfPerHour",
} as const;
const UNITS = {
  sheets_per_hour: "sheets_per_hour",
  machine_speed: "rpm",
  msf_hr: "per_hour",
} as const;
/** Sheets are counted over a while, so that they can stand beside a machine that has just stopped. */
const SPANS = {
  sheets_per_hour: "machinePage.ofLastMinute",
  machine_speed: "machinePage.ofNow",
  msf_hr: "machinePage.ofLastMinute",
} as const;

const means = (grid: PackedGrid) => unpackGrid(grid).buckets.map((each) => each?.mean ?? null);

export function ValueCards({
  deviceId,
  latest,
  past,
}: {
  deviceId: number;
  /** null: it could not be read. */
  latest: LatestValues | null;
  /** null: on its way, or not to be read. */
  past: MachinePast | null;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const initial = useMemo(() => toInitial(latest ?? {}, CARD_METRICS), [latest]);
  const live = useMetrics(deviceId, CARD_METRICS, initial);
  const isCut = useIsCut();
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {CARD_METRICS.map((metric) => {
        const { value, ageMs, adFlag } = live[metric];
        const stale = isCut || live[metric].stale;
        return (
          <Card
            key={metric}
            className="flex items-start justify-between gap-3 px-4 py-3 sm:max-lg:flex-col"
          >
            {/* Names have all the room beside the lines, and a second line beside an age: there is nothing else to know them by. */}
            <div className="min-w-0 grow sm:max-lg:self-stretch">
              <dl className="[&_dt]:h-auto [&_dt]:flex-wrap [&_dt>span]:whitespace-normal">
                <ReadingValue
                  size="lg"
                  label={t(LABELS[metric])}
                  unit={t(`glossary:units.${UNITS[metric]}`)}
                  value={formats.number(
                    typeof value === "number" ? value : null,
                    metric === "msf_hr" ? 1 : 0,
                  )}
                  stale={stale}
                  age={stale && (latest !== null || ageMs !== null) ? formats.age(ageMs) : null}
                  abnormal={adFlag === true}
                />
              </dl>
              <p className="text-xs text-ink-faint">{t(SPANS[metric])}</p>
            </div>
            <div
              className={cx("flex w-28 shrink-0 flex-col gap-1 sm:max-lg:w-full", stale && "stale")}
            >
              <Sparkline values={past ? means(past.lines[metric]) : []} className="block h-9" />
              <p className="text-right text-xs text-ink-faint">{t("machinePage.pastWindow")}</p>
            </div>
          </Card>
        );
      })}
    </div>
  );
}
