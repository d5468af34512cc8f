import "./texts.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { SHORT_PRESETS } from "#app/domain/formats/date-ranges.ts";
import { MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import { RangeSlider } from "#app/kit/controls/slider.tsx";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import { MAX_METRICS } from "./anomaly-limits.ts";
import {
  toAnomalySearch,
  whyNoSearch,
  type AnomalyQuestion,
  type Searcher,
} from "./anomaly-question.ts";

type Props = {
  draft: AnomalyQuestion;
  searcher: Searcher;
  titles: readonly { metric: string; title: string }[];
  nowMs: number;
  isBusy: boolean;
  onChange: (draft: AnomalyQuestion) => void;
  onSearch: () => void;
};

/** What to search for; Search asks it. */
export function AnomalyForm({ draft, searcher, titles, nowMs, isBusy, onChange, onSearch }: Props) {
  const { t } = useTranslation();
  const { locale, percentOf } = useFormats();
  const id = useId();
  const sectionName = useSectionName();
  const isHydrated = useHydrated();
  const change = (over: Partial<AnomalyQuestion>) => onChange({ ...draft, ...over });
  const off = isBusy ? "busy" : whyNoSearch(draft, nowMs);
  const zones = isHydrated ? Intl.supportedValuesOf("timeZone") : [];
  return (
    <form
      aria-label={t("anomalies.form")}
      className="grid grid-cols-1 content-start gap-4 rounded-card border border-line bg-card p-4"
      // Before the page is alive the browser itself asks: for the same address.
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        if (off === null) onSearch();
      }}
    >
      {[...toAnomalySearch({ ...draft, page: 1, isSubmitted: true }, searcher)].map(
        ([name, value]) =>
          name !== "timezone" && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {searcher.sections.length > 0 && (
        <ChoiceBar
          label={t("anomalies.parts")}
          choices={(["basic", "advanced"] as const).map((value) => ({
            value,
            label: t(`anomalies.${value}`),
          }))}
          value={draft.form}
          onChoose={(form) => change({ form })}
        />
      )}
      <div>
        <span className="mb-1.5 block text-sm font-medium">{t("anomalies.range")}</span>
        <DateRangePicker
          label={t("anomalies.range")}
          value={draft.range}
          onChange={(range) => change({ range })}
          presets={[...SHORT_PRESETS, "30d", "3m"]}
          timeZone={draft.timezone}
          nowMs={nowMs}
          isWide
        />
      </div>
      <SelectField
        id={`${id}-zone`}
        name="timezone"
        label={t("anomalies.zone")}
        value={draft.timezone}
        options={[...new Set([searcher.timezone, draft.timezone, "UTC", ...zones])].map((zone) => ({
          value: zone,
          label: placeOfZone(locale, zone),
        }))}
        onChange={(event) => change({ timezone: event.target.value })}
      />
      {draft.form === "basic" ? (
        <MultiCombobox
          label={t("anomalies.metrics")}
          help={t("anomalies.metricsHelp", { chosen: draft.metrics.length, most: MAX_METRICS })}
          choices={titles.map(({ metric, title }) => ({ value: metric, label: title }))}
          values={draft.metrics}
          onChange={(metrics) => change({ metrics: metrics.slice(0, MAX_METRICS) })}
        />
      ) : (
        <MultiCombobox
          label={t("anomalies.sections")}
          choices={searcher.sections.map((value) => ({ value, label: sectionName(value) }))}
          values={draft.sections}
          onChange={(sections) => change({ sections })}
        />
      )}
      <RangeSlider
        label={t("anomalies.share")}
        min={0}
        max={100}
        value={draft.share}
        thumbs={[t("anomalies.shareFrom"), t("anomalies.shareTo")]}
        say={percentOf}
        onChange={(share) => change({ share })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" disabled={off !== null} aria-describedby={`${id}-off`}>
          {t("anomalies.search")}
        </Button>
        <p id={`${id}-off`} role="status" className="min-w-0 flex-1 text-xs text-ink-soft">
          {off !== null && t(`anomalies.off_${off}`)}
        </p>
      </div>
    </form>
  );
}
