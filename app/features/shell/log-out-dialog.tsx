import { Form, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHold } from "#app/components/hold-pages.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./texts.ts";

export default function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  // A held page is opened later, and opening the address of this form logs nobody out.
  const hold = useHold();
  const leaving = useNavigation().formAction === "/logout";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t("logOutDialog.title")}
      description={t("logOutDialog.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("logOutDialog.cancel")}</Button>
          <Form
            method="post"
            action="/logout"
            className="contents"
            onSubmit={(event) => hold !== null && event.preventDefault()}
          >
            <Button autoFocus type="submit" tone="primary" disabled={leaving}>
              {t("logOutDialog.confirm")}
            </Button>
          </Form>
        </>
      }
    >
      {hold !== null && (
        <div className="mt-4">
          <hold.Notice asksOnly />
        </div>
      )}
    </Dialog>
  );
}
