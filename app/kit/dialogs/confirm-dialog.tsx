import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { FormElement, FormSubmit } from "#app/kit/forms/form-parts.tsx";
import { ProblemSummary } from "#app/kit/forms/problem-summary.tsx";
import { useDoneToast, useOpenings, type ToastWords } from "#app/kit/forms/use-done-toast.tsx";
import { useGone } from "#app/kit/forms/use-gone.ts";
import { useResourceForm } from "#app/kit/forms/use-resource-form.ts";
import "#app/kit/texts.ts";

type Props<Done> = {
  open: boolean;
  /** Answered either way. */
  onClose: () => void;
  /** Names what goes: "Delete Feeder jam?" */
  title: string;
  /** What happens to what depends on it, and whether it can be undone. */
  text: string;
  /** Things that go with it, by name. */
  goes?: readonly string[];
  confirm: { label: string; busyLabel?: string };
  /** Of the button that leaves everything as it is; "Cancel" unless it can say more. */
  keep?: string;
  /** This must be typed before the button works: for what takes much with it. */
  typeToConfirm?: string;
  /** What the page's action is asked for, and the fields that name the thing. */
  intent: string;
  hidden: Record<string, string | number>;
  action?: string;
  toast?: ToastWords<Done>;
  onDone?: (done: Done) => void;
  onRefused?: (problem: string) => void;
};

const NOTHING = z.object({});

/**
 * Asks before something goes, and sends it: a form of the kit, answered by `answerForm`. It stays open while it is on its
 * way and when it fails, and says why. The focus begins on the button that keeps. Asked from a form in a dialog, it stands
 * beside it in the code and over it on the screen: the form stays open, with what was typed, until `onDone`.
 *
 *     <ConfirmDialog open={gone !== null} onClose={close} title={t("thing.deleteTitle", { name })}
 *       text={t("thing.deleteText")} confirm={{ label: t("thing.delete") }} intent="delete" hidden={{ id }} />
 */
export function ConfirmDialog<Done>({ toast, ...props }: Props<Done>) {
  const [say, said, sayFailed] = useDoneToast(toast);
  const round = useOpenings(props.open);
  return (
    <>
      <OpenQuestion<Done>
        key={round}
        {...props}
        onRefused={sayFailed}
        onDone={(done) => {
          say(done);
          props.onDone?.(done);
          props.onClose();
        }}
      />
      {said}
    </>
  );
}

function OpenQuestion<Done>({
  open,
  onClose,
  title,
  text,
  goes = [],
  confirm,
  keep,
  typeToConfirm,
  ...options
}: Omit<Props<Done>, "toast">) {
  const { t } = useTranslation();
  const id = useId();
  const form = useResourceForm({ id, schema: NOTHING, defaultValue: {}, ...options });
  const [typed, setTyped] = useState("");
  const [isGone, leaveGone] = useGone(form, onClose);
  const isTyped =
    typeToConfirm === undefined || typed.trim().toLowerCase() === typeToConfirm.toLowerCase();
  return (
    <Dialog
      open={open}
      onClose={() => !form.busy && (isGone ? leaveGone() : onClose())}
      role="alertdialog"
      title={title}
      description={text}
      actions={
        isGone ? (
          <Button autoFocus onClick={leaveGone}>
            {t("drawer.close")}
          </Button>
        ) : (
          <>
            <Button autoFocus={typeToConfirm === undefined} onClick={onClose}>
              {keep ?? t("kit.cancel")}
            </Button>
            <FormSubmit
              isAtEnd
              form={form}
              words={{
                ...confirm,
                tone: "danger",
                off: isTyped ? null : t("kit.typeFirst", { word: typeToConfirm ?? "" }),
              }}
            />
          </>
        )
      }
    >
      {goes.length > 0 && (
        <div className="mt-3 text-sm">
          <h3 id={`${id}-goes`} className="font-medium">
            {t("kit.goes")}
          </h3>
          <ul
            aria-labelledby={`${id}-goes`}
            className="mt-1 max-h-48 list-disc overflow-y-auto pl-5 text-ink-soft"
          >
            {goes.map((name) => (
              <li key={name} className="break-words">
                {name}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormElement form={form} className="mt-4 space-y-3">
        {typeToConfirm !== undefined && (
          <Field
            id={`${id}-typed`}
            label={t("kit.typeToConfirm", { word: typeToConfirm })}
            value={typed}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {!form.busy && <ProblemSummary form={form} />}
      </FormElement>
    </Dialog>
  );
}
