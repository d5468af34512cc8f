import type { z } from "zod";
import { parseForm } from "./parse-form.ts";
import { useProblemForm, type ProblemFormOptions } from "./use-problem-form.ts";

export type { ContractForm, FieldProblem } from "./use-problem-form.ts";

type Options<Schema extends z.ZodObject> = Omit<ProblemFormOptions<Schema>, "check"> & {
  schema: Schema;
};

/**
 * A form of a contract: checked in the browser when a field is left and by the same schema on the server, with what was
 * typed kept and each problem in words at its field. Works without JavaScript. Most forms need no more than
 * ResourceForm, FormDialog or FormDrawer, which call this.
 */
export const useContractForm = <Schema extends z.ZodObject>({
  schema,
  ...options
}: Options<Schema>) =>
  useProblemForm<Schema>({
    ...options,
    check: (form) =>
      parseForm(form, schema) as ReturnType<NonNullable<ProblemFormOptions<Schema>["check"]>>,
  });
