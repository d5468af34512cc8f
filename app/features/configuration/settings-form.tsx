import { useNavigate, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import type { Configuration, ConfigurationDone } from "./configuration.ts";
import { machineForm } from "./machine-settings.ts";
import "./texts.ts";

/** CONTRACT: the word that it is saved stands for 4 s (spec 001 §8). */
const SAVED_MS = 4_000;

type Props = {
  machine: { id: number; name: string; make: string; model: string; facilityId: number | null };
  configuration: Configuration;
};

/** Facility, name, make, model, the maker's serial number and the micro-stop limit. Saved, it goes where `redirect` says. */
export function SettingsForm({ machine, configuration }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = useSearchParams()[0].get("redirect");
  const { machine: settings, facilities, customers, makes, models, isSuperuser } = configuration;
  // Then it is in service again once it has another facility.
  const isOut = settings.isOfClosedFacility;
  const [chosenMake, setMake] = useState<string | null>(null);
  const make = chosenMake ?? machine.make;
  const customerOf = (id: number) => customers.find((customer) => customer.id === id)?.name;
  const modelsOfMake = models.filter((each) => each[0] === make).map((each) => each[1]);
  return (
    <ResourceForm<typeof machineForm, ConfigurationDone>
      id={`machine-${machine.id}`}
      intent="save"
      schema={machineForm}
      defaultValue={{
        facility_id: machine.facilityId === null ? "" : String(machine.facilityId),
        name: machine.name,
        make: machine.make as (typeof makes)[number],
        model: machine.model,
        manufacturer_serial_number: settings.manufacturerSerialNumber ?? "",
        micro_stop_seconds: String(settings.microStopSeconds),
        kiwiplan: settings.kiwiplan ? "yes" : "no",
      }}
      submit={{
        label: t(`configuration.${isOut ? "saveElsewhere" : "save"}`),
        busyLabel: t("configuration.saving"),
      }}
      toast={{ done: () => t("configuration.saved"), durationMs: SAVED_MS }}
      onDone={() => {
        if (back === null) return;
        const to = safeRedirect(back, `/machines/${machine.id}/configuration`);
        navigate(to, { replace: true, state: arrival(t("configuration.saved")) });
      }}
      className="grid gap-x-4 gap-y-5 sm:grid-cols-2 [&>:last-child]:sm:col-span-2"
    >
      {(form) => (
        <>
          <SelectField
            {...form.fieldProps("facility_id", t("configuration.facility"))}
            className="sm:col-span-2"
            options={[
              ...(machine.facilityId === null
                ? [{ value: "", label: t("configuration.chooseFacility") }]
                : []),
              ...facilities.map(({ id, name, city, state, customerId }) => ({
                value: String(id),
                label: [customerOf(customerId), name, `${city}, ${state}`]
                  .filter(Boolean)
                  .join(" · "),
              })),
            ]}
          />
          <Field {...form.textProps("name", t("configuration.name"))} autoComplete="off" />
          <Field
            {...form.textProps("manufacturer_serial_number", t("configuration.machineSerial"))}
            autoComplete="off"
          />
          <SelectField
            {...form.fieldProps("make", t("configuration.make"))}
            options={makes.map((value) => ({ value, label: value }))}
            onChange={(event) => setMake(event.target.value)}
          />
          <div>
            <Field
              {...form.textProps("model", t("configuration.model"))}
              autoComplete="off"
              list={`models-${machine.id}`}
              help={t("configuration.modelHelp")}
            />
            <datalist id={`models-${machine.id}`}>
              {modelsOfMake.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
          </div>
          <Field
            {...form.textProps("micro_stop_seconds", t("configuration.microStop"))}
            inputMode="numeric"
            autoComplete="off"
            help={t("configuration.microStopHelp")}
          />
          {isSuperuser && (
            <SelectField
              {...form.fieldProps("kiwiplan", t("configuration.kiwiplan"))}
              options={[
                { value: "no", label: t("configuration.no") },
                { value: "yes", label: t("configuration.yes") },
              ]}
            />
          )}
        </>
      )}
    </ResourceForm>
  );
}
