import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "#app/domain/preferences.ts";
import { displayFields, pairFields } from "./display-form-schema.ts";
import type { FacilityGroup } from "./display-types.ts";
import { FacilityChecks } from "./facility-checks.tsx";
import { useDisplayWords } from "./use-display-words.ts";

type Settings = { name: string; facilityIds: readonly number[]; locale: Locale; timeZone: string };
type Props = {
  id: string;
  /** Changes this display; null: pairs a new one by its code. */
  displayId: number | null;
  settings: Settings;
  groups: readonly FacilityGroup[];
  timeZones: readonly string[];
  result: SubmissionResult<string[]> | undefined;
  waitSeconds?: number | null;
  busy: boolean;
};

/** A screen's name, facilities, language and time zone; for a new one its code before all. */
export function DisplayForm({
  id,
  displayId,
  settings,
  groups,
  timeZones,
  result,
  waitSeconds = null,
  busy,
}: Props) {
  const { t } = useTranslation();
  const words = useDisplayWords(waitSeconds);
  const isNew = displayId === null;
  const [form, fields] = useForm({
    id,
    lastResult: result,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    defaultValue: {
      name: settings.name,
      facility_ids: settings.facilityIds.map(String),
      locale: settings.locale,
      time_zone: settings.timeZone,
    },
    // A known display has no code to enter; its fields are those of the other.
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: isNew ? pairFields : (displayFields as typeof pairFields) }),
  });
  const text = (field: "code" | "name", label: string) => {
    const { key: _key, ...input } = getInputProps(fields[field], {
      type: "text",
      ariaAttributes: false,
    });
    return { ...input, label, errors: words(label, fields[field].errors), autoComplete: "off" };
  };
  const chosen = fields.facility_ids.initialValue;
  return (
    <Form
      {...getFormProps(form)}
      method="post"
      preventScrollReset
      className="mt-4 grid gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      {!isNew && <input type="hidden" name="id" value={displayId} />}
      {isNew && (
        <Field
          {...text("code", t("displays.code"))}
          help={t("displays.codeHelp")}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="[&_input]:font-mono [&_input]:tracking-widest [&_input]:uppercase"
        />
      )}
      <Field
        {...text("name", t("displays.name"))}
        help={t("displays.nameHelp")}
        className={isNew ? undefined : "sm:col-span-2"}
      />
      <div className="sm:col-span-2">
        <FacilityChecks
          id={`${id}-facilities`}
          groups={groups}
          chosen={(Array.isArray(chosen) ? chosen : [chosen]).flatMap((value) =>
            typeof value === "string" ? [value] : [],
          )}
          errors={words(t("displays.facilities"), fields.facility_ids.errors)}
        />
      </div>
      <SelectField
        id={`${id}-locale`}
        name="locale"
        label={t("displays.language")}
        defaultValue={fields.locale.initialValue}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
      />
      <SelectField
        id={`${id}-zone`}
        name="time_zone"
        label={t("displays.timeZone")}
        defaultValue={fields.time_zone.initialValue}
        options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <SubmitButton
          name="intent"
          value={isNew ? "pair" : "save"}
          tone={isNew ? "primary" : "quiet"}
          busy={busy}
          busyText={t(isNew ? "displays.pairing" : "displays.saving")}
        >
          {t(isNew ? "displays.pair" : "displays.save")}
        </SubmitButton>
        {result !== undefined && !form.valid && !busy && (
          <p role="alert" className="text-sm text-alarm">
            {t("displays.problems")}
          </p>
        )}
      </div>
    </Form>
  );
}
