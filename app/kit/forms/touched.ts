/** What of a form somebody touched, by its fields; a list (`lines[0].amount`) is one. */
import { SEND_KEY } from "#app/domain/send-key.ts";
import { UNTOUCHED } from "#app/domain/untouched.ts";
import { typedEarly, type FormFields } from "./form-contents.ts";

/** What each field would send, as one text to compare. */
export type Contents = Map<string, string>;

export function contentsOf(sent: Iterable<[string, unknown]>): Contents {
  const contents: Contents = new Map();
  for (const [name, value] of sent) {
    if (name === SEND_KEY || name === UNTOUCHED || typeof value !== "string") continue;
    const field = name.split(/[.[]/, 1)[0]!;
    contents.set(field, (contents.get(field) ?? "") + JSON.stringify([name, value]));
  }
  return contents;
}

/** As contentsOf of a form that begins; what was typed before the page was alive is touched whatever is typed later. */
export function firstContents(form: FormFields, sent: Iterable<[string, unknown]>): Contents {
  const contents = contentsOf(sent);
  for (const field of contentsOf(typedEarly(form).map((name) => [name, ""])).keys())
    contents.set(field, "typed early");
  return contents;
}

export const isTouched = (first: Contents, now: Contents): boolean =>
  [...first.keys(), ...now.keys()].some((field) => first.get(field) !== now.get(field));

/** Of these fields, those that would send what they began with, also where that is nothing. */
export const untouchedOf = (fields: readonly string[], first: Contents, now: Contents): string[] =>
  fields.filter((field) => first.get(field) === now.get(field));
