import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import {
  parseRangeText,
  REPORT_PRESETS,
  resolveRange,
  toRangeText,
  type DateRange,
} from "#app/domain/formats/date-ranges.ts";
import {
  DEFAULT_TIMEFRAME,
  parseTimeframe,
  reportableRange,
  UNLIMITED_TIMEFRAMES,
} from "#app/domain/reports/timeframe.ts";
import { useNow } from "#app/components/use-now.ts";
import { useProblemWords } from "#app/kit/forms/use-problem-words.ts";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import type { ReportMachine } from "./load-report-page.server.ts";
import "./texts.ts";

/** The time range of a report, kept in the address. Options that need unlimited reports are shown disabled, with the tier that opens them. */
export function TimeframeField({ machine, nowMs }: { machine: ReportMachine; nowMs: number }) {
  const { t } = useTranslation();
  const address = useSearchParams()[0].get("timeframe");
  const [shown, setShown] = useState(address);
  const [asked] = useState(() => readTimeframe(address, machine.isUnlimited));
  const [chosen, setChosen] = useState<string>(asked.chosen);
  const [custom, setCustom] = useState<DateRange>(() => asked.range ?? resolveRange("24h", nowMs));
  const keep = useKeepTimeframe();
  if (shown !== address) {
    // Chosen elsewhere on the page, or arrived after it was chosen here.
    setShown(address);
    const now = readTimeframe(address, machine.isUnlimited);
    setChosen(now.chosen);
    if (now.range !== null) setCustom(now.range);
  }
  const needs = machine.unlimitedTier === null ? "" : ` [${machine.unlimitedTier}]`;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        id="report-timeframe"
        label={t("report.timeframe")}
        className="min-w-56"
        value={chosen}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setChosen(value);
          keep(value === "custom" ? toRangeText(custom) : value);
        }}
        options={[
          ...[DEFAULT_TIMEFRAME, ...REPORT_PRESETS].map((value) => ({
            value,
            label: t(`report.timeframe_${value}` as "report.timeframe_24h"),
          })),
          ...UNLIMITED_TIMEFRAMES.map((value) => ({
            value,
            label: t(`report.timeframe_${value}`) + needs,
            disabled: !machine.isUnlimited,
          })),
        ]}
      />
      {chosen === "custom" && (
        <CustomRange
          value={custom}
          onChange={(range) => {
            setCustom(range);
            keep(toRangeText(range));
          }}
          machine={machine}
          nowMs={nowMs}
        />
      )}
      <input
        type="hidden"
        name="timeframe"
        value={chosen === "custom" ? toRangeText(custom) : chosen}
      />
    </div>
  );
}

/** Puts a timeframe into the address. */
export function useKeepTimeframe(): (timeframe: string) => void {
  const [, setParams] = useSearchParams();
  return (timeframe) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set("timeframe", timeframe);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
}

/** What of the range in the address a report of the machine is made of, Unix milliseconds; of one that is still to come the words for that. */
export function useReportRange(
  machine: ReportMachine,
  nowMs: number,
): { range: { startMs: number; endMs: number }; off: null } | { range: null; off: string } {
  const { t } = useTranslation();
  const say = useProblemWords();
  const text = useSearchParams()[0].get("timeframe");
  const now = useNow(nowMs);
  const { chosen, range } = readTimeframe(text, machine.isUnlimited);
  const asked = parseTimeframe(range === null ? chosen : toRangeText(range), now);
  const reported = asked && reportableRange(asked, now, machine.timezone);
  return reported
    ? { range: reported, off: null }
    : { range: null, off: say([{ code: "future" }], t("report.timeframe"))[0]! };
}

/** What the address asks for; the default where it names nothing, or what the machine's tier has not. */
function readTimeframe(
  text: string | null,
  isUnlimited: boolean,
): { chosen: string; range: DateRange | null } {
  const range = parseRangeText(text ?? "");
  if (typeof range === "string" && (REPORT_PRESETS as readonly string[]).includes(range))
    return { chosen: range, range: null };
  if (isUnlimited && text === "unlimited") return { chosen: text, range: null };
  if (isUnlimited && range !== null && typeof range !== "string")
    return { chosen: "custom", range };
  return { chosen: DEFAULT_TIMEFRAME, range: null };
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
  // Today goes on while the page is open.
  const now = useNow(nowMs);
  return (
    <DateRangePicker
      label={t("report.timeframe_custom")}
      value={value}
      onChange={(range) => onChange(typeof range === "string" ? resolveRange(range, now) : range)}
      presets={[]}
      timeZone={machine.timezone}
      nowMs={now}
    />
  );
}
