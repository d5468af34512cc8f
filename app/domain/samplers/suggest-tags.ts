/** Which human keys fit a machine key: by what others call the same key, and by the words that both have. */
export type KnownMapping = {
  machineKey: string;
  humanKey: string;
  /** Machines that have it so. */
  machines: number;
};

export const MAX_SUGGESTIONS = 10;
const MAX_WORDS = 24;

/** The words of a key: `MainDrive.Speed_RPM[2]` is main, drive, speed, rpm, 2. Linear; a few of the longest keys are cut. */
export function wordsOf(key: string): string[] {
  const words: string[] = [];
  for (const part of key.split(/[^\p{L}\p{N}]+/u)) {
    for (const word of part.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ").split(" ")) {
      for (const piece of word.split(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u)) {
        if (piece !== "" && words.length < MAX_WORDS) words.push(piece.toLowerCase());
      }
    }
  }
  return words;
}

/** Human keys that fit, best first; those of `taken` are left out. `names`: human keys that Helios knows by itself. */
export function suggestTags(
  machineKey: string,
  known: readonly KnownMapping[],
  names: readonly string[],
  taken: ReadonlySet<string>,
): string[] {
  const asked = new Set(wordsOf(machineKey));
  const scores = new Map<string, number>();
  const note = (humanKey: string, score: number) => {
    if (score > 0 && !taken.has(humanKey) && score > (scores.get(humanKey) ?? 0))
      scores.set(humanKey, score);
  };
  for (const mapping of known) {
    const isSame = mapping.machineKey === machineKey;
    // What most machines say counts among equals only.
    const more = Math.min(mapping.machines, 99) / 1_000;
    note(mapping.humanKey, isSame ? 10 + more : 0);
    note(mapping.humanKey, likeness(asked, wordsOf(mapping.humanKey)) + more * 0.1);
    if (!isSame) {
      const alike = likeness(asked, wordsOf(mapping.machineKey));
      note(mapping.humanKey, alike === 0 ? 0 : alike * 0.9 + more * 0.1);
    }
  }
  for (const name of names) note(name, likeness(asked, wordsOf(name)));
  return [...scores]
    .filter(([, score]) => score >= LEAST)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(([humanKey]) => humanKey);
}

/** One word of five in common. */
const LEAST = 0.2;

/** Words in common over all words, a figure alone counting for nothing; 1 for the same words. */
function likeness(asked: ReadonlySet<string>, words: readonly string[]): number {
  const others = new Set(words);
  let common = 0;
  let telling = 0;
  for (const word of others) {
    if (!asked.has(word)) continue;
    common++;
    if (!/^\d+$/.test(word)) telling++;
  }
  return telling === 0 ? 0 : common / (asked.size + others.size - common);
}
