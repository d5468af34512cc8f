import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from "react";
import type { z } from "zod";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useFormValidity } from "#app/components/forms/use-form-validity.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FormAnswer } from "./form-answer.ts";
import { useProblemForm, type ContractForm, type ProblemFormOptions } from "./use-problem-form.ts";

type Props<Schema extends z.ZodObject> = Omit<ProblemFormOptions<Schema>, "check"> & {
  /** Of the contract, which comes when somebody begins to type: the page is there sooner. Left out: nothing is typed. */
  loadSchema?: () => Promise<Schema>;
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
  loadSchema,
  className = "space-y-5",
  children,
  ...options
}: Props<Schema>) {
  const last = answer?.intent === intent ? answer : undefined;
  const { check, load } = useContractOnFocus(loadSchema);
  const form = useProblemForm<Schema>({ ...options, answer: last, check });
  const noteLeft = useCheckOnceLoaded(check !== null, form.validate);
  const navigation = useNavigation();
  const busy =
    navigation.state !== "idle" && (navigation.formData?.get("intent") ?? intent) === intent;
  const { ref, valid, check: look } = useFormValidity();
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
    <Form
      {...form.formProps}
      method="post"
      ref={ref}
      onInput={look}
      onFocus={load}
      onBlur={noteLeft}
      className={className}
    >
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

function useContractOnFocus<Schema extends z.ZodObject>(
  loadSchema: (() => Promise<Schema>) | undefined,
) {
  const [check, setCheck] = useState<ProblemFormOptions<Schema>["check"]>(null);
  const load = () => {
    if (check !== null || loadSchema === undefined) return;
    // What cannot be loaded Helios checks; the next field asks again.
    Promise.all([import("./parse-form.ts"), loadSchema()]).then(
      ([{ parseForm }, schema]) =>
        setCheck(() => (form: FormData) => parseForm(form, schema) as never),
      () => undefined,
    );
  };
  return { check, load };
}

/** Fields that were left before they could be checked are checked then. */
function useCheckOnceLoaded(canCheck: boolean, validate: (name: string) => void) {
  const left = useRef(new Set<string>());
  useEffect(() => {
    if (!canCheck) return;
    for (const name of left.current) validate(name);
    left.current.clear();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the check comes
  }, [canCheck]);
  return ({ target }: FocusEvent<HTMLFormElement>) => {
    if (!canCheck && (target as unknown) instanceof HTMLInputElement)
      left.current.add((target as unknown as HTMLInputElement).name);
  };
}
