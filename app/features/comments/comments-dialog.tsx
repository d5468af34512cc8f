import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { isNewestDirty } from "#app/kit/forms/leave-guard.tsx";
import { useAskedClose } from "#app/kit/forms/use-asked-close.tsx";
import { CommentPanel } from "./comment-panel.tsx";
import "./texts.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  machine: { id: number; name: string };
  timezone: string;
};

/** A machine's comments over the page that is shown. */
export default function CommentsDialog({ open, onClose, machine, timezone }: Props) {
  const { t } = useTranslation();
  const { tryToClose, question } = useAskedClose(isNewestDirty, onClose);
  return (
    <Dialog
      open={open}
      onClose={tryToClose}
      title={t("comments.of", { name: machine.name })}
      actions={question ?? <Button onClick={tryToClose}>{t("comments.close")}</Button>}
    >
      <div className="mt-4">
        <CommentPanel deviceId={machine.id} timezone={timezone} first={null} />
      </div>
    </Dialog>
  );
}
