import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import "./texts.ts";

/** What the page is called then, in its tab too. */
export const DEAD_LINK_TITLE = "password.badLinkTitle";

/** A set-up or reset link that was used, or is too old. Who may ask for a new one alone is led there. */
export function DeadLink({ canRequest = false }: { canRequest?: boolean }) {
  const { t } = useTranslation();
  return (
    <AuthFrame
      title={t(DEAD_LINK_TITLE)}
      lead={canRequest ? t("deadLink.resetText") : t("password.badLinkText")}
    >
      <div className="flex flex-col gap-2">
        {canRequest && (
          <ButtonLink to="/login/reset-password-request" tone="primary">
            {t("deadLink.requestNew")}
          </ButtonLink>
        )}
        <ButtonLink to="/login">{t("password.toSignIn")}</ButtonLink>
      </div>
    </AuthFrame>
  );
}
