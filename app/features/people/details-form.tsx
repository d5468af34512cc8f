import { Link } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { toComparedAddress } from "#app/domain/mail/address.ts";
import { LANGUAGE_NAMES, LOCALES } from "#app/domain/preferences.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { accountDetails, type DetailsDone } from "./account.ts";
import type { AccountView } from "./account-types.ts";
import "./texts.ts";

type Props = {
  account: AccountView;
  timeZones: readonly string[];
  answer: FormAnswer | undefined;
};

/** Own name, address, phone, notifications, language and time zone. */
export function DetailsForm({ account, timeZones, answer }: Props) {
  const { t, i18n } = useTranslation();
  const speak = useContext(LanguageContext);
  const { firstName, lastName, email, phone, notificationsEmail, locale, timeZone } = account;
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("accountPage.details")}</h2>
      <ResourceForm<typeof accountDetails, DetailsDone>
        id="details"
        intent="details"
        schema={accountDetails}
        answer={answer}
        defaultValue={{
          first_name: firstName,
          last_name: lastName,
          email,
          phone: phone ?? "",
          notifications_email: notificationsEmail,
          locale,
          time_zone: timeZone ?? "",
        }}
        submit={{ label: t("accountPage.save"), busyLabel: t("accountPage.saving") }}
        toast={{
          done: ({ askedEmail }) =>
            [
              t("accountPage.saved"),
              ...(askedEmail === null ? [] : [t("accountPage.linkSent", { email: askedEmail })]),
            ].join(" "),
        }}
        // The page speaks the language that was just saved.
        onDone={({ locale: saved }) => {
          if (saved !== i18n.language) void speak?.(saved);
        }}
        className="mt-4 space-y-5"
      >
        {(form) => <DetailsFields form={form} account={account} timeZones={timeZones} />}
      </ResourceForm>
    </Card>
  );
}

function DetailsFields({
  form,
  account,
  timeZones,
}: Omit<Props, "answer"> & { form: ResourceFormState<typeof accountDetails> }) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const [email, setEmail] = useState(account.email);
  const current = form.textProps("current_password", t("password.currentPassword"));
  const asksPassword = toComparedAddress(email) !== account.email || current.errors.length > 0;
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        {...form.textProps("first_name", t("accountPage.firstName"))}
        autoComplete="given-name"
      />
      <Field
        {...form.textProps("last_name", t("accountPage.lastName"))}
        autoComplete="family-name"
      />
      <Field
        {...form.textProps("email", t("login.email"))}
        type="email"
        autoComplete="email"
        onInput={(event) => setEmail(event.currentTarget.value)}
      />
      <div>
        <Field
          {...form.textProps("phone", t("accountPage.phone"))}
          type="tel"
          autoComplete="tel"
          help={t("accountPage.phoneHelp")}
        />
        <PhoneState account={account} />
      </div>
      {asksPassword && (
        <PasswordField
          {...current}
          className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]"
          help={t("accountPage.currentForEmail")}
          autoComplete="current-password"
        />
      )}
      <SelectField
        {...form.fieldProps("locale", t("accountPage.language"))}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
      />
      <SelectField
        {...form.fieldProps("time_zone", t("accountPage.timeZone"))}
        help={t("accountPage.timeZoneHelp")}
        options={[
          { value: "", label: t("accountPage.timeZoneAuto") },
          ...timeZones.map((zone) => ({ value: zone, label: placeOfZone(locale, zone) })),
        ]}
      />
      <SwitchField
        id={`${form.id}-notifications`}
        name="notifications_email"
        className="sm:col-span-2"
        label={t("accountPage.notifications")}
        help={t("accountPage.notificationsHelp")}
        defaultChecked={form.valuesOf("notifications_email").includes("on")}
      />
    </div>
  );
}

function PhoneState({ account }: { account: AccountView }) {
  const { t } = useTranslation();
  if (account.phone === null) return null;
  if (account.isPhoneVerified)
    return (
      <p className="mt-1 flex items-center gap-1.5 text-sm text-go">
        <CircleCheck className="size-4" aria-hidden="true" />
        {t("accountPage.phoneVerified")}
      </p>
    );
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      {t("accountPage.phoneNotVerified")}
      <Link
        to="/account/sms/verify"
        className="rounded-control py-0.5 font-medium text-ink underline max-lg:finger-line"
      >
        {t("accountPage.verifyPhone")}
      </Link>
    </p>
  );
}
