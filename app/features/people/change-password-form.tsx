import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { usePasswordWords } from "#app/components/forms/use-password-words.ts";
import { Card } from "#app/components/layout/page.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { NewPasswordFields } from "#app/domain/access/password-forms.ts";
import { FormGuard } from "#app/kit/forms/form-guard.tsx";
import type { AccountAnswer } from "./account-types.ts";
import type { ApiToken } from "./api-token.ts";
import "./texts.ts";

type Answer = Extract<AccountAnswer, { intent: "password" }>;

type Props = { tokens: readonly ApiToken[]; answer: Answer | undefined };

export function ChangePasswordForm({ tokens, answer }: Props) {
  const { t } = useTranslation();
  const { labels, problem } = usePasswordWords();
  const busy = useNavigation().formData?.get("intent") === "password";
  const [form, fields] = useForm<NewPasswordFields, NewPasswordFields, string[]>({
    id: "change-password",
    lastResult: answer?.result,
  });
  const input = (name: "current_password" | "password" | "password_confirmation") => {
    const { key: _key, ...props } = getInputProps(fields[name], {
      type: "text",
      ariaAttributes: false,
    });
    const error = problem(name, fields[name].errors);
    return { ...props, label: labels[name], errors: error === null ? [] : [error], required: true };
  };
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("accountPage.password")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("accountPage.passwordHelp")}</p>
      <Form
        {...getFormProps(form)}
        method="post"
        preventScrollReset
        className="mt-4 space-y-5 [&>*:not(:last-child)]:sm:max-w-sm"
      >
        <FormGuard done={answer?.done || null} />
        <PasswordField {...input("current_password")} autoComplete="current-password" />
        <PasswordField
          {...input("password")}
          help={t("password.rule")}
          autoComplete="new-password"
        />
        <PasswordField {...input("password_confirmation")} autoComplete="new-password" />
        {tokens.length > 0 && (
          <div>
            <SwitchField
              id="end-api-tokens"
              name="end_api_tokens"
              label={t("accountPage.endTokens", { count: tokens.length })}
              help={t("accountPage.endTokensHelp")}
              key={tokens.length}
            />
            <ul className="mt-1 list-disc pl-5 text-sm text-ink-soft">
              {tokens.map(({ id, name }) => (
                <li key={id} className="break-words">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton
            name="intent"
            value="password"
            busy={busy}
            busyText={t("password.submitting")}
          >
            {t("accountPage.changePassword")}
          </SubmitButton>
          <div role="status">
            {answer?.done && !busy && (
              <Notice
                tone="good"
                icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}
              >
                {t("accountPage.passwordChanged")}
              </Notice>
            )}
            {typeof answer?.waitSeconds === "number" && !busy && (
              <Notice
                tone="alarm"
                icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
              >
                {t("failures.too_many_requests", { seconds: answer.waitSeconds })}
              </Notice>
            )}
          </div>
        </div>
      </Form>
    </Card>
  );
}
