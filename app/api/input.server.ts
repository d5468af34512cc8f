/** From a request's bytes to checked values: query, JSON body, and what is wrong with them by field. */
import type { z } from "zod";
import { AppError, fieldSentence, type FieldErrors } from "#app/domain/errors.ts";
import { problemOf, zodProblems, type Problem } from "#app/domain/problems.ts";
import { faultOfTexts } from "#app/platform/text-faults.ts";
import { readBodyText } from "#app/platform/read-body.ts";

export const MAX_BODY_BYTES = 1024 * 1024;
/** Of a call that anybody may make, as of a page's form: JSON of small values takes long to read. */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024;
/** Of what is wrong with a call; a body of a thousand rows can have ten thousand wrong fields, and nobody reads them. */
const MAX_PROBLEMS_TOLD = 100;

/** `a=1`, `a[]=1&a[]=2`, `a[0]=1`: lists by their brackets or by being repeated; empty values count as left out. */
export function readQuery(url: URL): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [key, value] of url.searchParams) {
    if (value === "") continue;
    const name = key.replace(/\[\d*\]$/, "");
    const known = values.get(name);
    if (known === undefined) values.set(name, name === key ? value : [value]);
    else if (Array.isArray(known)) known.push(value);
    else values.set(name, [known, value]);
  }
  return Object.fromEntries(values);
}

/** The JSON of a body up to `maxBodyBytes`, with texts that can be stored; `{}` where there may be none. */
export async function readJson(
  request: Request,
  {
    maxBodyBytes = MAX_BODY_BYTES,
    isBodyOptional = false,
  }: { maxBodyBytes?: number | undefined; isBodyOptional?: boolean | undefined } = {},
): Promise<unknown> {
  const encoding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new AppError("unsupported_media_type", {
      message: "Send the body without Content-Encoding.",
    });
  const type = request.headers.get("Content-Type");
  if (type !== null && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new AppError("unsupported_media_type", {
      message: `Send the body as application/json, not ${type.slice(0, 80)}.`,
    });
  }
  const text = await readBodyText(request, { maxBytes: maxBodyBytes });
  if (text.trim() === "" && isBodyOptional) return {};
  if (text.trim() === "")
    throw new AppError("malformed", { message: "The body is empty; send JSON." });
  const value = parseJson(text);
  const fault = faultOfTexts(value);
  if (fault !== null) throw new AppError("malformed", { message: `${fault}.` });
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("malformed", {
      message: `The body is not valid JSON: ${error instanceof Error ? error.message : "unreadable"}`,
    });
  }
}

/** Bodies wrap their fields in the name of the thing; people know the field. */
const WRAPPERS = new Set<PropertyKey>(["user", "event", "comment", "maintenance"]);

/** Checked values, or the refusal: 422 with the messages by field; a query that lacks parameters is malformed and names them all. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: "query" | "body",
): z.output<Schema> {
  const result = schema.safeParse(value, { error: zodProblems });
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  const missing: string[] = [];
  const { issues } = result.error;
  for (const issue of issues.slice(0, MAX_PROBLEMS_TOLD)) {
    const path =
      issue.path.length > 1 && WRAPPERS.has(issue.path[0] ?? "") ? issue.path.slice(1) : issue.path;
    const field = path.join(".") || place;
    const problem = problemOf(issue.message);
    const isMissing =
      problem.code === "required" ||
      (issue.path.length === 1 && isLeftOut(value, issue.path[0] ?? ""));
    const told = (fields[field] ??= []);
    // Of a text in the place of a list it would be said next how many letters it may have.
    if (told.some(({ code }) => code === "wrong_type")) continue;
    told.push(isMissing ? REQUIRED : problem);
    if (isMissing && path.length === 1) missing.push(field);
  }
  if (place === "query" && missing.length > 0) {
    throw new AppError("malformed", {
      message: `Missing required parameters: ${missing.join(", ")}.`,
      fields,
    });
  }
  const untold = issues.length - MAX_PROBLEMS_TOLD;
  const more = untold > 0 ? ` ${untold} more problems are not told.` : "";
  throw new AppError("validation_failed", { message: fieldSentence(fields) + more, fields });
}

/** A number that is read from text complains of what `undefined` became. */
const isLeftOut = (value: unknown, field: PropertyKey): boolean =>
  typeof value === "object" &&
  value !== null &&
  (value as Record<PropertyKey, unknown>)[field] === undefined;

const REQUIRED: Problem = { code: "required" };
