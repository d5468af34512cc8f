import type { Locale } from "#app/domain/preferences.ts";
import { intlTag } from "./numbers.ts";

/** "a, b or c" in the reader's language. */
export const formatEither = (locale: Locale, words: readonly string[]): string =>
  new Intl.ListFormat(intlTag(locale), { type: "disjunction" }).format(words);

/** "a, b and c" in the reader's language. */
export const formatAll = (locale: Locale, words: readonly string[]): string =>
  new Intl.ListFormat(intlTag(locale), { type: "conjunction" }).format(words);
