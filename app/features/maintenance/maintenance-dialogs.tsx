import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { useDoneToast } from "#app/kit/forms/use-done-toast.tsx";
import type { Work } from "./complete-dialog.tsx";
import { CompleteDialog, whileThereIsWork } from "./complete-when-opened.ts";
import type { MaintenanceDone } from "./maintenance-forms.ts";
import "./texts.ts";

const SnoozeDialog = loadWhenOpened(
  () => import("./snooze-dialog.tsx"),
  "maintenance.snooze",
  whileThereIsWork,
);

export type OpenedDialog = { what: "complete" | "snooze" | "delete"; work: Work };

/** What is done to one maintenance of the tab. They stand outside of it: what was deleted takes its own place with it. */
export function MaintenanceDialogs({
  opened,
  nowMs,
  onClose,
}: {
  /** null: none is open; undefined: none was yet. */
  opened: OpenedDialog | null | undefined;
  nowMs: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [say, said] = useDoneToast<string>({ done: (text) => text, durationMs: 3_000 });
  const workOf = (what: OpenedDialog["what"]) => (opened?.what === what ? opened.work : null);
  const gone = workOf("delete");
  return (
    <>
      {opened !== undefined && (
        <>
          <CompleteDialog
            work={workOf("complete")}
            nowMs={nowMs}
            onClose={onClose}
            onDone={({ name }, repeat) => say(repeat ?? t("complete.done", { name }))}
          />
          <SnoozeDialog
            work={workOf("snooze")}
            nowMs={nowMs}
            onClose={onClose}
            onDone={({ name }) => say(t("maintenance.snoozed", { name }))}
          />
          <ConfirmDialog<MaintenanceDone>
            open={gone !== null}
            onClose={onClose}
            title={t("maintenance.deleteTitle", { name: gone?.name ?? "" })}
            text={t("maintenance.deleteText", { machine: gone?.deviceName ?? "" })}
            confirm={{ label: t("maintenance.delete") }}
            intent="delete"
            hidden={{ id: gone?.id ?? "" }}
            onDone={() => say(t("maintenance.deleted", { name: gone?.name ?? "" }))}
          />
        </>
      )}
      {said}
    </>
  );
}
