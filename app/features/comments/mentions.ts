/** Whom a comment names, and whom it may name. */
const WORD = /[\p{L}\p{N}]/u;

type Named = { id: number; firstName: string; lastName: string };

/**
 * The people whose whole name stands after an `@`, whatever its case. Of names that begin alike the longest counts:
 * "@Kim Leeds" is not Kim Lee. Each name is read once, for a text can be full of `@` and a machine has many people.
 */
export function mentionedIn<Person extends Named>(
  text: string,
  people: readonly Person[],
): Person[] {
  const lower = text.toLowerCase();
  const byName = Map.groupBy(people, (person) => wholeName(person).toLowerCase());
  const lengths = new Set([...byName.keys()].map((name) => name.length));
  const found = new Set<Person>();
  for (let at = lower.indexOf("@"); at >= 0; at = lower.indexOf("@", at + 1))
    for (const length of lengths) {
      const end = at + 1 + length;
      if (end > lower.length || WORD.test(lower.charAt(end))) continue;
      for (const person of byName.get(lower.slice(at + 1, end)) ?? []) found.add(person);
    }
  return [...found];
}

/** Somebody whom a comment on the machine may name. */
export type Nameable = Named & {
  /** Of the provider: reads internal comments too. */
  isStaff: boolean;
};

/** Longer than any name. */
const MAX_TYPED = 100;
const MOST_SUGGESTED = 6;
const DIACRITICS = /\p{M}+/gu;
const plain = (text: string) => text.normalize("NFD").replace(DIACRITICS, "").toLowerCase();

export const wholeName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`;

/**
 * Whose first or last name begins with what stands between an `@` and the caret, accents or not; `from` is where the `@`
 * stands. null: no name is being written, or a whole one stands there.
 */
export function suggestionsAt<Person extends Named>(
  text: string,
  caret: number,
  people: readonly Person[],
): { from: number; people: Person[] } | null {
  const from = text.lastIndexOf("@", caret - 1);
  if (from < 0 || caret - from > MAX_TYPED || WORD.test(text.charAt(from - 1))) return null;
  const written = text.slice(from + 1, caret);
  const typed = plain(written);
  if (written.includes("\n") || typed.startsWith(" ")) return null;
  const fits = (person: Person) =>
    plain(wholeName(person)).startsWith(typed) || plain(person.lastName).startsWith(typed);
  const found = people.filter(fits);
  if (found.length === 0 || found.some((person) => plain(wholeName(person)) === typed)) return null;
  return { from, people: found.slice(0, MOST_SUGGESTED) };
}
