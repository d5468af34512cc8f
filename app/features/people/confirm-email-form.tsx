import { useTranslation } from "react-i18next";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import "./texts.ts";

/** Sent by the page itself, once, where scripts run: opening the link is enough. Else by its button. */
export function ConfirmEmailForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  return (
    <PageForm
      id="confirm-email"
      intent="confirm_email"
      answer={answer}
      defaultValue={{}}
      submit={{ label: t("confirmEmail.submit"), busyLabel: t("confirmEmail.submitting") }}
      sendsItself
    />
  );
}
