import { useTranslation } from "react-i18next";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { Card } from "#app/components/layout/page.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { passwordChange } from "./account.ts";
import type { ApiToken } from "./api-token.ts";
import "./texts.ts";

type Props = { tokens: readonly ApiToken[]; answer: FormAnswer | undefined };

export function ChangePasswordForm({ tokens, answer }: Props) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("accountPage.password")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("accountPage.passwordHelp")}</p>
      <ResourceForm
        id="change-password"
        intent="password"
        schema={passwordChange}
        answer={answer}
        defaultValue={{}}
        submit={{
          label: t("accountPage.changePassword"),
          busyLabel: t("password.submitting"),
          tone: "quiet",
        }}
        toast={{ done: () => t("accountPage.passwordChanged") }}
        className="mt-4 space-y-5 [&>*:not(:last-child)]:sm:max-w-sm"
      >
        {(form) => (
          <>
            <PasswordField
              {...form.textProps("current_password", t("password.currentPassword"))}
              autoComplete="current-password"
              required
            />
            <PasswordField
              {...form.textProps("password", t("password.password"))}
              help={t("password.rule")}
              autoComplete="new-password"
              required
            />
            <PasswordField
              {...form.textProps("password_confirmation", t("password.confirmation"))}
              autoComplete="new-password"
              required
            />
            {tokens.length > 0 && (
              <div>
                <SwitchField
                  id="end-api-tokens"
                  name="end_api_tokens"
                  label={t("accountPage.endTokens", { count: tokens.length })}
                  help={t("accountPage.endTokensHelp")}
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
          </>
        )}
      </ResourceForm>
    </Card>
  );
}
