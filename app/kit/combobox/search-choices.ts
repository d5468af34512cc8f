import { normalize } from "#app/domain/formats/has-words.ts";

/** `note`: a second word, such as the place of a facility; it is searched too. `also`: searched, and not shown. */
export type Choice = { value: string; label: string; note?: string; also?: string };

/** So many options are drawn; the whole list is searched. What a key costs grows with their square: each tells all others. */
const MAX_SHOWN = 20;

/** Those that hold every word typed, those first whose name begins with it; `left`: how many more there are. */
export function searchChoices(
  choices: readonly Choice[],
  query: string,
): { choices: Choice[]; left: number } {
  const whole = normalize(query);
  const words = whole.split(" ");
  const found = choices.filter(({ label, note = "", also = "" }) => {
    const text = normalize(`${label} ${note} ${also}`);
    return words.every((word) => text.includes(word));
  });
  /** What was typed begins the name, its first word does, or it is in it somewhere. */
  const rankOf = ({ label }: Choice): number => {
    const name = normalize(label);
    return name.startsWith(whole) ? 0 : name.startsWith(words[0]!) ? 1 : 2;
  };
  const sorted = [0, 1, 2].flatMap((rank) => found.filter((choice) => rankOf(choice) === rank));
  return { choices: sorted.slice(0, MAX_SHOWN), left: Math.max(0, sorted.length - MAX_SHOWN) };
}
