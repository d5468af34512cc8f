import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { problemOf, zodProblems, type Problem } from "#app/domain/problems.ts";

/** A number below zero as pages write it, with a true minus: it may be copied from one. */
const WRITTEN = /^\s*\u2212(?=[\d.,]+\s*$)/;

/** Checks a form by its contract, in the browser and on the server alike; what is wrong comes as problems by field. */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  const typed = new FormData();
  for (const [name, value] of form)
    typed.append(name, typeof value === "string" ? value.replace(WRITTEN, "-") : value);
  return parseWithZod(typed, {
    schema,
    error: zodProblems,
    formatError: (issues: z.core.$ZodIssue[]): Problem[] =>
      issues.map(({ message }) => problemOf(message)),
  });
}
