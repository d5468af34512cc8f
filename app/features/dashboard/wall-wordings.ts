/** The same, said at more and less length, and what of it a line has room for. */
import type { AttentionKind } from "./need.ts";

export type WallWord = {
  kind?: AttentionKind | null;
  text: string;
  /** The same in fewer letters. */
  short?: string;
  /** What is known more of it, in brackets. */
  note?: string | null;
  /** Of before the connection went. */
  isOld?: boolean;
  /** Of alarms: one is critical or high. */
  isUrgent?: boolean;
};
/** The same, said at more and less length: the longest first. */
export type Wordings = readonly (readonly WallWord[])[];

/** Between two words and the dot; a note has as many around it. */
export const DOT_LETTERS = 3;
export const lettersOf = (words: readonly WallWord[]): number =>
  words.reduce(
    (sum, { text, note }) =>
      sum + text.length + DOT_LETTERS + (note ? note.length + DOT_LETTERS : 0),
    -DOT_LETTERS,
  );

/** At the greatest length that a line has room for; at the least where it has none, and breaks. Nothing is written smaller. */
export const fitting = (wordings: Wordings, letters: number): readonly WallWord[] =>
  wordings.find((words) => lettersOf(words) <= letters) ?? wordings.at(-1) ?? [];

export type Words = readonly WallWord[];
/** Of two wordings each one behind each other. */
export const both = (counted: Wordings, needs: Wordings): Wordings =>
  needs.flatMap((all) => counted.map((some) => [...some, ...all]));

export const withNotes = (
  words: Words,
  notes: Partial<Record<AttentionKind, string | null>>,
): Words => words.map((word) => ({ ...word, note: word.kind ? notes[word.kind] : null }));

/** "2 overdue" as "2+ overdue": a count's words begin with its number. */
const atLeast = (text: string): string => text.replace(/^[\d.,]+/, "$&+");

/** What is overdue loses the machines that it does not count: it is that many at least. */
export const withoutNotes = (words: Words): Words =>
  words.map((word) => {
    if (word.kind !== "overdue" || !word.note) return { ...word, note: null };
    const { text, short = text } = word;
    return { ...word, note: null, text: atLeast(text), short: atLeast(short) };
  });

/** Only what is overdue: in fewer words of those that are not ready it would not be told for how long. */
const shortened = (words: Words): Words =>
  words.map((word) =>
    word.kind === "overdue" && word.short !== undefined ? { ...word, text: word.short } : word,
  );

const withLess = (group: Wordings): Wordings => {
  const plain = withoutNotes(group.at(-1) ?? []);
  return [...group, plain, shortened(plain)];
};

export type Lines = { first: Words; second: Words };

/**
 * Of a wall that is old, whose second line says how old. What needs a person keeps its words for longest: before they get
 * shorter, its notes are left out, then who has no place, and how many run goes behind the age. `needs`: the same words with
 * more and fewer notes are one group. `letters`: behind the name, and behind the age.
 */
export function oldLines(
  { counted, needs }: { counted: Wordings; needs: readonly Wordings[] },
  letters: { behind: number; age: number },
): Lines {
  const fits = ({ first, second }: Lines) =>
    lettersOf(first) <= letters.behind && lettersOf(second) <= letters.age;
  const running = counted.at(-1)?.slice(0, 1) ?? [];
  const lines = needs.flatMap((group): Lines[] => [
    ...withLess(group).flatMap((words) =>
      counted.flatMap((some) => [
        { first: [...some, ...words], second: [] },
        { first: [...some.slice(running.length), ...words], second: running },
      ]),
    ),
    ...withLess(group).flatMap((words) => [
      { first: [...running, ...words], second: [] },
      { first: words, second: running },
    ]),
  ]);
  const found = lines.find(fits);
  // Behind a long name there is no room: then behind the words about the age.
  return found ?? { first: [], second: fitting([...needs.flat(), ...counted], letters.age) };
}
