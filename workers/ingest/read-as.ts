import type { z } from "zod";
import { fieldSentence } from "#app/domain/errors.ts";
import { problemOf, zodProblems } from "#app/domain/problems.ts";
import { faultOfTexts } from "#app/platform/text-faults.ts";
import { parseJson } from "./json-batch.ts";
import { malformed } from "./refusal.ts";

/** JSON as its schema has it; else a refusal that names the first field that is not, in words. `hint`: what to send. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  hint = "",
): z.output<Schema> {
  const value = parseJson(text);
  const fault = faultOfTexts(value);
  if (fault !== null) throw malformed(`${fault}.${hint}`);
  const parsed = schema.safeParse(value, { error: zodProblems });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  const sentence = fieldSentence({
    [path === "" ? "The body" : path]: [problemOf(issue?.message ?? "is not as it must be")],
  });
  throw malformed(`${sentence}${hint}`, { path });
}
