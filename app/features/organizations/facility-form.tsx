import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Card } from "#app/components/layout/page.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { facilityForm, SAP_PROTOCOLS, type FacilityJson } from "./facility.ts";
import type { FacilityDone } from "./organizations.page.server.ts";
import { FacilityPlace } from "./place-fields.tsx";
import "./texts.ts";

type Props = {
  /** null: a new one. */
  facility: FacilityJson | null;
  answer: FormAnswer<FacilityDone> | undefined;
  onDone: () => void;
};

export function FacilityForm({ facility, answer, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="max-w-4xl p-4 lg:p-5">
      <ResourceForm<typeof facilityForm, FacilityDone>
        id="facility"
        intent="save"
        schema={facilityForm}
        defaultValue={facility ?? { sap_protocol: "none" }}
        answer={answer}
        submit={{ label: t("organizations.save") }}
        onDone={onDone}
      >
        {(form) => (
          <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
            <Field
              {...form.textProps("name", t("organizations.name"))}
              required
              maxLength={100}
              autoComplete="off"
            />
            <Field
              {...form.textProps("city", t("organizations.city"))}
              required
              maxLength={100}
              autoComplete="off"
            />
            <FacilityPlace form={form} />
            <ContactFields form={form} />
            <SelectField
              {...form.fieldProps("sap_protocol", t("organizations.sapProtocol"))}
              options={SAP_PROTOCOLS.map((value) => ({
                value,
                label: value === "none" ? t("organizations.sapNone") : value,
              }))}
            />
          </div>
        )}
      </ResourceForm>
    </Card>
  );
}
