import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { LANGUAGE_NAMES, LOCALES } from "#app/domain/preferences.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { FormGuard } from "#app/kit/forms/form-guard.tsx";
import { useContractForm } from "#app/kit/forms/use-contract-form.ts";
import {
  displaySettings,
  newDisplay,
  type DisplaySettings,
  type FacilityGroup,
} from "./display.ts";
import { FacilityChecks } from "./facility-checks.tsx";
import "./texts.ts";
import "#app/kit/forms/texts.ts";

type Props = {
  id: string;
  /** Changes this display; null: pairs a new one by its code. */
  displayId: number | null;
  settings: DisplaySettings;
  groups: readonly FacilityGroup[];
  timeZones: readonly string[];
  answer: FormAnswer | undefined;
  busy: boolean;
};

/** A screen's name, facilities, language and time zone; for a new one its code before all. */
export function DisplayForm({ id, displayId, settings, groups, timeZones, answer, busy }: Props) {
  const { t } = useTranslation();
  const isNew = displayId === null;
  const form = useContractForm({
    id,
    // A known display has no code to enter; its fields are those of the other.
    schema: isNew ? newDisplay : (displaySettings as typeof newDisplay),
    answer,
    defaultValue: {
      name: settings.name,
      facility_ids: settings.facilityIds.map(String),
      locale: settings.locale,
      time_zone: settings.timeZone,
    },
  });
  return (
    <Form
      {...form.formProps}
      method="post"
      preventScrollReset
      className="mt-4 grid gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <FormGuard done={answer?.done} />
      {!isNew && <input type="hidden" name="id" value={displayId} />}
      {isNew && (
        <Field
          {...form.textProps("code", t("displays.code"))}
          autoComplete="off"
          help={t("displays.codeHelp")}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="[&_input]:font-mono [&_input]:tracking-widest [&_input]:uppercase"
        />
      )}
      <Field
        {...form.textProps("name", t("displays.name"))}
        autoComplete="off"
        help={t("displays.nameHelp")}
        className={isNew ? undefined : "sm:col-span-2"}
      />
      <div className="sm:col-span-2">
        <FacilityChecks
          id={`${id}-facilities`}
          groups={groups}
          chosen={form.valuesOf("facility_ids")}
          errors={form.errorsOf("facility_ids", t("displays.facilities"))}
        />
      </div>
      <SelectField
        id={`${id}-locale`}
        name="locale"
        label={t("displays.language")}
        defaultValue={form.valuesOf("locale")[0]}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
      />
      <SelectField
        id={`${id}-zone`}
        name="time_zone"
        label={t("displays.timeZone")}
        defaultValue={form.valuesOf("time_zone")[0]}
        errors={form.errorsOf("time_zone", t("displays.timeZone"))}
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
        {form.isRefused && !busy && (
          <p role="alert" className="text-sm text-alarm">
            {form.formErrors[0] ?? t("problems.summary")}
          </p>
        )}
      </div>
    </Form>
  );
}
