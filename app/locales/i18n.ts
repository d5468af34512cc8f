import type { InitOptions } from "i18next";
import { FALLBACK_LOCALE, LOCALES } from "#app/domain/preferences.ts";

/** Shared by server and browser, so that both render the same words. */
export const I18N_OPTIONS = {
  supportedLngs: [...LOCALES],
  fallbackLng: FALLBACK_LOCALE,
  ns: ["common", "glossary"],
  defaultNS: "common",
  returnNull: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} satisfies InitOptions;
