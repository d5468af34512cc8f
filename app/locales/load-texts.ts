import type { i18n } from "i18next";
import { LANGUAGE_COOKIE, preferenceCookie, type Locale } from "#app/domain/preferences.ts";
import { hasAreaTexts, loadAreaTexts } from "./area-texts.ts";

/** One language travels at a time: the one that is read. */
const LANGUAGES = {
  en: () => import("./en/core.ts"),
  es: () => import("./es/core.ts"),
} satisfies Record<Locale, () => Promise<unknown>>;

/** The words of every page. */
export const loadCoreTexts = (locale: Locale) => LANGUAGES[locale]();

/** The words of every page and those of the areas whose components are loaded. */
export async function loadTexts(locale: Locale) {
  const [{ common, glossary }, areas] = await Promise.all([
    loadCoreTexts(locale),
    loadAreaTexts(locale),
  ]);
  return { common: { ...common, ...areas }, glossary };
}

let lastChosen: Locale;

/** Changes the language of the page where it stands: nothing is loaded anew, and what was typed stays. The last choice counts, whichever's words come first. */
export async function changeLanguage(i18n: i18n, locale: Locale): Promise<void> {
  lastChosen = locale;
  let texts;
  // An area's component may have come meanwhile.
  do texts = await loadTexts(locale);
  while (!hasAreaTexts(locale));
  if (lastChosen !== locale) return;
  for (const [namespace, tree] of Object.entries(texts))
    i18n.addResourceBundle(locale, namespace, tree);
  document.cookie = preferenceCookie(
    LANGUAGE_COOKIE,
    locale,
    window.location.protocol === "https:",
  );
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}
