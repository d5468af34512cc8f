import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { COUNTRIES, STATES, TIME_ZONES, type Country } from "#app/domain/places.ts";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import type { customerForm } from "./customer.ts";
import type { facilityForm } from "./facility.ts";
import "./texts.ts";

const isCountry = (text: string | undefined): text is Country =>
  COUNTRIES.some((country) => country === text);

/** The country, and what is offered by it; another country clears the state, and a facility's time zone. */
export function CustomerPlace({ form }: { form: ResourceFormState<typeof customerForm> }) {
  const { t } = useTranslation();
  const country = form.fieldProps("country", t("organizations.country"));
  const place = useCountry(country.defaultValue);
  const state = form.fieldProps("state", t("organizations.state"));
  return (
    <>
      <SelectField
        {...country}
        onChange={(event) => place.choose(event.target.value)}
        options={[{ value: "", label: t("organizations.none") }, ...useCountries()]}
      />
      <SelectField
        key={place.round}
        {...state}
        defaultValue={place.round === 0 ? state.defaultValue : ""}
        options={[{ value: "", label: t("organizations.noState") }, ...statesOf(place.country)]}
      />
    </>
  );
}

export function FacilityPlace({ form }: { form: ResourceFormState<typeof facilityForm> }) {
  const { t } = useTranslation();
  const country = form.fieldProps("country", t("organizations.country"));
  const place = useCountry(country.defaultValue);
  const state = form.fieldProps("state", t("organizations.state"));
  const zone = form.fieldProps("timezone", t("organizations.timezone"));
  const choose = { value: "", label: t("organizations.choose") };
  return (
    <>
      <SelectField
        {...country}
        required
        onChange={(event) => place.choose(event.target.value)}
        options={[choose, ...useCountries()]}
      />
      <SelectField
        key={`state ${place.round}`}
        {...state}
        required
        defaultValue={place.round === 0 ? state.defaultValue : ""}
        options={[choose, ...statesOf(place.country)]}
      />
      <SelectField
        key={`zone ${place.round}`}
        {...zone}
        required
        defaultValue={place.round === 0 ? zone.defaultValue : ""}
        options={[choose, ...zonesOf(place.country)]}
      />
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

const zonesOf = (country: Country | null) =>
  (country === null ? [] : TIME_ZONES[country]).map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
  }));
