import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SUPPORT_URL } from "#app/domain/support.ts";
import "./later/texts.ts";

export default function NoFacilitiesDialog({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(false);
  const close = () => setDismissed(true);
  return (
    <Dialog
      open={open && !dismissed}
      onClose={close}
      title={t("noFacilities.title")}
      description={t("noFacilities.text")}
      actions={
        <>
          <ButtonAnchor href={SUPPORT_URL} target="_blank" rel="noreferrer">
            {t("noFacilities.support")}
          </ButtonAnchor>
          <Button autoFocus tone="primary" onClick={close}>
            {t("noFacilities.close")}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-sm text-ink-soft">{t("noFacilities.help")}</p>
    </Dialog>
  );
}
