import type { i18n } from "i18next";
import { LANGUAGE_COOKIE, preferenceCookie, type Locale } from "#app/domain/preferences.ts";

/** One language travels at a time: the one that is read. */
const LANGUAGES = {
  en: () => import("./en/index.ts"),
  es: () => import("./es/index.ts"),
} satisfies Record<Locale, () => Promise<unknown>>;

export async function loadTexts(locale: Locale) {
  const { common, glossary } = await LANGUAGES[locale]();
  return { common, glossary };
}

/** Changes the language of the page where it stands: nothing is loaded anew, and what was typed stays. */
export async function changeLanguage(i18n: i18n, locale: Locale): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loadTexts(locale)))
    i18n.addResourceBundle(locale, namespace, texts);
  document.cookie = preferenceCookie(
    LANGUAGE_COOKIE,
    locale,
    window.location.protocol === "https:",
  );
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}
