/** Which human keys fit a machine key: by what others call the same key, and by the words that both have. */
import { MAX_HUMAN_KEY_LENGTH } from "./mapping-rules.ts";

export type KnownMapping = {
  machineKey: string;
  humanKey: string;
  /** Machines that have it so. */
  machines: number;
};

export const MAX_SUGGESTIONS = 10;
export const MAX_IN_USE = 3;
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

type Fit = { humanKey: string; score: number };

/**
 * Human keys that fit machine keys, best first, with how well: 10 and more for the same machine key, else up to 1 by the
 * words in common. The words of what is known are found once. `names`: human keys that Helios knows by itself.
 */
export function tagFits(
  known: readonly KnownMapping[],
  names: readonly string[],
): (machineKey: string) => Fit[] {
  const prepared = known.map((mapping) => ({
    ...mapping,
    // What most machines say counts among equals only.
    more: Math.min(mapping.machines, 99) / 1_000,
    humanWords: new Set(wordsOf(mapping.humanKey)),
    machineWords: new Set(wordsOf(mapping.machineKey)),
  }));
  const own = names.map((humanKey) => ({ humanKey, words: new Set(wordsOf(humanKey)) }));
  // What has no telling word in common is not alike: it need not be compared with each of thousands of keys.
  const mappingsOf = byTellingWord(prepared, (mapping) => [
    ...mapping.humanWords,
    ...mapping.machineWords,
  ]);
  const namesOf = byTellingWord(own, ({ words }) => [...words]);
  const sameOf = Map.groupBy(prepared, ({ machineKey }) => machineKey);
  return (machineKey) => {
    const asked = new Set(wordsOf(machineKey));
    const scores = new Map<string, number>();
    const note = (humanKey: string, score: number) => {
      if (score > 0 && score > (scores.get(humanKey) ?? 0)) scores.set(humanKey, score);
    };
    for (const { humanKey, more } of sameOf.get(machineKey) ?? []) note(humanKey, SAME_KEY + more);
    for (const mapping of mappingsOf(asked)) {
      note(mapping.humanKey, likeness(asked, mapping.humanWords) + mapping.more * 0.1);
      if (mapping.machineKey !== machineKey) {
        const alike = likeness(asked, mapping.machineWords);
        note(mapping.humanKey, alike === 0 ? 0 : alike * 0.9 + mapping.more * 0.1);
      }
    }
    for (const { humanKey, words } of namesOf(asked)) note(humanKey, likeness(asked, words));
    return [...scores]
      .filter(([, score]) => score >= LEAST)
      .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
      .map(([humanKey, score]) => ({ humanKey, score }));
  };
}

/** Finds the rows that share a word with what is asked, a figure alone counting for nothing. */
function byTellingWord<Row>(
  rows: readonly Row[],
  words: (row: Row) => readonly string[],
): (asked: ReadonlySet<string>) => Set<Row> {
  const byWord = new Map<string, Set<Row>>();
  for (const row of rows) {
    for (const word of words(row)) {
      if (!isTelling(word)) continue;
      const found = byWord.get(word);
      if (found) found.add(row);
      else byWord.set(word, new Set([row]));
    }
  }
  return (asked) => {
    const found = new Set<Row>();
    for (const word of asked) for (const row of byWord.get(word) ?? []) found.add(row);
    return found;
  };
}

/** The human keys that fit one machine key, best first: what is free, and what would fit as well but is in use. */
export type Suggested = { free: string[]; inUse: string[] };

/** What is taken is told when nothing that is free fits better, and it fits half as well as the best. */
export function suggestTags(
  machineKey: string,
  known: readonly KnownMapping[],
  names: readonly string[],
  isTaken: (humanKey: string) => boolean,
): Suggested {
  const fits = tagFits(known, names)(machineKey);
  const open = fits.filter(({ humanKey }) => !isTaken(humanKey));
  const least = Math.max(open[0]?.score ?? 0, (fits[0]?.score ?? 0) / 2);
  return {
    free: open.slice(0, MAX_SUGGESTIONS).map(({ humanKey }) => humanKey),
    inUse: fits
      .filter(({ humanKey, score }) => score >= least && isTaken(humanKey))
      .slice(0, MAX_IN_USE)
      .map(({ humanKey }) => humanKey),
  };
}

const SAME_KEY = 10;
/** One word of five in common. */
const LEAST = 0.2;
/** Most words in common: what may stand in a field that a person accepts without a look at each. */
const SURE = 0.6;

/**
 * A free human key for each of many machine keys, each given once: what others call the same key first, then what has most
 * words in common, the best of all first, and else the key's own words. `keeps`: what a key is to be called before all that.
 */
export function nameTags(
  machineKeys: readonly string[],
  fitsOf: (machineKey: string) => Fit[],
  taken: ReadonlySet<string>,
  keeps: (machineKey: string) => string | undefined,
): Map<string, string> {
  const used = new Set(taken);
  const named = new Map<string, string>();
  const give = (machineKey: string, humanKey: string | undefined) => {
    if (humanKey === undefined || named.has(machineKey) || used.has(humanKey)) return;
    named.set(machineKey, humanKey);
    used.add(humanKey);
  };
  for (const key of machineKeys) give(key, keeps(key));
  machineKeys
    .flatMap((key) => (named.has(key) ? [] : fitsOf(key).map((fit) => ({ key, ...fit }))))
    .filter(({ score }) => score >= SURE)
    .sort((a, b) => b.score - a.score)
    .forEach(({ key, humanKey }) => give(key, humanKey));
  for (const key of machineKeys) give(key, ownName(key, used));
  return named;
}

/** The key's own words as a human key, so that what came before and comes after has one name where it can. */
function ownName(machineKey: string, used: ReadonlySet<string>): string {
  const words = wordsOf(machineKey.normalize("NFD").replace(/\p{M}+/gu, ""));
  const plain = words.join("_").replace(/[^A-Za-z0-9_]+/g, "");
  const cut = plain.slice(0, MAX_HUMAN_KEY_LENGTH) || "tag";
  for (let n = 1; ; n++) {
    const end = n === 1 ? "" : `_${n}`;
    const tried = cut.slice(0, MAX_HUMAN_KEY_LENGTH - end.length) + end;
    if (!used.has(tried)) return tried;
  }
}

const isTelling = (word: string): boolean => !/^\d+$/.test(word);

/** Words in common over all words, a figure alone counting for nothing; 1 for the same words. */
function likeness(asked: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0;
  let telling = 0;
  for (const word of others) {
    if (!asked.has(word)) continue;
    common++;
    if (isTelling(word)) telling++;
  }
  return telling === 0 ? 0 : common / (asked.size + others.size - common);
}
