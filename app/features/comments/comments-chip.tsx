import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { ChipButton } from "#app/kit/chip.tsx";

const CommentsDialog = loadWhenOpened(() => import("./comments-dialog.tsx"), "crumbs.comments");

type Props = { machine: { id: number; name: string }; timezone: string; count: number };

/** How many comments a machine has; opens them over the list. */
export function CommentsChip({ machine, timezone, count }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ChipButton
        icon={<MessageSquare className="size-3.5" aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-label={t("machine.commentsOn", { name: machine.name, number: count })}
        onClick={() => setIsOpen(true)}
      >
        {count}
      </ChipButton>
      {isOpen && (
        <CommentsDialog
          open
          onClose={() => setIsOpen(false)}
          machine={machine}
          timezone={timezone}
        />
      )}
    </>
  );
}
