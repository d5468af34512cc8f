import { useEffect, useState, type ReactNode } from "react";
import type { z } from "zod";
import { FormElement, FormSubmit, type SubmitWords } from "./form-parts.tsx";
import { useDoneToast, type ToastWords } from "./use-done-toast.tsx";
import { ProblemSummary } from "./problem-summary.tsx";
import {
  useResourceForm,
  type ResourceFormOptions,
  type ResourceFormState,
} from "./use-resource-form.ts";

type Props<Schema extends z.ZodObject, Done> = ResourceFormOptions<Schema, Done> & {
  submit: SubmitWords;
  toast?: ToastWords<Done>;
  /** Beside the button, such as a way back. */
  aside?: ReactNode;
  className?: string;
  /** Asks before the page is left with something filled in. On unless said otherwise. */
  guard?: boolean;
  /** What the address says of the form's part of the page (LeaveGuard). */
  params?: readonly string[];
  children: (form: ResourceFormState<Schema>) => ReactNode;
};

/**
 * A form that stands in a page, from a contract. The page's action answers it by `answerForm` and the page exports
 * `clientAction = keepTyped`; the form keeps what was typed, shows problems at fields and above the button, says what was
 * done in a toast, and begins anew with the page's fresh data.
 *
 *     <ResourceForm id="tier" intent="save" schema={tierContract} defaultValue={{ name }}
 *       submit={{ label: t("tiers.save") }} toast={{ done: () => t("tiers.saved") }}>
 *       {(form) => <Field {...form.textProps("name", t("tiers.name"))} />}
 *     </ResourceForm>
 */
export function ResourceForm<Schema extends z.ZodObject, Done>({
  toast,
  onDone,
  ...props
}: Props<Schema, Done>) {
  const [{ round, isFresh }, setRound] = useState({ round: 0, isFresh: false });
  const [say, said, sayFailed] = useDoneToast(toast);
  const finish = (done: Done) => {
    say(done);
    setRound({ round: round + 1, isFresh: false });
    onDone?.(done);
  };
  return (
    <>
      <FormRound<Schema, Done>
        key={round}
        {...props}
        isPrepared={round > 0}
        takesFocus={round > 0 && !isFresh}
        onDone={finish}
        onRefused={sayFailed}
        onFresh={() => setRound({ round: round + 1, isFresh: true })}
      />
      {said}
    </>
  );
}

function FormRound<Schema extends z.ZodObject, Done>({
  submit,
  aside,
  className = "space-y-5",
  guard = true,
  params,
  takesFocus,
  children,
  ...options
}: Omit<Props<Schema, Done>, "toast"> & { takesFocus: boolean }) {
  const form = useResourceForm(options);
  const { id } = options;
  useEffect(() => {
    // The button that was pressed went with the round before.
    if (takesFocus && document.activeElement === document.body)
      document
        .querySelector<HTMLElement>(`[type=submit][form="${id}"]`)
        ?.focus({ preventScroll: true });
  }, [id, takesFocus]);
  return (
    <FormElement form={form} className={className} guard={guard} params={params}>
      {children(form)}
      <div className="flex flex-wrap items-center gap-3">
        <FormSubmit form={form} words={submit} />
        {aside}
        {!form.busy && <ProblemSummary form={form} />}
      </div>
    </FormElement>
  );
}
