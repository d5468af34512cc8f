import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import "./texts.ts";

/** A new address that waits for its link, with the way to withdraw it. */
export function PendingEmail({ email }: { email: string | null }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {email !== null && (
        <Notice
          tone="quiet"
          role="status"
          icon={<MailCheck className="size-4" aria-hidden="true" />}
          title={t("accountPage.pendingTitle")}
        >
          <p className="break-words">{t("accountPage.pendingText", { email })}</p>
          <Button className="mt-2" onClick={() => setAsking(true)}>
            {t("accountPage.withdraw")}
          </Button>
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("accountPage.withdrawTitle", { email: email ?? "" })}
        text={t("accountPage.withdrawText")}
        confirm={{ label: t("accountPage.withdraw") }}
        intent="withdraw-email"
        hidden={{}}
        toast={{ done: () => t("accountPage.withdrawn") }}
      />
    </>
  );
}
