/**
 * What nobody touched in a form that changes something: it is left out of the change, so that what somebody else changed
 * there meanwhile stays.
 */

/** The field in which the kit's forms say so: names of fields, by commas. Without scripts it is absent. */
export const UNTOUCHED = "untouched";
/** A form is refused whose field is longer (pages/read-form.server.ts). */
export const MAX_UNTOUCHED_LENGTH = 4_000;

/** What was touched of a form, by the names of its fields; all of it where the form does not say. */
export function touchedIn(form: FormData): (name: string) => boolean {
  const said = form.get(UNTOUCHED);
  const untouched = new Set(typeof said === "string" ? said.split(",") : []);
  return (name) => !untouched.has(name);
}
