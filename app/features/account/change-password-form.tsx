import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/layout/page";
import { Notice } from "~/components/ui/notice";
import type { AccountAnswer } from "./account-types";

export function ChangePasswordForm({ answer }: { answer: Extract<AccountAnswer, { intent: "password" }> | undefined }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "password";
  useEffect(() => {
    if (answer?.done) form.current?.reset();
  }, [answer]);
  const errors = answer?.errors ?? {};
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("accountPage.password")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("accountPage.passwordHelp")}</p>
      <Form method="post" ref={form} preventScrollReset className="mt-4 space-y-5 [&>*:not(:last-child)]:sm:max-w-sm">
        <PasswordField
          id="current-password"
          name="current_password"
          label={t("accountPage.currentPassword")}
          autoComplete="current-password"
          required
          errors={(errors.current_password ?? []).map((code) =>
            code === "current_wrong" ? t("accountPage.wrongPassword") : t("accountPage.currentRequired"),
          )}
        />
        <PasswordField
          id="new-password"
          name="password"
          label={t("password.password")}
          help={t("password.rule")}
          autoComplete="new-password"
          required
          errors={(errors.password ?? []).map((code) => `${t("password.password")}: ${t(`password.${code}`)}`)}
        />
        <PasswordField
          id="new-password-confirmation"
          name="password_confirmation"
          label={t("password.confirmation")}
          autoComplete="new-password"
          required
          errors={(errors.password_confirmation ?? []).map(() => t("password.mismatch"))}
        />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton name="intent" value="password" busy={busy} busyText={t("password.submitting")}>
            {t("accountPage.changePassword")}
          </SubmitButton>
          <div role="status">
            {answer?.done && !busy && (
              <Notice tone="good" icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}>
                {t("accountPage.passwordChanged")}
              </Notice>
            )}
            {typeof answer?.waitSeconds === "number" && !busy && (
              <Notice tone="alarm" icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}>
                {t("failures.too_many_requests", { seconds: answer.waitSeconds })}
              </Notice>
            )}
          </div>
        </div>
      </Form>
    </Card>
  );
}
