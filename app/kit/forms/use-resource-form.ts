import type { DefaultValue } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { newSendKey, SEND_KEY } from "#app/domain/send-key.ts";
import { UNTOUCHED } from "#app/domain/untouched.ts";
import { followFresh } from "./follow-fresh.ts";
import type { FormAnswer } from "./form-answer.ts";
import { refuseSent } from "./refuse-sent.ts";
import { contentsOf, firstContents, isTouched, untouchedOf, type Contents } from "./touched.ts";
import { useContractForm } from "./use-contract-form.ts";

export type ResourceFormOptions<Schema extends z.ZodObject, Done> = {
  /** Of the form element; unique on the page. */
  id: string;
  /** Which form it is: what the page's action asks for (`answerForm({ intent, … })`). */
  intent: string;
  schema: Schema;
  defaultValue: DefaultValue<z.input<Schema>>;
  /** Another route's address. Its module must be loaded before the network can be lost: this loads it once. */
  action?: string;
  /** The page's action data, for who has no JavaScript. */
  answer?: FormAnswer | undefined;
  /** Whether an earlier round of the form has loaded the module of `action` already. */
  isPrepared?: boolean;
  /** False while the form's fields are still being read: what it begins with is what it holds then. */
  isReady?: boolean;
  /** False while it is closing: what it says then is of nothing that stands. */
  isOpen?: boolean;
  /** Hidden fields, such as the id of the thing. */
  hidden?: Record<string, string | number>;
  /** Once for each answer that did something. */
  onDone?: ((done: Done) => void) | undefined;
  /** Once for each answer that refused; the first problem in words, with its field. */
  onRefused?: ((problem: string) => void) | undefined;
  /** The page was read again and says something else, while nobody touched the form or is in it: it may begin anew. */
  onFresh?: (() => void) | undefined;
};

export type ResourceFormState<Schema extends z.ZodObject = z.ZodObject> = ReturnType<
  typeof useResourceForm<Schema, unknown>
>;

/** A contract's form that is sent in the background: the page stays, its data is read again when something was done. */
export function useResourceForm<Schema extends z.ZodObject, Done>({
  id,
  intent,
  schema,
  defaultValue,
  action,
  answer,
  isPrepared = false,
  isReady = true,
  isOpen = true,
  hidden = {},
  onDone,
  onRefused,
  onFresh,
}: ResourceFormOptions<Schema, Done>) {
  const fetcher = useFetcher<FormAnswer<Done>>();
  /** What a form is told that was not sent at all. */
  const [unsent, setUnsent] = useState<FormAnswer<Done> | null>(null);
  /** Helios is asked whether it answers, before the form is sent: on a slow network that takes as long as sending. */
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (fetcher.state !== "idle") setUnsent(null);
  }, [fetcher.state]);
  const sent = unsent ?? (isAnswer(fetcher.data) ? fetcher.data : undefined);
  const last = sent ?? (answer?.intent === intent ? (answer as FormAnswer<Done>) : undefined);
  const isQuestion = Object.keys(schema.shape).every((name) => name in hidden);
  const contract = useContractForm({ id, schema, answer: last, defaultValue, isQuestion });
  // A refusal is an answer before the page is read again: what is typed can be mended, or left, at once.
  const isRefused = fetcher.state === "loading" && sent?.done === null;
  const isOnItsWay = fetcher.state !== "idle" && fetcher.formMethod === "POST" && !isRefused;
  const busy = isAsked || isOnItsWay;

  const element = useRef<HTMLFormElement>(null);
  const first = useRef<Contents>(new Map());
  const begin = () => {
    const form = element.current;
    if (form === null) return;
    first.current = firstContents(form, new FormData(form));
    nameAnew(form);
    const fields = Object.keys(schema.shape).filter((name) => !(name in hidden));
    // Whatever makes the form's data, by whichever way it is sent.
    const note = ({ formData }: FormDataEvent) =>
      formData.set(UNTOUCHED, untouchedOf(fields, first.current, contentsOf(formData)).join());
    form.addEventListener("formdata", note);
    return () => form.removeEventListener("formdata", note);
  };
  const isDirty = useCallback(() => {
    const form = element.current;
    return form !== null && isTouched(first.current, contentsOf(new FormData(form)));
  }, []);

  // What others changed meanwhile.
  const shown = useRef(defaultValue);
  const saysNow = JSON.stringify(defaultValue);
  useEffect(() => {
    const form = element.current;
    if (form === null || busy || !isOpen || saysNow === JSON.stringify(shown.current)) return;
    if (onFresh && !isDirty() && !form.contains(document.activeElement)) return onFresh();
    followFresh(form, first.current, { ...shown.current }, { ...defaultValue });
    shown.current = defaultValue;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each that the page says
  }, [saysNow, busy, isOpen]);

  const told = useRef<FormAnswer<Done> | undefined>(undefined);
  // Idle: the page's data is read again already.
  const isAnswered = fetcher.state === "idle" || isRefused;
  useEffect(() => {
    if (!isAnswered || sent === undefined || sent === told.current) return;
    if (sent.done === null) {
      // What was typed is checked again when the answer is taken over; its problems are there then.
      if (!contract.isRefused) return;
      told.current = sent;
      onRefused?.(contract.fieldProblems()[0]?.text ?? contract.formErrors[0] ?? "");
      return;
    }
    told.current = sent;
    if (element.current) {
      first.current = contentsOf(new FormData(element.current));
      nameAnew(element.current);
    }
    onDone?.(sent.done);
  }, [isAnswered, sent, onDone, onRefused, contract]);

  /** Says of what would have been sent that it was not, as Helios does not answer. */
  const sayNotSent = (contents: FormData) =>
    setUnsent(refuseSent(contents, { code: "not_sent" }) as FormAnswer<Done> | null);

  return {
    ...contract,
    /** The form element, with its hidden fields inside: `<form.Form {...}>`. */
    Form: fetcher.Form,
    elementProps: { ...contract.formProps, ref: element, method: "post" as const, action },
    hidden: { ...hidden, intent },
    sayNotSent,
    setAsked,
    busy,
    /** It only asks: nothing is filled in. */
    isQuestion,
    isReady,
    /** What the form did last; null before. */
    done: last?.done ?? null,
    /** Whether anything was filled in since it was opened or last done. */
    isDirty,
    /** Called by the form element when it is mounted, and once more when its fields have come. */
    begin,
    /** Whether the module that it is sent to was loaded by an earlier round. */
    isPrepared,
  };
}

const isAnswer = (data: unknown): data is FormAnswer<never> =>
  typeof data === "object" && data !== null && "result" in data && "intent" in data;

/** What is filled in from now on is another thing than what was sent before. */
function nameAnew(form: HTMLFormElement): void {
  const field = form.elements.namedItem(SEND_KEY);
  if (field instanceof HTMLInputElement) field.value = newSendKey();
}
