import "./texts.ts";
import { Link } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { Combobox, MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { localTimeOf, momentOfLocal } from "#app/domain/formats/local-days.ts";
import {
  LONG_PRESETS,
  mostMetrics,
  PRESETS,
  RESOLUTIONS,
  spanOf,
  whyOff,
  type Asker,
  type Preset,
  type Question,
} from "./question.ts";

const CUSTOM = "custom";

type QuestionFormProps = {
  draft: Question;
  asker: Asker;
  known: readonly { metric: string; title: string }[];
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
  nowMs,
  isBusy,
  onChange,
  onGenerate,
}: QuestionFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { isUnlimited } = asker;
  const most = mostMetrics(isUnlimited);
  const off = whyOff(draft, { nowMs, isBusy, isUnlimited });
  const change = (over: Partial<Question>) => onChange({ ...draft, ...over });
  const choices = known.map(({ metric, title }) => ({ value: metric, label: title }));
  return (
    <form
      aria-label={t("analytics.form")}
      className="grid gap-4 rounded-card border border-line bg-card p-4 md:grid-cols-2 xl:grid-cols-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (off === null) onGenerate();
      }}
    >
      <div className="grid content-start gap-4">
        <RangeFields {...{ id, draft, isUnlimited, nowMs, change }} />
        <div className="grid grid-cols-2 gap-3">
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
      <div className="grid content-start gap-4">
        {draft.type === "timeseries" ? (
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
        ) : (
          <>
            {(["x", "y"] as const).map((axis) => (
              <Combobox
                key={axis}
                label={t(axis === "x" ? "analytics.axisX" : "analytics.axisY")}
                choices={choices}
                value={draft.xy[axis] || null}
                onChange={(metric) => change({ xy: { ...draft.xy, [axis]: metric ?? "" } })}
              />
            ))}
            <label className="flex min-h-11 items-center gap-2.5 text-sm lg:min-h-8">
              <input
                type="checkbox"
                checked={draft.feeding}
                onChange={(event) => change({ feeding: event.target.checked })}
                className="size-4 accent-accent"
              />
              {t("analytics.feeding")}
            </label>
          </>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            tone="primary"
            disabled={off !== null}
            aria-describedby={`${id}-off`}
          >
            {t("analytics.generate")}
          </Button>
          <p id={`${id}-off`} role="status" className="min-w-0 flex-1 text-xs text-ink-soft">
            {off !== null && t(`analytics.off_${off}`, { most })}
          </p>
        </div>
        {isUnlimited && (
          <Link to="/reports/measures" className="text-sm text-calm hover:underline">
            {t("analytics.measuresReport")}
          </Link>
        )}
      </div>
    </form>
  );
}

function RangeFields({
  id,
  draft,
  isUnlimited,
  nowMs,
  change,
}: {
  id: string;
  draft: Question;
  isUnlimited: boolean;
  nowMs: number;
  change: (over: Partial<Question>) => void;
}) {
  const { t } = useTranslation();
  const { range, timezone } = draft;
  const span = spanOf(range, nowMs);
  const locked = (name: string, isLong: boolean) =>
    isLong && !isUnlimited ? t("analytics.lockedRange", { range: name }) : name;
  const options = [
    ...(Object.keys(PRESETS) as Preset[]).map((preset) => ({
      value: preset as string,
      label: locked(t(`analytics.preset_${preset}`), LONG_PRESETS.has(preset)),
      disabled: LONG_PRESETS.has(preset) && !isUnlimited,
    })),
    {
      value: CUSTOM,
      label: locked(t("analytics.custom"), true),
      disabled: !isUnlimited,
    },
  ];
  const edge = (name: "startMs" | "endMs", text: string) => {
    const moment = momentOfLocal(text, timezone);
    if (moment !== null) change({ range: { ...span, [name]: moment } });
  };
  return (
    <div className="grid gap-3">
      <SelectField
        id={`${id}-range`}
        label={t("analytics.range")}
        value={typeof range === "string" ? range : CUSTOM}
        options={options}
        onChange={(event) =>
          change({
            range:
              event.target.value === CUSTOM
                ? { startMs: floorMinute(span.startMs), endMs: floorMinute(span.endMs) }
                : (event.target.value as Preset),
          })
        }
      />
      {typeof range !== "string" && (
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-1">
          {(["startMs", "endMs"] as const).map((name) => (
            <Field
              key={name}
              id={`${id}-${name}`}
              type="datetime-local"
              label={t(name === "startMs" ? "analytics.from" : "analytics.to")}
              max={localTimeOf(nowMs, timezone)}
              value={localTimeOf(range[name], timezone)}
              onChange={(event) => edge(name, event.target.value)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const floorMinute = (timeMs: number): number => Math.floor(timeMs / 60_000) * 60_000;

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
  const all = useHydrated() ? Intl.supportedValuesOf("timeZone") : [];
  const zones = [...new Set([facility, value, "UTC", ...all])];
  return (
    <SelectField
      id={id}
      label={t("analytics.zone")}
      value={value}
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
