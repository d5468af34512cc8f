import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import type { Locale } from "#app/domain/preferences.ts";
import { COUNTRIES, STATES, TIME_ZONES, type Country } from "#app/domain/places.ts";
import type { ContractForm } from "#app/kit/forms/use-contract-form.ts";
import "./texts.ts";

const isCountry = (text: string | undefined): text is Country =>
  COUNTRIES.some((country) => country === text);

type FieldProps = ReturnType<ContractForm["fieldProps"]>;
type PlaceForm<Name extends string> = { fieldProps: (name: Name, label: string) => FieldProps };

/** The country, and the states of it; another country clears the state. */
export function CustomerPlace({ form }: { form: PlaceForm<"country" | "state"> }) {
  const { t } = useTranslation();
  const none = { country: t("organizations.none"), state: t("organizations.noState") };
  return <CountryAndState form={form} none={none} />;
}

/** Of a facility both are needed, and a time zone of the country, which another country clears too. */
export function FacilityPlace({ form }: { form: PlaceForm<"country" | "state" | "timezone"> }) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const zone = form.fieldProps("timezone", t("organizations.timezone"));
  const choose = t("organizations.choose");
  return (
    <CountryAndState form={form} none={{ country: choose, state: choose }} required>
      {({ country, round }) => (
        <SelectField
          key={`zone ${round}`}
          {...zone}
          required
          defaultValue={round === 0 ? zone.defaultValue : ""}
          options={[{ value: "", label: choose }, ...zonesOf(locale, country)]}
        />
      )}
    </CountryAndState>
  );
}

function CountryAndState({
  form,
  none,
  required = false,
  children,
}: {
  form: PlaceForm<"country" | "state">;
  /** What stands where nothing is chosen. */
  none: { country: string; state: string };
  required?: boolean;
  /** What depends on the country as well. */
  children?: (place: { country: Country | null; round: number }) => ReactNode;
}) {
  const { t } = useTranslation();
  const country = form.fieldProps("country", t("organizations.country"));
  const place = useCountry(country.defaultValue);
  const state = form.fieldProps("state", t("organizations.state"));
  return (
    <>
      <SelectField
        {...country}
        required={required}
        onChange={(event) => place.choose(event.target.value)}
        options={[{ value: "", label: none.country }, ...useCountries()]}
      />
      <SelectField
        key={`state ${place.round}`}
        {...state}
        required={required}
        defaultValue={place.round === 0 ? state.defaultValue : ""}
        options={[{ value: "", label: none.state }, ...statesOf(place.country)]}
      />
      {children?.(place)}
    </>
  );
}

/** `round`: how often another country was chosen. Without scripts every country's choices are offered. */
function useCountry(first: string | undefined) {
  const [{ country, round }, setPlace] = useState({
    country: isCountry(first) ? first : null,
    round: 0,
  });
  const choose = (value: string) =>
    setPlace({ country: isCountry(value) ? value : null, round: round + 1 });
  return { country, round, choose };
}

function useCountries() {
  const { t } = useTranslation();
  return COUNTRIES.map((value) => ({ value, label: t(`organizations.countries.${value}`) }));
}

const statesOf = (country: Country | null) =>
  (country === null ? [] : STATES[country]).map(({ code, name }) => ({
    value: code,
    label: name,
  }));

const zonesOf = (locale: Locale, country: Country | null) =>
  (country === null ? [] : TIME_ZONES[country]).map((zone) => ({
    value: zone,
    label: placeOfZone(locale, zone),
  }));
