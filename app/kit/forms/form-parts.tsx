import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useHold } from "#app/components/hold-pages.ts";
import { FIELD } from "#app/components/use-focus-return.ts";
import { useSecondPress } from "#app/components/use-second-press.ts";
import { SEND_KEY } from "#app/domain/send-key.ts";
import { isServed } from "#app/components/is-served.ts";
import type { ButtonTone } from "#app/components/ui/button.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import type { ResourceFormState } from "./use-resource-form.ts";

export type SubmitWords = {
  label: string;
  /** While it is on its way. */
  busyLabel?: string;
  tone?: ButtonTone;
  /** As small as the buttons beside it. */
  size?: "small";
  /** Before the label. */
  icon?: ReactNode;
  /** Why it is off, in words beside it; null: it is on. */
  off?: string | null;
};

/** The form element with its hidden fields; it asks before the page, or its part of it, is left with something filled in. */
export function FormElement({
  form,
  className,
  guard = true,
  params,
  isOver,
  children,
}: {
  form: ResourceFormState;
  className?: string;
  /** False where somebody else asks. */
  guard?: boolean;
  /** What the address says of the form's part of the page (LeaveGuard). */
  params?: readonly string[] | undefined;
  /** It stands over the page (LeaveGuard). */
  isOver?: boolean;
  children: ReactNode;
}) {
  const { Form, elementProps, hidden, begin, isReady } = form;
  const { action } = elementProps;
  // What was chosen in the form may say which address it is.
  const [prepared, setPrepared] = useState(form.isPrepared ? action : undefined);
  /** Helios answered: the form is submitted once more, and sent then. */
  const isToBeSent = useRef(false);
  const hold = useHold();
  /**
   * Before Remix knows what stands at the address, a form is sent only when Helios answers: it would be on its way until then,
   * and nobody would be told why. So is any while Helios is not reached: nobody is told then that it may have arrived.
   */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    elementProps.onSubmit(event);
    const isAnswered = hold === null && (action === undefined || action === prepared);
    if (event.defaultPrevented || isAnswered) return;
    if (isToBeSent.current) {
      isToBeSent.current = false;
      return;
    }
    event.preventDefault();
    const { currentTarget: element } = event;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const contents = new FormData(element, submitter);
    form.setAsked(true);
    void isServed().then((isThere) => {
      form.setAsked(false);
      if (!isThere) return form.sayNotSent(contents);
      isToBeSent.current = true;
      element.requestSubmit(submitter);
    });
  };
  // The form's present contents are what it began with.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(begin, [isReady]);
  return (
    // Remix asks Helios once what stands at an address: with the page, so that the form can be sent while offline.
    <Form
      {...elementProps}
      onSubmit={onSubmit}
      data-discover="true"
      preventScrollReset
      className={className}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* Its value is the browser's own (useResourceForm): a page that was written on the server has none. */}
      <input type="hidden" name={SEND_KEY} />
      {children}
      {/* One that is done waits for its page to be read again. */}
      {hold !== null && !form.busy && <hold.Notice asksOnly={form.isQuestion} />}
      {action !== undefined && action !== prepared && (
        <Preparing key={action} action={action} onReady={() => setPrepared(action)} />
      )}
      {guard && <LeaveGuard isDirty={form.isDirty} params={params} isOver={isOver} />}
    </Form>
  );
}

/**
 * Loads the module of the address, and goes when it is there. Its fetcher is not the form's: a form may be sent before, and
 * what comes of this after the form's answer would take that answer's place.
 */
function Preparing({ action, onReady }: { action: string; onReady: () => void }) {
  const { load, state } = useFetcher();
  const hasBegun = useRef(false);
  useEffect(() => load(action), [load, action]);
  useEffect(() => {
    if (state === "loading") hasBegun.current = true;
    else if (hasBegun.current) onReady();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it ended
  }, [state]);
  return null;
}

type SubmitProps = {
  form: ResourceFormState;
  words: SubmitWords;
  /** The row's buttons stand at its end, the reason at its beginning; else the button begins it. It stays as the reason goes. */
  isAtEnd?: boolean;
};

/** The button that sends; while it is off it stays in reach of the keyboard and says why. */
export function FormSubmit({ form, words, isAtEnd = false }: SubmitProps) {
  const { label, busyLabel, tone = "primary", size, icon, off = null } = words;
  const reasonId = `${form.id}-off`;
  useSecondPress();
  return (
    <>
      {off !== null && (
        <p
          id={reasonId}
          className={cx(
            "order-last min-w-0 flex-1 self-center text-xs text-ink-faint",
            isAtEnd && "sm:order-first",
          )}
        >
          {off}
        </p>
      )}
      <SubmitButton
        form={form.id}
        tone={tone}
        busy={form.busy}
        off={off !== null}
        aria-describedby={off === null ? undefined : reasonId}
        {...(size === undefined ? {} : { size })}
        {...(busyLabel === undefined ? {} : { busyText: busyLabel })}
      >
        {icon}
        {label}
      </SubmitButton>
    </>
  );
}

/**
 * In the form of a dialog or drawer: the focus begins in its first field, not on the button that closes; once the fields
 * have come, where they come later, unless something else in it was gone to meanwhile.
 */
export function FocusFirst({ isReady = true }: { isReady?: boolean }) {
  const [mark, setMark] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isElsewhere =
      focused instanceof HTMLElement &&
      focused.tabIndex >= 0 &&
      focused.closest("[aria-modal=true]") === mark?.closest("[aria-modal=true]");
    if (mark && !isElsewhere) mark.closest("form")?.querySelector<HTMLElement>(FIELD)?.focus();
  }, [mark, isReady]);
  return <span ref={setMark} hidden />;
}
