import { Form, useNavigation } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import "./texts.ts";

/** A new address that waits for its link, with the way to withdraw it. */
export function PendingEmail({
  email,
  isWithdrawn,
}: {
  email: string | null;
  isWithdrawn: boolean;
}) {
  const { t } = useTranslation();
  const busy = useNavigation().formData?.get("intent") === "withdraw-email";
  return (
    <div role="status">
      {email !== null && (
        <Notice
          tone="quiet"
          icon={<MailCheck className="size-4" aria-hidden="true" />}
          title={t("accountPage.pendingTitle")}
        >
          <p className="break-words">{t("accountPage.pendingText", { email })}</p>
          <Form method="post" preventScrollReset className="mt-2">
            <SubmitButton name="intent" value="withdraw-email" busy={busy}>
              {t("accountPage.withdraw")}
            </SubmitButton>
          </Form>
        </Notice>
      )}
      {email === null && isWithdrawn && (
        <Notice tone="good" icon={<MailCheck className="size-4" aria-hidden="true" />}>
          {t("accountPage.withdrawn")}
        </Notice>
      )}
    </div>
  );
}
