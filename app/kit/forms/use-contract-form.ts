import {
  getFormProps,
  getInputProps,
  parse,
  useForm,
  type DefaultValue,
  type FieldMetadata,
} from "@conform-to/react";
import { useRef } from "react";
import type { z } from "zod";
import type { Problem } from "#app/domain/problems.ts";
import type { FormAnswer } from "./form-answer.ts";
import { parseForm } from "./parse-form.ts";
import { teachRefusal } from "./refuse-sent.ts";
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

export type ContractFormOptions<Schema extends z.ZodObject> = {
  /** Of the form element; fields are named after it. */
  id: string;
  schema: Schema;
  answer: FormAnswer | undefined;
  defaultValue: DefaultValue<z.input<Schema>>;
};

/** A field with something wrong, for the summary above the buttons. */
export type FieldProblem = { name: string; text: string };

type Problems = Record<string, readonly Problem[] | null | undefined>;

export type ContractForm<Schema extends z.ZodObject = z.ZodObject> = ReturnType<
  typeof useContractForm<Schema>
>;

/**
 * A form of a contract: checked in the browser when a field is left and by the same schema on the server, with what was
 * typed kept and each problem in words at its field. Works without JavaScript. Most forms need no more than
 * ResourceForm, FormDialog or FormDrawer, which call this.
 */
export function useContractForm<Schema extends z.ZodObject>({
  id,
  schema,
  answer,
  defaultValue,
}: ContractFormOptions<Schema>) {
  const words = useProblemWords();
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>, Problem[]>({
    id,
    lastResult: answer !== undefined && answer.done === null ? answer.result : null,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    defaultValue,
    onValidate: ({ formData }) => parseForm(formData, schema) as never,
  });
  /** Labels of the fields that were asked for, by name. */
  const labels = useRef(new Map<string, string>()).current;
  type Name = keyof z.input<Schema> & string;
  const errorsOf = (name: Name, label: string): string[] => {
    labels.set(name, label);
    return words(fields[name]?.errors, label);
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
    isRefused: form.status === "error" && !form.valid,
    /** What is wrong with no field alone. */
    formProblems: form.errors ?? [],
    formErrors: words(form.errors),
    /** One line for each field with a problem, in the order of the contract. */
    fieldProblems: () => linesOf(form.allErrors as Problems).filter(({ name }) => name !== ""),
    linesOf,
    errorsOf,
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
