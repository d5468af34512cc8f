import { useNavigate } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import "./texts.ts";

type Props = {
  label: string;
  /** Of what goes. */
  name: string;
  text: string;
  /** Where the list is that it was in. */
  listPath: string;
};

/** Asks, deletes what the page shows, and goes to the list. */
export function DeleteButton({ label, name, text, listPath }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} className="mt-4">
        <Trash2 className="size-4" aria-hidden="true" />
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("organizations.deleteCustomerTitle", { name })}
        text={text}
        confirm={{ label: t("organizations.delete"), busyLabel: t("organizations.deleting") }}
        intent={DELETE_AND_LEAVE}
        hidden={{}}
        onDone={() =>
          navigate(listPath, {
            replace: true,
            state: arrival(t("organizations.deleted", { name })),
          })
        }
      />
    </>
  );
}
