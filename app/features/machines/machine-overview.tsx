import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { ReadingValue } from "#app/components/ui/reading.tsx";
import { usePast, type Past } from "#app/components/use-past.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { toStateSpans } from "#app/domain/metrics/state-strip.ts";
import { useMetrics } from "#app/live/index.ts";
import type { MachineOverview, MachinePast } from "./load-machine-overview.server.ts";
import { SheetsChart } from "./sheets-chart.tsx";
import { CurrentState } from "./current-state.tsx";
import { toInitial } from "./to-initial.ts";

const KEY_METRICS = [
  "machine_speed",
  "sheets_per_hour",
  "msf_hr",
  "uptime",
  "operating_productivity",
] as const;
const STRIP_MS = 8 * 3_600_000;

type Props = {
  deviceId: number;
  timezone: string;
  overview: MachineOverview;
  past: Past<MachinePast>;
  showKiwiplan: boolean;
};

export function MachineOverviewTab({ deviceId, timezone, overview, past, showKiwiplan }: Props) {
  const { t } = useTranslation();
  const { past: known, failed } = usePast(past);
  return (
    <>
      <KeyValues deviceId={deviceId} overview={overview} />
      <Card as="section" className="mt-3 p-4">
        <SheetsChart
          deviceId={deviceId}
          past={known}
          failed={failed}
          timezone={timezone}
          nowMs={overview.nowMs}
        />
        <p className="eyebrow mt-3 mb-1.5">{t("machine.stateStrip")}</p>
        {known === null ? (
          failed ? (
            <UnreadStrip className="h-3" />
          ) : (
            <div className="skeleton h-3" />
          )
        ) : (
          <StateStrip
            spans={toStateSpans(known.states, overview.nowMs - STRIP_MS, overview.nowMs)}
            className="block h-3 w-full"
          />
        )}
        <p className="mt-1 flex justify-between text-xs text-ink-faint" aria-hidden="true">
          <span>{t("machine.stripAge")}</span>
          <span>{t("machine.stripNow")}</span>
        </p>
      </Card>
      <CurrentState deviceId={deviceId} latest={overview.latest} showKiwiplan={showKiwiplan} />
    </>
  );
}

function KeyValues({ deviceId, overview }: { deviceId: number; overview: MachineOverview }) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const initial = useMemo(() => toInitial(overview.latest, KEY_METRICS), [overview.latest]);
  const live = useMetrics(deviceId, KEY_METRICS, initial);
  const shown = (metric: (typeof KEY_METRICS)[number], decimals = 0, factor = 1) => {
    const { value, stale, ageMs, adFlag } = live[metric];
    return {
      value: formats.number(typeof value === "number" ? value * factor : null, decimals),
      stale,
      abnormal: adFlag === true,
      age: stale ? formats.age(ageMs) : null,
    };
  };
  const units = (unit: "rpm" | "sheets_per_hour" | "per_hour" | "percent") =>
    t(`glossary:units.${unit}`);
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-px md:grid-cols-5 [&>*]:px-4 [&>*]:py-3">
        <ReadingValue
          size="lg"
          label={t("machine.machineSpeed")}
          unit={units("rpm")}
          {...shown("machine_speed")}
        />
        <ReadingValue
          size="lg"
          label={t("machine.throughput")}
          unit={units("sheets_per_hour")}
          {...shown("sheets_per_hour")}
        />
        <ReadingValue
          size="lg"
          label={t("machine.msfPerHour")}
          unit={units("per_hour")}
          {...shown("msf_hr", 1)}
        />
        <ReadingValue
          size="lg"
          label={t("glossary:metrics.uptime")}
          unit={units("percent")}
          {...shown("uptime")}
        />
        <ReadingValue
          size="lg"
          label={t("machine.productivity")}
          unit={units("percent")}
          {...shown("operating_productivity", 0, 100)}
        />
      </dl>
    </Card>
  );
}
