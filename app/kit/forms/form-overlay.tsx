import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { FocusFirst, FormElement, FormSubmit, type SubmitWords } from "./form-parts.tsx";
import { ProblemSummary } from "./problem-summary.tsx";
import { useAskedClose } from "./use-asked-close.tsx";
import { useGone } from "./use-gone.ts";
import { useDoneToast, useOpenings, type ToastWords } from "./use-done-toast.tsx";
import {
  useResourceForm,
  type ResourceFormOptions,
  type ResourceFormState,
} from "./use-resource-form.ts";
import "#app/kit/texts.ts";

type Props<Schema extends z.ZodObject, Done> = Omit<ResourceFormOptions<Schema, Done>, "answer"> & {
  open: boolean;
  /** Closed by hand, or done. */
  onClose: () => void;
  title: string;
  /** Below the title. */
  lead?: string;
  submit: SubmitWords;
  /** What it is about is not there any more: nothing can be sent, and the page is read again when it is closed. */
  isGone?: boolean;
  /** What the address says of it, where the address opens it: one and the same array. */
  params?: readonly string[];
  toast?: ToastWords<Done>;
  children: (form: ResourceFormState<Schema>) => ReactNode;
};

/**
 * A short form that decides something, in a dialog: from a contract, sent in the background, closed when it was done.
 * Each time it opens it begins anew; closing it with something filled in asks first. The page's action answers it by
 * `answerForm` and the route exports `clientAction = keepTyped`.
 *
 *     <FormDialog open={open} onClose={close} title={t("thing.snooze")} id="snooze" intent="snooze"
 *       schema={alarmSnooze} hidden={{ id }} defaultValue={{ minutes: "30" }} submit={{ label: t("thing.snooze") }}
 *       toast={{ done: () => t("thing.snoozed"), durationMs: 3_000 }}>
 *       {(form) => <SelectField {...form.fieldProps("minutes", t("thing.minutes"))} options={…} />}
 *     </FormDialog>
 */
export function FormDialog<Schema extends z.ZodObject, Done>(props: Props<Schema, Done>) {
  return <FormOverlay {...props} kind="dialog" />;
}

/** The same in a drawer from the right, 550 wide: for quick entry of more than a few fields. */
export function FormDrawer<Schema extends z.ZodObject, Done>(props: Props<Schema, Done>) {
  return <FormOverlay {...props} kind="drawer" />;
}

function FormOverlay<Schema extends z.ZodObject, Done>({
  toast,
  ...props
}: Props<Schema, Done> & { kind: "dialog" | "drawer" }) {
  const [say, said, sayFailed] = useDoneToast(toast);
  const round = useOpenings(props.open);
  return (
    <>
      <OpenForm<Schema, Done>
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

function OpenForm<Schema extends z.ZodObject, Done>({
  kind,
  open,
  onClose,
  title,
  lead,
  submit,
  isGone: isKnownGone = false,
  params,
  children,
  ...options
}: Omit<Props<Schema, Done>, "toast"> & { kind: "dialog" | "drawer" }) {
  const { t } = useTranslation();
  const form = useResourceForm({ ...options, isOpen: open });
  const { tryToClose, question } = useAskedClose(form.isDirty, onClose);
  const [isGone, leaveGone] = useGone(form, onClose, isKnownGone);
  const close = () => !form.busy && (isGone ? leaveGone() : tryToClose());
  const buttons = isGone ? (
    <Button autoFocus onClick={leaveGone}>
      {t("drawer.close")}
    </Button>
  ) : (
    (question ?? (
      <>
        <Button onClick={onClose} className="shrink-0">
          {t("kit.cancel")}
        </Button>
        <FormSubmit form={form} words={submit} isAtEnd />
      </>
    ))
  );
  const fields = (
    <FormElement form={form} className="space-y-5" params={params} isOver>
      <FocusFirst isReady={form.isReady} />
      {children(form)}
      {!form.busy && <ProblemSummary form={form} />}
    </FormElement>
  );
  return kind === "dialog" ? (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      {...(lead === undefined ? {} : { description: lead })}
      actions={buttons}
    >
      <div className="mt-4">{fields}</div>
    </Dialog>
  ) : (
    <Drawer open={open} onClose={close} title={title} lead={lead} footer={buttons}>
      {fields}
    </Drawer>
  );
}
