/** What a sample may be: a finite number, a boolean, or a short text. */

/** In characters. */
export const MAX_TEXT_LENGTH = 256;

/** By code points: a letter outside of the first 65,536, an emoji for one, is one character. */
export function isTextTooLong(text: string): boolean {
  if (text.length <= MAX_TEXT_LENGTH) return false;
  if (text.length > 2 * MAX_TEXT_LENGTH) return true;
  let characters = 0;
  for (const _ of text) characters++;
  return characters > MAX_TEXT_LENGTH;
}

/** Neither null nor one that is refused as `bad_value`. */
export const isStorable = (value: unknown): boolean =>
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && !isTextTooLong(value));
