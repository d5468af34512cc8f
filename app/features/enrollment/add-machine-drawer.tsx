import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { newMachine, type AddChoices } from "./new-machine.ts";
import "./texts.ts";

type Props = { open: boolean; onClose: () => void; choices: AddChoices; back?: string };

/** What is asked of a machine that is added by hand. */
export default function AddMachineDrawer({ open, onClose, choices, back }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [make, setMake] = useState<string>(choices.makes[0] ?? "");
  const models = choices.models.filter((each) => each[0] === make).map((each) => each[1]);
  const customerOf = (id: number) => choices.customers.find((customer) => customer.id === id)?.name;
  return (
    <FormDrawer<typeof newMachine, { id: number }>
      open={open}
      onClose={onClose}
      title={t("enrollment.addTitle")}
      lead={t("enrollment.addLead")}
      id="add-machine"
      intent="add"
      schema={newMachine}
      defaultValue={{ make: choices.makes[0] }}
      submit={{ label: t("enrollment.addButton"), busyLabel: t("enrollment.adding") }}
      onDone={({ id }) =>
        navigate(
          back === undefined
            ? `/machines/${id}`
            : `/machines/${id}/configuration?redirect=${encodeURIComponent(back)}`,
        )
      }
    >
      {(form) => (
        <>
          <Field
            {...form.textProps("serial_number", t("enrollment.serial"))}
            autoComplete="off"
            spellCheck={false}
            help={t("enrollment.serialHelp")}
          />
          <SelectField
            {...form.fieldProps("make", t("enrollment.make"))}
            options={choices.makes.map((value) => ({ value, label: value }))}
            onChange={(event) => setMake(event.target.value)}
          />
          <Field
            {...form.textProps("model", t("enrollment.model"))}
            autoComplete="off"
            list="add-machine-models"
          />
          <datalist id="add-machine-models">
            {models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
          <Field
            {...form.textProps("manufacturer_serial_number", t("enrollment.machineSerial"))}
            autoComplete="off"
          />
          <Field
            {...form.textProps("name", t("enrollment.name"))}
            autoComplete="off"
            help={t("enrollment.nameHelp")}
          />
          <SelectField
            {...form.fieldProps("facility_id", t("enrollment.facility"))}
            help={t("enrollment.facilityHelp")}
            options={[
              { value: "", label: t("enrollment.noFacility") },
              ...choices.facilities.map(({ id, name, city, state, customerId }) => ({
                value: String(id),
                label: [customerOf(customerId), name, `${city}, ${state}`]
                  .filter(Boolean)
                  .join(" · "),
              })),
            ]}
          />
        </>
      )}
    </FormDrawer>
  );
}
