import {
  getFormProps,
  getInputProps,
  useForm,
  type DefaultValue,
  type FieldMetadata,
} from "@conform-to/react";
import type { z } from "zod";
import type { Problem } from "#app/domain/problems.ts";
import type { FormAnswer } from "./form-answer.ts";
import { parseForm } from "./parse-form.ts";
import { useProblemWords } from "./use-problem-words.ts";

type Options<Schema extends z.ZodObject> = {
  /** Of the form element; fields are named after it. */
  id: string;
  schema: Schema;
  answer: FormAnswer | undefined;
  defaultValue: DefaultValue<z.input<Schema>>;
};

/**
 * A form of a contract: checked in the browser when a field is left and by the same schema on the server, with what was
 * typed kept and each problem in words at its field. Works without JavaScript.
 */
export function useContractForm<Schema extends z.ZodObject>({
  id,
  schema,
  answer,
  defaultValue,
}: Options<Schema>) {
  const words = useProblemWords();
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>, Problem[]>({
    id,
    lastResult: answer !== undefined && answer.done === null ? answer.result : null,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    defaultValue,
    onValidate: ({ formData }) => parseForm(formData, schema) as never,
  });
  return {
    formProps: getFormProps(form),
    /** Something is wrong with what was sent; each field says what. */
    isRefused: answer !== undefined && answer.done === null && !form.valid,
    /** What is wrong with no field alone. */
    formErrors: words(form.errors),
    errorsOf: (name: keyof z.input<Schema> & string, label: string) =>
      words(fields[name]?.errors, label),
    /** Of a text field, as the kit's Field takes them. */
    textProps: (name: keyof z.input<Schema> & string, label: string) => {
      const { key: _key, ...input } = getInputProps(
        fields[name] as unknown as FieldMetadata<string>,
        {
          type: "text",
          ariaAttributes: false,
        },
      );
      return { ...input, label, errors: words(fields[name]?.errors, label) };
    },
    /** What was sent last, or the default, as texts. */
    valuesOf: (name: keyof z.input<Schema> & string): string[] => {
      const value: unknown = fields[name]?.initialValue;
      return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
    },
  };
}
