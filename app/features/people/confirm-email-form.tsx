import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import "./texts.ts";

/** Sent by the page itself, once, where scripts run: opening the link is enough. Else by its button. */
export function ConfirmEmailForm() {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || form.current === null) return;
    isSent.current = true;
    void submit(form.current);
  }, [submit]);
  return (
    <Form method="post" ref={form} replace>
      <SubmitButton
        tone="primary"
        className="w-full"
        busy={busy}
        busyText={t("confirmEmail.submitting")}
      >
        {t("confirmEmail.submit")}
      </SubmitButton>
    </Form>
  );
}
