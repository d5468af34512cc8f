import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toComparedAddress } from "#app/domain/mail/address.ts";
import { LANGUAGE_NAMES, LOCALES } from "#app/domain/preferences.ts";
import { FormGuard } from "#app/kit/forms/form-guard.tsx";
import { accountSchema, type AccountProblem } from "./account-form-schema.ts";
import type { AccountAnswer, AccountView } from "./account-types.ts";
import "./texts.ts";

type Props = {
  account: AccountView;
  timeZones: readonly string[];
  answer: Extract<AccountAnswer, { intent: "details" }> | undefined;
};

/** Own name, address, phone, notifications, language and time zone. */
export function DetailsForm({ account, timeZones, answer }: Props) {
  const { t } = useTranslation();
  const busy = useNavigation().formData?.get("intent") === "details";
  const words = useProblemWords();
  const [email, setEmail] = useState(account.email);
  const [form, fields] = useForm({
    id: "details",
    lastResult: answer?.result,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    defaultValue: {
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      phone: account.phone ?? "",
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: accountSchema }),
  });
  useSavedLanguage(answer?.saved ?? null);
  const text = (field: "first_name" | "last_name" | "email" | "phone", label: string) => {
    const { key: _key, ...input } = getInputProps(fields[field], {
      type: "text",
      ariaAttributes: false,
    });
    return { ...input, label, errors: words(label, fields[field].errors) };
  };
  const { key: _key, ...current } = getInputProps(fields.current_password, {
    type: "password",
    ariaAttributes: false,
  });
  const asksPassword =
    toComparedAddress(email) !== account.email || (fields.current_password.errors ?? []).length > 0;
  const waitSeconds = answer?.waitSeconds ?? null;
  const failed =
    waitSeconds !== null || (answer !== undefined && answer.saved === null && !form.valid);
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("accountPage.details")}</h2>
      <Form
        {...getFormProps(form)}
        method="post"
        preventScrollReset
        className="mt-4 grid gap-x-4 gap-y-5 sm:grid-cols-2"
      >
        <FormGuard done={answer?.saved === null ? null : answer} />
        <Field {...text("first_name", t("accountPage.firstName"))} autoComplete="given-name" />
        <Field {...text("last_name", t("accountPage.lastName"))} autoComplete="family-name" />
        <Field
          {...text("email", t("login.email"))}
          type="email"
          autoComplete="email"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <div>
          <Field
            {...text("phone", t("accountPage.phone"))}
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
            label={t("password.currentPassword")}
            help={t("accountPage.currentForEmail")}
            autoComplete="current-password"
            errors={words(t("password.currentPassword"), fields.current_password.errors)}
          />
        )}
        <SelectField
          id="locale"
          name="locale"
          label={t("accountPage.language")}
          defaultValue={account.locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        />
        <SelectField
          id="time-zone"
          name="time_zone"
          label={t("accountPage.timeZone")}
          help={t("accountPage.timeZoneHelp")}
          defaultValue={account.timeZone ?? ""}
          options={[
            { value: "", label: t("accountPage.timeZoneAuto") },
            ...timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
          ]}
        />
        <SwitchField
          id="notifications"
          name="notifications_email"
          className="sm:col-span-2"
          label={t("accountPage.notifications")}
          help={t("accountPage.notificationsHelp")}
          defaultChecked={account.notificationsEmail}
          key={String(account.notificationsEmail)}
        />
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <SubmitButton
            name="intent"
            value="details"
            tone="primary"
            busy={busy}
            busyText={t("accountPage.saving")}
          >
            {t("accountPage.save")}
          </SubmitButton>
          <div role="status">
            {answer?.saved && !busy && (
              <Notice
                tone="good"
                icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}
              >
                {t("accountPage.saved")}
                {answer.askedEmail !== null &&
                  ` ${t("accountPage.linkSent", { email: answer.askedEmail })}`}
              </Notice>
            )}
            {failed && !busy && (
              <Notice
                tone="alarm"
                icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
              >
                {waitSeconds === null
                  ? t("accountPage.problems")
                  : t("failures.too_many_requests", { seconds: waitSeconds })}
              </Notice>
            )}
          </div>
        </div>
      </Form>
    </Card>
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
        className="rounded-control py-0.5 font-medium text-ink underline"
      >
        {t("accountPage.verifyPhone")}
      </Link>
    </p>
  );
}

/** A problem's code in words. */
function useProblemWords() {
  const { t } = useTranslation();
  return (label: string, problems: readonly string[] | undefined): string[] =>
    (problems ?? []).slice(0, 1).map((problem) => {
      switch (problem as AccountProblem) {
        case "email":
          return t("validation.email");
        case "too_long":
          return t("accountPage.tooLong");
        case "phone":
          return t("accountPage.phoneInvalid");
        case "taken":
          return t("accountPage.emailTaken");
        case "current_required":
          return t("password.currentRequired");
        case "current_wrong":
          return t("password.wrongPassword");
        case "required":
          return t("validation.required", { field: label });
      }
    });
}

/** The page speaks the language that was just saved. */
function useSavedLanguage(saved: AccountView["locale"] | null): void {
  const { i18n } = useTranslation();
  const change = useContext(LanguageContext);
  useEffect(() => {
    if (saved !== null && saved !== i18n.language) void change?.(saved);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per answer; a later choice elsewhere is not undone
  }, [saved]);
}
