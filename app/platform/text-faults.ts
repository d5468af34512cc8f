/** NUL and the other characters below the space that no text of a person has; tabs and line breaks are text. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** Of a field's name, so that an answer is no longer than a line. */
const MAX_PATH_TOLD = 100;

/**
 * What keeps a text from being stored, as words that follow its name; null when nothing does. JSON can hold one half of a
 * character that takes two (an unpaired surrogate); SQLite would keep bytes that are read as another text, and no change
 * of such a row would ever find it as it was read.
 */
export function textFault(text: string): string | null {
  if (CONTROLS.test(text)) return "has control characters, such as NUL";
  return text.isWellFormed() ? null : "has half of a character, an unpaired surrogate";
}

/** The same of all texts in a value made of JSON, its keys too, with where it is: "lines.0.text has …". */
export function faultOfTexts(value: unknown): string | null {
  const left: { held: unknown; path: string }[] = [{ held: value, path: "" }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { held, path } = next;
    if (typeof held === "string") {
      const fault = textFault(held);
      if (fault !== null) return `${placeOf(path, "The body")} ${fault}`;
    }
    if (typeof held !== "object" || held === null) continue;
    for (const [key, inside] of Object.entries(held)) {
      const fault = Array.isArray(held) ? null : textFault(key);
      if (fault !== null) return `A name in ${placeOf(path, "the body")} ${fault}`;
      if (typeof inside === "string" || typeof inside === "object")
        left.push({ held: inside, path: path === "" ? key : `${path}.${key}` });
    }
  }
  return null;
}

/** Where in the value: its path, or `whole` for the value itself. */
const placeOf = (path: string, whole: string): string =>
  path === "" ? whole : path.slice(0, MAX_PATH_TOLD).toWellFormed();
