import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { LANGUAGE_NAMES, LOCALES } from "#app/domain/preferences.ts";
import { CheckGroup } from "#app/kit/controls/check-field.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import type { displaySettings, DisplaySettings, FacilityGroup } from "./display.ts";
import "./pairing/texts.ts";

type Props = {
  form: ResourceFormState<typeof displaySettings>;
  groups: readonly FacilityGroup[];
  timeZones: readonly string[];
};

/** A screen's name, facilities, language and time zone. */
export function DisplayFields({ form, groups, timeZones }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      <Field
        {...form.textProps("name", t("displays.name"))}
        autoComplete="off"
        help={t("displays.nameHelp")}
      />
      <CheckGroup
        id={`${form.id}-facility_ids`}
        name="facility_ids"
        label={t("displays.facilities")}
        options={groups.flatMap(({ customerName, facilities }) =>
          facilities.map(({ id, name, city, state }) => ({
            value: String(id),
            label: name,
            note: `${city}, ${state}`,
            ...(groups.length > 1 && { group: customerName }),
          })),
        )}
        chosen={form.valuesOf("facility_ids")}
        help={t(`displays.${helpOn(groups)}`)}
        errors={form.errorsOf("facility_ids", t("displays.facilities"))}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <SelectField
          {...form.fieldProps("locale", t("displays.language"))}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        />
        <SelectField
          {...form.fieldProps("time_zone", t("displays.timeZone"))}
          options={timeZones.map((zone) => ({
            value: zone,
            label: placeOfZone(formats.locale, zone),
          }))}
          help={t("displays.timeZoneHelp")}
        />
      </div>
    </>
  );
}

/** Only who has several customers' facilities before them can mix them up. */
function helpOn({ length }: Props["groups"]): "noneToShow" | "facilitiesHelp" | "ofOneCustomer" {
  if (length === 0) return "noneToShow";
  return length === 1 ? "facilitiesHelp" : "ofOneCustomer";
}

/** Settings as the form's fields are sent. */
export const toDisplayFields = ({ name, facilityIds, locale, timeZone }: DisplaySettings) => ({
  name,
  facility_ids: facilityIds.map(String),
  locale,
  time_zone: timeZone,
});
