/** The same, said at more and less length, and what of it a line has room for. */
import type { AttentionKind } from "./need.ts";

export type WallWord = {
  kind?: AttentionKind | null;
  text: string;
  /** Of before the connection went. */
  isOld?: boolean;
};
/** The same, said at more and less length: the longest first. */
export type Wordings = readonly (readonly WallWord[])[];

/** Between two words and the dot. */
export const DOT_LETTERS = 3;
export const lettersOf = (words: readonly WallWord[]): number =>
  words.reduce((sum, { text }) => sum + text.length + DOT_LETTERS, -DOT_LETTERS);

/** At the greatest length that a line has room for; at the least where it has none, and breaks. Nothing is written smaller. */
export const fitting = (wordings: Wordings, letters: number): readonly WallWord[] =>
  wordings.find((words) => lettersOf(words) <= letters) ?? wordings.at(-1) ?? [];

export type Words = readonly WallWord[];
/** Of two wordings each one behind each other. */
export const both = (counted: Wordings, needs: Wordings): Wordings =>
  needs.flatMap((all) => counted.map((some) => [...some, ...all]));

/** What is known more of a kind stands behind it. */
export const withMore = (
  words: Words,
  more: Partial<Record<AttentionKind, string | null>>,
): Words =>
  words.flatMap((word) => {
    const text = word.kind && more[word.kind];
    return text ? [word, { text }] : [word];
  });

export type Lines = { first: Words; second: Words };

/**
 * Of a wall that is old, whose second line says how old. What needs a person keeps its words for longest: before it gets shorter,
 * who has no place is left out, and how many run goes behind the age. `letters`: behind the name, and behind the age.
 */
export function oldLines(
  { counted, needs }: { counted: Wordings; needs: Wordings },
  letters: { behind: number; age: number },
): Lines {
  const fits = ({ first, second }: Lines) =>
    lettersOf(first) <= letters.behind && lettersOf(second) <= letters.age;
  const running = counted.at(-1)?.slice(0, 1) ?? [];
  const lines = needs.flatMap((words): Lines[] => [
    ...counted.flatMap((some) => [
      { first: [...some, ...words], second: [] },
      { first: [...some.slice(running.length), ...words], second: running },
    ]),
    { first: [...running, ...words], second: [] },
    { first: words, second: running },
  ]);
  const found = lines.find(fits);
  // Behind a long name there is no room: then behind the words about the age.
  return found ?? { first: [], second: fitting([...needs, ...counted], letters.age) };
}
