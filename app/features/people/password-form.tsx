import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { ButtonAnchor } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import type { PasswordDone } from "./access-forms.ts";
import "./texts.ts";

/** How long the good news stands before the page goes on (spec 000 §9). */
const REDIRECT_DELAY_MS = 3_000;

type Props = {
  answer: FormAnswer<PasswordDone> | undefined;
  submit: string;
  done: string;
  /** The first superuser also says who they are. */
  asksWho?: boolean;
};

/** The one form of creating, resetting and replacing a password. */
export function PasswordForm({ answer, submit, done, asksWho = false }: Props) {
  const { t } = useTranslation();
  if (answer?.done) return <Done text={done} to={answer.done.to} />;
  const common = {
    id: "new-password",
    intent: "password",
    answer,
    defaultValue: {},
    submit: { label: submit, busyLabel: t("password.submitting") },
  };
  if (asksWho)
    return (
      <PageForm
        {...common}
        loadSchema={() => import("./access-forms.ts").then(({ firstSuperuser }) => firstSuperuser)}
        missing={t("firstSuperuser.needAll")}
      >
        {({ textProps }) => (
          <>
            <Field
              {...textProps("first_name", t("password.firstName"))}
              autoComplete="given-name"
              maxLength={100}
              required
            />
            <Field
              {...textProps("last_name", t("password.lastName"))}
              autoComplete="family-name"
              maxLength={100}
              required
            />
            <Field
              {...textProps("email", t("login.email"))}
              type="email"
              autoComplete="username"
              maxLength={254}
              required
            />
            <Twice
              first={textProps("password", t("password.password"))}
              second={textProps("password_confirmation", t("password.confirmation"))}
            />
          </>
        )}
      </PageForm>
    );
  const asksCurrent = Boolean(answer?.result.error?.["current_password"]);
  return (
    <PageForm
      {...common}
      loadSchema={() => import("./access-forms.ts").then(({ newPassword }) => newPassword)}
      missing={t("password.needBoth")}
    >
      {({ textProps }) => (
        <>
          {asksCurrent && (
            <PasswordField
              {...textProps("current_password", t("password.currentPassword"))}
              autoComplete="current-password"
              required
            />
          )}
          <Twice
            first={textProps("password", t("password.password"))}
            second={textProps("password_confirmation", t("password.confirmation"))}
          />
        </>
      )}
    </PageForm>
  );
}

type TextProps = Parameters<typeof PasswordField>[0];

function Twice({ first, second }: { first: TextProps; second: TextProps }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField {...first} help={t("password.rule")} autoComplete="new-password" required />
      <PasswordField {...second} autoComplete="new-password" required />
    </>
  );
}

/** Goes on by itself, with JavaScript or without. */
function Done({ text, to }: { text: string; to: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(to), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [to]);
  return (
    <div className="space-y-5">
      <Notice
        tone="good"
        role="status"
        icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}
        title={text}
      >
        {t("password.redirecting")}
      </Notice>
      <noscript>
        <meta httpEquiv="refresh" content={`${REDIRECT_DELAY_MS / 1000};url=${to}`} />
      </noscript>
      <ButtonAnchor href={to} className="w-full">
        {t("password.goOn")}
      </ButtonAnchor>
    </div>
  );
}
