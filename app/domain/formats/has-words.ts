/** Without case and accents, as people type. */
export const normalize = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** Whether every word of what was typed is somewhere in the text. */
export function hasWords(text: string, typed: string): boolean {
  const searched = normalize(text);
  return normalize(typed)
    .split(" ")
    .every((word) => searched.includes(word));
}
