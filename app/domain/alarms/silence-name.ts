/** What Helios calls the no-data alarm that a new sampler gets, until people rename it. */
import type { Locale } from "#app/domain/preferences.ts";

const PREFIX: Record<Locale, string> = { en: "No data from ", es: "Sin datos de " };

/** As it is stored: in English, whoever adds the sampler. */
export const SILENCE_NAME = PREFIX.en;

/** What stands in its place for a reader of another language. */
export const silencePrefix = (locale: Locale): string => PREFIX[locale];

/** An alarm's name as a reader sees it: one that Helios gave itself in their language, any other as it is. */
export const alarmNameIn = (locale: Locale, name: string): string =>
  name.startsWith(SILENCE_NAME) ? PREFIX[locale] + name.slice(SILENCE_NAME.length) : name;
