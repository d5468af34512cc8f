import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { CUSTOMER_LOGOS } from "#app/domain/customer-logos.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ChoiceField } from "#app/kit/controls/choice-field.tsx";
import { DateField } from "#app/kit/controls/date-field.tsx";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { useResourceForm, type ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { ContactFields } from "./contact-fields.tsx";
import { customerForm, type CustomerJson } from "./customer.ts";
import type { CustomerDone } from "./organizations.page.server.ts";
import { CustomerPlace } from "./place-fields.tsx";
import "./texts.ts";

type Props = {
  /** null: a new one. */
  customer: CustomerJson | null;
  /** ISO date. */
  today: string;
  answer: FormAnswer<CustomerDone> | undefined;
  onDone?: (done: CustomerDone) => void;
};

/** The page of a customer that is added or changed: name, place, contact and logo. */
export function CustomerForm({ customer, today, answer, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="max-w-4xl p-4 lg:p-5">
      <ResourceForm<typeof customerForm, CustomerDone>
        id="customer"
        intent="save"
        schema={customerForm}
        defaultValue={customer ?? {}}
        answer={answer}
        submit={{ label: t("organizations.save") }}
        {...(customer === null ? {} : { toast: { done: () => t("organizations.saved") } })}
        {...(onDone && { onDone })}
      >
        {(form) => <CustomerFields form={form} today={today} />}
      </ResourceForm>
    </Card>
  );
}

/** The same fields for who may read them: nothing can be changed, and there is nothing to save. */
export function CustomerReading({ customer, today }: { customer: CustomerJson; today: string }) {
  const { t } = useTranslation();
  const form = useResourceForm<typeof customerForm, CustomerDone>({
    ...{ id: "customer", intent: "save", schema: customerForm, defaultValue: customer },
  });
  return (
    <Card as="section" className="max-w-4xl p-4 lg:p-5">
      <fieldset disabled aria-describedby="customer-read-only">
        <CustomerFields form={form} today={today} />
      </fieldset>
      <p id="customer-read-only" className="mt-4 text-sm text-ink-faint">
        {t("organizations.readOnly")}
      </p>
    </Card>
  );
}

type Form = ResourceFormState<typeof customerForm>;

function CustomerFields({ form, today }: { form: Form; today: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
      <Field
        {...form.textProps("name", t("organizations.name"))}
        required
        maxLength={100}
        autoComplete="off"
      />
      <Field
        {...form.textProps("external_id", t("organizations.externalId"))}
        help={t("organizations.externalIdHelp")}
        maxLength={100}
        autoComplete="off"
      />
      <ContactFields form={form} />
      <Field
        {...form.textProps("city", t("organizations.city"))}
        required
        maxLength={100}
        autoComplete="off"
      />
      <CustomerPlace form={form} />
      {/* Named by the specification; local, never sent: without a name it is no part of the form. */}
      <DateField
        id={`${form.id}-start`}
        label={t("organizations.startDate")}
        defaultValue={today}
        help={t("organizations.startDateHelp")}
      />
      <LogoChoice form={form} />
    </div>
  );
}

/** One of the four files, shown as they look. */
function LogoChoice({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { defaultValue = "" } = form.fieldProps("logo", t("organizations.logo"));
  return (
    <div className="md:col-span-2">
      <ChoiceField
        {...form.fieldProps("logo", t("organizations.logo"))}
        defaultValue={defaultValue}
        options={["", ...CUSTOMER_LOGOS].map((file) => ({
          value: file,
          label: t(`organizations.logos.${logoName(file)}`),
          face: file !== "" && (
            <img src={`/logos/${file}`} alt="" className="h-8 w-auto max-w-full" />
          ),
        }))}
      />
    </div>
  );
}

const logoName = (file: string) =>
  (file === "" ? "none" : file.slice(0, -".svg".length)) as
    | "none"
    | "box"
    | "flute"
    | "roll"
    | "sheets";
