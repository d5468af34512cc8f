import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { problemOf, zodProblems, type Problem } from "#app/domain/problems.ts";

/** Checks a form by its contract, in the browser and on the server alike; what is wrong comes as problems by field. */
export const parseForm = <Schema extends z.ZodType>(form: FormData, schema: Schema) =>
  parseWithZod(form, {
    schema,
    error: zodProblems,
    formatError: (issues: z.core.$ZodIssue[]): Problem[] =>
      issues.map(({ message }) => problemOf(message)),
  });
