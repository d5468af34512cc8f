import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import {
  REPORT_PRESETS,
  resolveRange,
  toRangeText,
  type DateRange,
} from "#app/domain/formats/date-ranges.ts";
import { DEFAULT_TIMEFRAME, UNLIMITED_TIMEFRAMES } from "#app/domain/reports/timeframe.ts";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import type { ReportMachine } from "./load-report-page.server.ts";
import "./texts.ts";

/** As spec 002 writes it, whatever an installation's tiers are called. */
const NEEDS_TIER = "[Tier 2]";

/** The time range of a report. Options that need unlimited reports are shown disabled, with the tier that opens them. */
export function TimeframeField({ machine, nowMs }: { machine: ReportMachine; nowMs: number }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>(DEFAULT_TIMEFRAME);
  const [custom, setCustom] = useState<DateRange>(() => resolveRange("24h", nowMs));
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        id="report-timeframe"
        label={t("report.timeframe")}
        className="min-w-56"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        options={[
          ...[DEFAULT_TIMEFRAME, ...REPORT_PRESETS].map((value) => ({
            value,
            label: t(`report.timeframe_${value}` as "report.timeframe_24h"),
          })),
          ...UNLIMITED_TIMEFRAMES.map((value) => ({
            value,
            label: t(`report.timeframe_${value}`) + (machine.isUnlimited ? "" : ` ${NEEDS_TIER}`),
            disabled: !machine.isUnlimited,
          })),
        ]}
      />
      {chosen === "custom" && (
        <CustomRange value={custom} onChange={setCustom} machine={machine} nowMs={nowMs} />
      )}
      <input
        type="hidden"
        name="timeframe"
        value={chosen === "custom" ? toRangeText(custom) : chosen}
      />
    </div>
  );
}

function CustomRange({
  value,
  onChange,
  machine,
  nowMs,
}: {
  value: DateRange;
  onChange: (range: DateRange) => void;
  machine: ReportMachine;
  nowMs: number;
}) {
  const { t } = useTranslation();
  return (
    <DateRangePicker
      label={t("report.timeframe_custom")}
      value={value}
      onChange={(range) => onChange(typeof range === "string" ? resolveRange(range, nowMs) : range)}
      presets={[]}
      timeZone={machine.timezone}
      nowMs={nowMs}
    />
  );
}
