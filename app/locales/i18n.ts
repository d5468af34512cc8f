import type { i18n, InitOptions } from "i18next";
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

/** The forms that texts have: `key_one` and `key_other`. "Many", which Spanish has for whole millions, is the latter. */
export const pluralForm = (count: number): "one" | "other" => (count === 1 ? "one" : "other");

/** Makes an instance of i18next that was initialised ask for these forms only: of any other it would show the text's key. */
export function keepTextForms({ services }: i18n): void {
  const forms = services.pluralResolver as { getSuffix: (locale: string, count: number) => string };
  forms.getSuffix = (_locale, count) => `_${pluralForm(count)}`;
}
