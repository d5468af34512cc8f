import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { z } from "zod";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useFormValidity } from "#app/components/forms/use-form-validity.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FormAnswer } from "./form-answer.ts";
import {
  useContractForm,
  type ContractForm,
  type ContractFormOptions,
} from "./use-contract-form.ts";

type Props<Schema extends z.ZodObject> = ContractFormOptions<Schema> & {
  /** Which form it is: what the page's action answers (`answerForm({ intent, … })`). */
  intent: string;
  /** Left out: a form that sends by a button of its own. */
  submit?: { label: string; busyLabel: string; tone?: "primary" | "quiet" };
  /** Why nothing can be sent yet, beside the button that is off until the browser finds each field filled in. */
  missing?: string;
  /** How long what is wrong with no field stands; left out: until it is sent again. */
  failureMs?: number;
  /** Sent by itself where scripts run, once. */
  sendsItself?: boolean;
  className?: string;
  children?: (form: ContractForm<Schema> & { busy: boolean }) => ReactNode;
};

/**
 * A contract's form whose answer is a whole page or leads to another one, such as signing in: what ResourceForm sends in
 * the background, this sends as the browser does, so that it works before a page's scripts have come and without them.
 * The page's action answers it by `answerForm`; what is wrong stands above it until it is sent again.
 */
export function PageForm<Schema extends z.ZodObject>({
  intent,
  answer,
  submit,
  missing,
  failureMs,
  sendsItself = false,
  className = "space-y-5",
  children,
  ...options
}: Props<Schema>) {
  const last = answer?.intent === intent ? answer : undefined;
  const form = useContractForm({ ...options, answer: last });
  const navigation = useNavigation();
  const busy =
    navigation.state !== "idle" && (navigation.formData?.get("intent") ?? intent) === intent;
  const { ref, valid, check } = useFormValidity();
  const sent = useRef(false);
  useEffect(() => {
    if (!sendsItself || sent.current) return;
    sent.current = true;
    ref.current?.requestSubmit();
  }, [sendsItself, ref]);
  // First: the labels of the fields come with them.
  const fields = children?.({ ...form, busy });
  const isOff = missing !== undefined && !valid;
  const whyId = `${form.id}-why`;
  return (
    <Form {...form.formProps} method="post" ref={ref} onInput={check} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <Problems answer={last} form={form} failureMs={failureMs} />
      {fields}
      {submit && (
        <div>
          <SubmitButton
            tone={submit.tone ?? "primary"}
            className="w-full"
            busy={busy}
            busyText={submit.busyLabel}
            disabled={isOff}
            aria-describedby={isOff ? whyId : undefined}
          >
            {submit.label}
          </SubmitButton>
          {missing !== undefined && (
            <p id={whyId} className="mt-2 min-h-5 text-center text-sm text-ink-faint">
              {isOff ? missing : null}
            </p>
          )}
        </div>
      )}
    </Form>
  );
}

/** What Helios refused: the whole first, else a line for each field with its name (spec 000 §2). */
function Problems({
  form,
  answer,
  failureMs,
}: {
  form: Pick<ContractForm, "linesOf">;
  answer: FormAnswer | undefined;
  failureMs: number | undefined;
}) {
  const isPassing = failureMs !== undefined;
  const [shown, setShown] = useState(answer);
  useEffect(() => {
    setShown(answer);
    if (failureMs === undefined) return;
    const timer = setTimeout(() => setShown(undefined), failureMs);
    return () => clearTimeout(timer);
  }, [answer, failureMs]);
  if (shown === undefined || shown.done !== null) return null;
  const { "": whole, ...fields } = shown.result.error ?? {};
  const lines = form.linesOf(whole ? { "": whole } : isPassing ? {} : fields);
  if (lines.length === 0) return null;
  return (
    <Notice
      tone="alarm"
      role="alert"
      icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
    >
      {lines.map(({ name, text }) => (
        <span key={name} className="block">
          {text}
        </span>
      ))}
    </Notice>
  );
}
