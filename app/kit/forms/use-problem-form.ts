import {
  getFormProps,
  getInputProps,
  parse,
  useForm,
  type DefaultValue,
  type FieldMetadata,
  type Submission,
} from "@conform-to/react";
import { useRef, useState } from "react";
import type { z } from "zod";
import type { Problem } from "#app/domain/problems.ts";
import type { FormAnswer } from "./form-answer.ts";
import { teachRefusal } from "./refuse-sent.ts";
import { useHeldInPress } from "./use-held-in-press.ts";
import { useLostChecksDropped } from "./use-lost-checks-dropped.ts";
import { useProblemWords } from "./use-problem-words.ts";

teachRefusal((sent, problem) => {
  const textOf = (name: string): string | null => {
    const value = sent.get(name);
    return typeof value === "string" ? value : null;
  };
  const submission = parse(sent, { resolve: () => ({ error: { "": [problem] } }) });
  return {
    intent: textOf("intent") ?? "",
    id: textOf("id"),
    done: null,
    result: submission.reply() as FormAnswer["result"],
  };
});

export type ProblemFormOptions<Schema extends z.ZodObject> = {
  /** Of the form element; fields are named after it. */
  id: string;
  answer: FormAnswer | undefined;
  defaultValue: DefaultValue<z.input<Schema>>;
  /** By the contract (parse-form.ts). Null while it has not come: what is sent then Helios alone checks. */
  check: ((form: FormData) => Submission<z.output<Schema>, Problem[]>) | null;
  /** Nothing is filled in: it only asks. */
  isQuestion?: boolean;
};

/** A field with something wrong, for the summary above the buttons. */
export type FieldProblem = { name: string; text: string };

type Problems = Record<string, readonly Problem[] | null | undefined>;

export type ContractForm<Schema extends z.ZodObject = z.ZodObject> = ReturnType<
  typeof useProblemForm<Schema>
>;

/** What useContractForm is made of: problems in words at their fields, checked in the browser by whatever `check` is given. */
export function useProblemForm<Schema extends z.ZodObject>({
  id,
  answer,
  defaultValue,
  check,
  isQuestion = false,
}: ProblemFormOptions<Schema>) {
  useLostChecksDropped();
  const words = useProblemWords(isQuestion ? "asked" : undefined);
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>, Problem[]>({
    id,
    lastResult: answer !== undefined && answer.done === null ? answer.result : null,
    shouldValidate: check ? "onBlur" : "onSubmit",
    shouldRevalidate: check ? "onInput" : "onSubmit",
    defaultValue,
    ...(check
      ? { onValidate: ({ formData }: { formData: FormData }) => check(formData) as never }
      : {}),
  });
  const problems = useHeldInPress(form.allErrors as Problems);
  const isRefused = problems === form.allErrors && form.status === "error" && !form.valid;
  const [wasRefused, setWasRefused] = useState(false);
  if (isRefused !== wasRefused && (isRefused || form.valid)) setWasRefused(isRefused);
  /** Labels of the fields that were asked for, by name. */
  const labels = useRef(new Map<string, string>()).current;
  type Name = keyof z.input<Schema> & string;
  const errorsOf = (name: Name, label: string): string[] => {
    labels.set(name, label);
    return words(problems[name], label);
  };
  const linesOf = (problems: Problems): FieldProblem[] =>
    Object.entries(problems).flatMap(([name, of]) => {
      const label = labels.get(name) ?? labels.get(name.split(/[.[]/)[0]!) ?? "";
      const [text] = words(of, label);
      if (text === undefined) return [];
      return [{ name, text: label === "" || text.startsWith(label) ? text : `${label}: ${text}` }];
    });
  return {
    id: form.id,
    formProps: getFormProps(form),
    /** What was sent last is refused, here or by Helios; each field says what is wrong. */
    isRefused,
    /** It was refused, and not all of it is mended yet: leaving a field, which checks it, does not end that. */
    isUnmended: wasRefused && !form.valid,
    /** What is wrong with no field alone. */
    formProblems: problems[""] ?? [],
    formErrors: words(problems[""]),
    /** One line for each field with a problem, in the order of the contract. */
    fieldProblems: () => linesOf(problems).filter(({ name }) => name !== ""),
    linesOf,
    errorsOf,
    /** Of a field within a list, by its whole name: `lines[0].amount`. */
    errorsAt: (name: string, label: string): string[] => {
      labels.set(name, label);
      return words(problems[name], label);
    },
    /** Checks one field now, as when it is left. */
    validate: (name: string) => form.validate({ name }),
    /** Of a select, a text area or any field of your own: id, name, what was sent last, label and errors. */
    fieldProps: (name: Name, label: string) => ({
      id: `${form.id}-${name}`,
      name,
      label,
      defaultValue: firstText(fields[name]?.initialValue),
      errors: errorsOf(name, label),
    }),
    /** Of a text field, as the kit's Field takes them. */
    textProps: (name: Name, label: string) => {
      const { key: _key, ...input } = getInputProps(
        fields[name] as unknown as FieldMetadata<string>,
        { type: "text", ariaAttributes: false },
      );
      return { ...input, label, errors: errorsOf(name, label) };
    },
    /** What was sent last, or the default, as texts. */
    valuesOf: (name: Name): string[] => {
      const value: unknown = fields[name]?.initialValue;
      return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
    },
  };
}

const firstText = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;
