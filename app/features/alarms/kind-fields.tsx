import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SILENCE_SOURCES } from "#app/domain/alarms/types.ts";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import type { alarmForm, toFormValues } from "./alarm-form.ts";
import type { AlarmChoices } from "./load-machine-alarms.server.ts";
import "./texts.ts";

export type Form = ResourceFormState<typeof alarmForm>;
/** What the form begins with. */
export type First = ReturnType<typeof toFormValues>;

/** How long it must not be met before the alarm goes off. */
export function DelayOff({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <Field
      {...form.textProps("delay_off_s", t("alarms.delayOff"))}
      type="number"
      inputMode="numeric"
      min={0}
      max={86_400}
      help={t("alarms.delayOffHelp")}
    />
  );
}

/** Which detections an anomaly alarm goes by. */
export function Detections({ form, first }: { form: Form; first: First }) {
  const { t } = useTranslation();
  const errors = form.errorsOf("uts_ad_enabled", "");
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("alarms.detections")}</legend>
      <CheckField
        name="uts_ad_enabled"
        label={t("alarms.uts")}
        defaultChecked={first.uts_ad_enabled === "on"}
      />
      <CheckField
        name="threshold_ad_enabled"
        label={t("alarms.thresholds")}
        defaultChecked={first.threshold_ad_enabled === "on"}
      />
      {errors.length > 0 && (
        <p role="alert" className="text-sm text-alarm">
          {errors[0]}
        </p>
      )}
    </fieldset>
  );
}

/** Whose silence a no-data alarm watches. */
export function SilenceFields({
  form,
  first,
  samplers,
  source,
  onSource,
}: {
  form: Form;
  first: First;
  samplers: AlarmChoices["samplers"];
  source: string;
  onSource: (source: string) => void;
}) {
  const { t } = useTranslation();
  const sources = SILENCE_SOURCES.filter(
    (one) => one !== "sampler" || samplers.length > 0 || source === one,
  );
  return (
    <>
      <SelectField
        {...form.fieldProps("source", t("alarms.source"))}
        options={sources.map((value) => ({ value, label: t(`alarms.source_${value}`) }))}
        onChange={(event) => onSource(event.target.value)}
      />
      {source === "sampler" && (
        <SelectField
          {...form.fieldProps("sampler_id", t("alarms.sampler"))}
          options={samplers.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <CheckField
        name="awaits_first"
        label={t("alarms.awaitsFirst")}
        defaultChecked={first.awaits_first === "on"}
      />
    </>
  );
}
