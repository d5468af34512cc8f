import "./texts.ts";
import { Link, useParams } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { Combobox, MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { REPORT_PRESETS, toRangeText } from "#app/domain/formats/date-ranges.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import { comparable, MOST_COMPARED, parseCompared } from "./compare.ts";
import { compareTitle } from "./compare-title.ts";
import {
  LONG_PRESETS,
  mostMetrics,
  RESOLUTIONS,
  whyOff,
  type Asker,
  type Question,
} from "./question.ts";

/** As spec 001 writes it, whatever an installation's tiers are called. */
const NEEDS_TIER = "[Tier 2]";
const LOCKED = Object.fromEntries(
  [...LONG_PRESETS, "custom" as const].map((range) => [range, NEEDS_TIER]),
);

type QuestionFormProps = {
  draft: Question;
  asker: Asker;
  known: readonly { metric: string; title: string }[];
  hasJobs: boolean;
  nowMs: number;
  isBusy: boolean;
  onChange: (draft: Question) => void;
  onGenerate: () => void;
};

/** What to show; Generate asks it. */
export function QuestionForm({
  draft,
  asker,
  known,
  hasJobs,
  nowMs,
  isBusy,
  onChange,
  onGenerate,
}: QuestionFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const machine = useParams()["id"] ?? "";
  const { isUnlimited } = asker;
  const most = mostMetrics(isUnlimited);
  const off = whyOff(draft, { nowMs, isBusy, isUnlimited });
  const change = (over: Partial<Question>) => onChange({ ...draft, ...over });
  const choices = known.map(({ metric, title }) => ({
    ...{ value: metric, label: title },
    // Who knows a machine by its tags types their names as they are sent.
    also: metric,
  }));
  return (
    <form
      aria-label={t("analytics.form")}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-card p-4 md:grid-cols-2 xl:grid-cols-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (off === null) onGenerate();
      }}
    >
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <div>
          <span className="mb-1.5 block text-sm font-medium">{t("analytics.range")}</span>
          <DateRangePicker
            label={t("analytics.range")}
            value={draft.range}
            onChange={(range) => change({ range })}
            presets={REPORT_PRESETS}
            off={isUnlimited ? {} : LOCKED}
            timeZone={draft.timezone}
            nowMs={nowMs}
            isWide
          />
        </div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:grid-cols-1">
          <ZoneField
            id={`${id}-zone`}
            facility={asker.timezone}
            value={draft.timezone}
            onChange={(timezone) => change({ timezone })}
          />
          <SelectField
            id={`${id}-resolution`}
            label={t("analytics.resolution")}
            value={String(draft.datapoints)}
            options={RESOLUTIONS.map((count) => ({
              value: String(count),
              label: t(`analytics.resolution_${count}`),
            }))}
            onChange={(event) =>
              change({ datapoints: Number(event.target.value) as Question["datapoints"] })
            }
          />
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        {draft.type === "timeseries" ? (
          <>
            <MultiCombobox
              label={t("analytics.metrics")}
              help={
                known.length === 0
                  ? t("analytics.noTags")
                  : t("analytics.metricsHelp", { chosen: draft.metrics.length, most })
              }
              choices={choices}
              values={draft.metrics}
              onChange={(metrics) => change({ metrics })}
            />
            <MultiCombobox
              label={t("analytics.compare")}
              help={t("analytics.compareHelp", { most: MOST_COMPARED })}
              choices={comparable(asker.compare).map((value) => ({
                value,
                label: compareTitle(value, asker.compare, t),
              }))}
              values={draft.compare}
              onChange={(values) =>
                change({ compare: parseCompared(values.join(","), asker.compare) })
              }
            />
            {hasJobs && draft.compare.length > 0 && (
              <SelectField
                id={`${id}-align`}
                label={t("analytics.align")}
                value={draft.align}
                options={(["clock", "job"] as const).map((value) => ({
                  value,
                  label: t(`analytics.align_${value}`),
                }))}
                onChange={(event) =>
                  change({ align: event.target.value === "job" ? "job" : "clock" })
                }
              />
            )}
          </>
        ) : (
          <>
            {(["x", "y"] as const).map((axis) => (
              <Combobox
                key={axis}
                label={t(axis === "x" ? "analytics.axisX" : "analytics.axisY")}
                // What is known to be text has no place on an axis; what an address chose is told by its name.
                choices={choices.filter(
                  ({ value }) =>
                    value === draft.xy[axis] || findMetric(value)?.type !== "passthrough",
                )}
                value={draft.xy[axis] || null}
                onChange={(metric) => change({ xy: { ...draft.xy, [axis]: metric ?? "" } })}
              />
            ))}
            <CheckField
              label={t("analytics.feeding")}
              checked={draft.feeding}
              onChange={(event) => change({ feeding: event.target.checked })}
            />
          </>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            tone="primary"
            // While it loads it keeps the keyboard's place, which a disabled button loses.
            disabled={off !== null && off !== "busy"}
            aria-disabled={off !== null}
            className="aria-disabled:cursor-not-allowed aria-disabled:bg-idle-wash aria-disabled:text-ink-faint"
            aria-describedby={`${id}-off`}
          >
            {t("analytics.generate")}
          </Button>
          <p id={`${id}-off`} role="status" className="min-w-0 flex-1 text-xs text-ink-soft">
            {off !== null && t(`analytics.off_${off}`, { most })}
          </p>
        </div>
        {isUnlimited && (
          <Link
            to={`/reports/measures?${String(new URLSearchParams({ machine, timeframe: toRangeText(draft.range) }))}`}
            className="text-sm text-calm hover:underline max-lg:finger-line"
          >
            {t("analytics.measuresReport")}
          </Link>
        )}
      </div>
    </form>
  );
}

/** The facility's zone and UTC at first; all of them once the browser says which it knows. */
function ZoneField({
  id,
  facility,
  value,
  onChange,
}: {
  id: string;
  facility: string;
  value: string;
  onChange: (zone: string) => void;
}) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const all = useHydrated() ? Intl.supportedValuesOf("timeZone") : [];
  const zones = [...new Set([facility, value, "UTC", ...all])];
  return (
    <SelectField
      id={id}
      label={t("analytics.zone")}
      value={value}
      options={zones.map((zone) => ({ value: zone, label: placeOfZone(locale, zone) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
