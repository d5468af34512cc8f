import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ChipButton } from "#app/kit/chip.tsx";
import { CommentPanel } from "./comment-panel.tsx";
import "./texts.ts";

type Props = { machine: { id: number; name: string }; timezone: string; count: number };

/** How many comments a machine has; opens them over the list. */
export function CommentsChip({ machine, timezone, count }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ChipButton
        icon={<MessageSquare className="size-3.5" aria-hidden="true" />}
        aria-label={t("comments.open", { name: machine.name, number: count })}
        onClick={() => setIsOpen(true)}
      >
        {count}
      </ChipButton>
      {isOpen && (
        <Dialog
          open
          onClose={() => setIsOpen(false)}
          title={t("comments.of", { name: machine.name })}
          actions={<Button onClick={() => setIsOpen(false)}>{t("comments.close")}</Button>}
        >
          <div className="mt-4">
            <CommentPanel deviceId={machine.id} timezone={timezone} first={null} />
          </div>
        </Dialog>
      )}
    </>
  );
}
