/** Whom a comment names. */
const WORD = /[\p{L}\p{N}]/u;

type Named = { id: number; firstName: string; lastName: string };

/**
 * The people whose whole name stands after an `@`, whatever its case. Of names that begin alike the longest counts:
 * "@Kim Leeds" is not Kim Lee.
 */
export function mentionedIn<Person extends Named>(
  text: string,
  people: readonly Person[],
): Person[] {
  const lower = text.toLowerCase();
  const found = new Set<Person>();
  for (let at = lower.indexOf("@"); at >= 0; at = lower.indexOf("@", at + 1))
    for (const person of people) {
      const name = `${person.firstName} ${person.lastName}`.toLowerCase();
      const end = at + 1 + name.length;
      if (lower.startsWith(name, at + 1) && !WORD.test(lower.charAt(end))) found.add(person);
    }
  return [...found];
}
