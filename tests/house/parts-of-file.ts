/** A source file's parts, to ask of each function what it does itself or by another one of its file. */

export type Part = { name: string; isExported: boolean; text: string };

/** A file's functions, classes and constants of the first level. */
export const partsOf = (text: string): Part[] =>
  text.split(/\n(?=(?:export )?(?:async )?(?:function|const|class)\b)/).flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/.exec(part)?.[1];
    return name === undefined ? [] : [{ name, isExported: part.startsWith("export "), text: part }];
  });

/** Whether the part, or one of the same file that it names, has such a text. */
export function reaches(
  part: Part,
  parts: readonly Part[],
  what: RegExp,
  seen = new Set<Part>(),
): boolean {
  if (what.test(part.text)) return true;
  seen.add(part);
  return parts.some(
    (other) =>
      !seen.has(other) &&
      new RegExp(`\\b${other.name}\\b`).test(part.text) &&
      reaches(other, parts, what, seen),
  );
}
