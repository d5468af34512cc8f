import type { Locale } from "#app/domain/preferences.ts";

/** Spanish is written for plants in Mexico: 11,250.5 and not 11.250,5. */
const TAGS: Record<Locale, string> = { en: "en-US", es: "es-MX" };

export const intlTag = (locale: Locale): string => TAGS[locale];

const formatters = new Map<string, Intl.NumberFormat>();

/** A number with exactly `decimals` decimals, grouped by the language's habit; "–" for nothing. */
export function formatNumber(locale: Locale, value: number | null, decimals = 0): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const key = `${locale}:${decimals}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(TAGS[locale], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formatters.set(key, formatter);
  }
  const text = formatter.format(value);
  return /^-0(?:[.,]0*)?$/.test(text) ? text.slice(1) : text;
}
