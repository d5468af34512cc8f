import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
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
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("comments.of", { name: machine.name })}
      actions={<Button onClick={onClose}>{t("comments.close")}</Button>}
    >
      <div className="mt-4">
        <CommentPanel deviceId={machine.id} timezone={timezone} first={null} />
      </div>
    </Dialog>
  );
}
