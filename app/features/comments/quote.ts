/** Of a comment in a question about it; in characters. */
const MOST_SHOWN = 80;

/** A comment as a question about it quotes it: a long one up to where it is cut, which is seen. */
export function quoteOf(text: string): string {
  const characters = [...text];
  if (characters.length <= MOST_SHOWN) return text;
  return `${characters
    .slice(0, MOST_SHOWN - 1)
    .join("")
    .trimEnd()}…`;
}
