import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { MAKES, type Role } from "#app/domain/access/types.ts";
import { MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import type { ManagedPerson } from "./managed-person.ts";
import type { PersonDone } from "./person-access.page.server.ts";
import { personForm } from "./person.ts";
import "./texts.ts";

/** How long the message stands before the list comes back (spec 002 §2), and that of a failure (§8). */
const RETURN_AFTER_MS = 2_000;
const FAILURE_MS = 5_000;

export type FacilityChoice = { id: number; name: string; customerId: number; isClosed?: boolean };
type Props = {
  /** null: a new one. */
  person: ManagedPerson | null;
  /** Roles that the reader may give here. */
  roles: readonly Role[];
  /** Of the customer, or of all of them where the form asks for the customer. */
  facilities: readonly FacilityChoice[];
  /** Asked for in the admin area's form of a new user; null: the customer is known. */
  customers: readonly { id: number; name: string }[] | null;
  listPath: string;
  answer: FormAnswer<PersonDone> | undefined;
};

export function UserForm({ person, roles, facilities, customers, listPath, answer }: Props) {
  const { t } = useTranslation();
  const leave = useLeaveLater(listPath);
  const isNew = person === null;
  return (
    <Card as="section" className="max-w-4xl p-4 lg:p-5">
      <ResourceForm<typeof personForm, PersonDone>
        id="user"
        intent="save"
        schema={personForm}
        defaultValue={
          isNew ? { role: roles[0] ?? null, notifications_email: "on" } : toForm(person)
        }
        answer={answer}
        submit={{ label: t(isNew ? "userAdmin.invite" : "userAdmin.save") }}
        toast={{ done: () => t(isNew ? "userAdmin.invited" : "userAdmin.saved") }}
        onDone={leave}
      >
        {(form) => (
          <>
            <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
              <Field
                {...form.textProps("first_name", t("userAdmin.firstName"))}
                required
                maxLength={100}
                autoComplete="off"
              />
              <Field
                {...form.textProps("last_name", t("userAdmin.lastName"))}
                required
                maxLength={100}
                autoComplete="off"
              />
              <Field
                {...form.textProps("email", t("userAdmin.email"))}
                required
                type="email"
                autoComplete="off"
                {...(isNew
                  ? {}
                  : {
                      help: t(
                        person.status === "invited"
                          ? "userAdmin.emailInvites"
                          : "userAdmin.emailWaits",
                      ),
                    })}
              />
              <Field
                {...form.textProps("phone", t("userAdmin.phone"))}
                type="tel"
                maxLength={40}
                autoComplete="off"
                help={t("userAdmin.phoneHelp")}
              />
              <RoleFields form={form} roles={roles} facilities={facilities} customers={customers} />
              <SelectField
                {...form.fieldProps("locale", t("userAdmin.language"))}
                help={t("userAdmin.languageHelp")}
                options={[
                  { value: "", label: t("userAdmin.noLanguage") },
                  { value: "en", label: "English", lang: "en" },
                  { value: "es", label: "Español", lang: "es" },
                ]}
              />
            </div>
            <CheckField
              name="notifications_email"
              defaultChecked={form.valuesOf("notifications_email").includes("on")}
              label={t("userAdmin.notifications")}
            />
            <FailureToast form={form} />
          </>
        )}
      </ResourceForm>
    </Card>
  );
}

type Form = ResourceFormState<typeof personForm>;

/** The role, and what goes with it: a customer and its facilities, or a make. */
function RoleFields({
  form,
  roles,
  facilities,
  customers,
}: Pick<Props, "roles" | "facilities" | "customers"> & { form: Form }) {
  const { t } = useTranslation();
  const roleProps = form.fieldProps("role", t("userAdmin.role"));
  const customerProps = form.fieldProps("customer_id", t("userAdmin.customer"));
  const [role, setRole] = useState(roleProps.defaultValue ?? "");
  const [customer, setCustomer] = useState(customerProps.defaultValue ?? "");
  const [chosen, setChosen] = useState(form.valuesOf("facility_ids"));
  const isOfCustomer = role === "user" || role === "admin";
  const offered = facilities.filter(
    ({ customerId }) => customers === null || String(customerId) === customer,
  );
  return (
    <>
      <SelectField
        {...roleProps}
        onChange={(event) => setRole(event.target.value)}
        options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
      />
      {role === "oem_superuser" && (
        <SelectField
          {...form.fieldProps("make", t("userAdmin.make"))}
          required
          options={[
            { value: "", label: t("userAdmin.choose") },
            ...MAKES.map((value) => ({ value, label: value })),
          ]}
        />
      )}
      {isOfCustomer && customers !== null && (
        <SelectField
          {...customerProps}
          required
          onChange={(event) => {
            setCustomer(event.target.value);
            setChosen([]);
          }}
          options={[
            { value: "", label: t("userAdmin.choose") },
            ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {isOfCustomer && (
        <div>
          <MultiCombobox
            label={t("userAdmin.facilities")}
            name="facility_ids"
            choices={offered.map(({ id, name, isClosed }) => ({
              value: String(id),
              label: isClosed ? t("userAdmin.closedFacility", { name }) : name,
            }))}
            values={chosen.filter((id) => offered.some((each) => String(each.id) === id))}
            onChange={setChosen}
            help={t("userAdmin.facilitiesHelp")}
            errors={form.errorsOf("facility_ids", t("userAdmin.facilities"))}
          />
        </div>
      )}
    </>
  );
}

/** After a while the list comes back, unless the reader has left by then. */
function useLeaveLater(to: string): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => navigate(to), RETURN_AFTER_MS);
  };
}

/** That Helios failed, in the specification's words, beside the line that says that nothing was lost. */
function FailureToast({ form }: { form: Form }) {
  const { t } = useTranslation();
  const hasFailed = !form.busy && form.formProblems.some(({ code }) => code === "server");
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    if (!hasFailed) setClosed(false);
  }, [hasFailed]);
  return hasFailed && !closed ? (
    <Toast
      tone="alarm"
      text={t("userAdmin.serverFailed")}
      durationMs={FAILURE_MS}
      onClose={() => setClosed(true)}
    />
  ) : null;
}

const toForm = (person: ManagedPerson) => ({
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: person.phone,
  role: person.role,
  facility_ids: person.facilityIds.map(String),
  make: person.make,
  notifications_email: person.notificationsEmail ? "on" : null,
  locale: person.locale,
});
