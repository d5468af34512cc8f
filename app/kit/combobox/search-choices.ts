import { normalize } from "#app/kit/table/table-column.ts";

/** `note`: a second word, such as the place of a facility; it is searched too. */
export type Choice = { value: string; label: string; note?: string };

/** A list of thousands is searched whole and drawn in part: nobody scrolls through more. */
const MAX_SHOWN = 50;

/** Those that hold every word typed, whose name begins with it first; `left`: how many more there are. */
export function searchChoices(
  choices: readonly Choice[],
  query: string,
): { choices: Choice[]; left: number } {
  const words = normalize(query).split(" ");
  const begins = ({ label }: Choice) => normalize(label).startsWith(words[0]!);
  const found = choices.filter(({ label, note = "" }) => {
    const text = normalize(`${label} ${note}`);
    return words.every((word) => text.includes(word));
  });
  const sorted = [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
  return { choices: sorted.slice(0, MAX_SHOWN), left: Math.max(0, sorted.length - MAX_SHOWN) };
}
