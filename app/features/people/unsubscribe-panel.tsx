import { Form, useNavigation } from "@remix-run/react";
import { MailX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import "./texts.ts";

/** Asks once, then tells; the way back is in the account. */
export function UnsubscribePanel({ state }: { state: "subscribed" | "done" | "already" }) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  if (state === "subscribed")
    return (
      <Form method="post" className="space-y-5">
        <p className="text-sm text-ink-soft">{t("unsubscribe.question")}</p>
        <SubmitButton
          tone="primary"
          className="w-full"
          busy={busy}
          busyText={t("unsubscribe.confirming")}
        >
          {t("unsubscribe.confirm")}
        </SubmitButton>
        <ButtonLink to="/account" className="w-full">
          {t("unsubscribe.toAccount")}
        </ButtonLink>
      </Form>
    );
  const isDone = state === "done";
  return (
    <div className="space-y-5">
      <Notice
        tone={isDone ? "good" : "quiet"}
        role="status"
        icon={<MailX className="size-4" aria-hidden="true" />}
        title={isDone ? t("unsubscribe.doneTitle") : t("unsubscribe.alreadyTitle")}
      >
        {isDone ? t("unsubscribe.done") : t("unsubscribe.already")} {t("unsubscribe.reEnable")}
      </Notice>
      <ButtonLink to="/account" className="w-full">
        {t("unsubscribe.toAccount")}
      </ButtonLink>
    </div>
  );
}
