import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import type { ContractForm } from "#app/kit/forms/use-contract-form.ts";
import "./texts.ts";

type ContactName = "contact_name" | "contact_email" | "contact_phone";
type Form = {
  textProps: (name: ContactName, label: string) => ReturnType<ContractForm["textProps"]>;
};

/** Whom to call: the same fields of a customer and of a facility. */
export function ContactFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        {...form.textProps("contact_name", t("organizations.contactName"))}
        required
        maxLength={100}
        autoComplete="off"
      />
      <Field
        {...form.textProps("contact_email", t("organizations.contactEmail"))}
        required
        type="email"
        autoComplete="off"
      />
      <Field
        {...form.textProps("contact_phone", t("organizations.contactPhone"))}
        required
        type="tel"
        maxLength={40}
        autoComplete="off"
        help={t("organizations.phoneHelp")}
      />
    </>
  );
}
