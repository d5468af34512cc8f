import type { Locale } from "#app/domain/preferences.ts";

/** Spanish is written for plants in Mexico: 11,250.5 and not 11.250,5. */
const TAGS: Record<Locale, string> = { en: "en-US", es: "es-MX" };

export const intlTag = (locale: Locale): string => TAGS[locale];

const formatters = new Map<string, Intl.NumberFormat>();

/** What Intl writes with the hyphen of a keyboard has a true minus, as wide as a plus: −97 and not -97. */
export const withMinus = (text: string): string => text.replaceAll("-", "\u2212");

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
  return /^-0(?:[.,]0*)?$/.test(text) ? text.slice(1) : withMinus(text);
}

/**
 * English sets the sign of percent close, 12%, Spanish apart, 12 %: so the Academy, while the browsers' own es-MX sets it
 * close.
 */
export const isPercentClose = (locale: Locale): boolean => locale === "en";

/** A value and its unit, on one line. */
export const withUnit = (locale: Locale, text: string, unit: string | null): string =>
  unit === null || unit === ""
    ? text
    : `${text}${unit === "%" && isPercentClose(locale) ? "" : "\u00a0"}${unit}`;

/** Of a number that is in percent already: 12.5%. */
export const formatPercent = (locale: Locale, percent: number | null, decimals = 0): string =>
  withUnit(locale, formatNumber(locale, percent, decimals), "%");

const exactFormatters = new Map<Locale, Intl.NumberFormat>();

/** A number with the decimals that it has, of what is fixed: 100,000,000 or 0.1. */
export function formatExact(locale: Locale, value: number): string {
  let formatter = exactFormatters.get(locale);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: 20 });
    exactFormatters.set(locale, formatter);
  }
  return withMinus(formatter.format(value));
}

/** From here on the short word is a number too (1000 M), or is several. */
const SCIENTIFIC_FROM = 9.95e8;

export type FigureRoom = {
  decimals?: number;
  /** So many digits have room, and no more. */
  most: number;
  /** Digits that are kept of a longer number. */
  kept?: 2 | 3;
};

/** A number for a place that is only so wide: one that is too long gets the language's short word, 12.3M, or is 1.2E9. */
export function formatFigure(
  locale: Locale,
  value: number | null,
  { decimals = 0, most, kept = 3 }: FigureRoom,
): string {
  const size = Math.abs(value ?? 0);
  if (
    value === null ||
    !Number.isFinite(value) ||
    size < 10 ** (most - decimals) - 0.5 / 10 ** decimals
  )
    return formatNumber(locale, value, decimals);
  if (decimals > 0) return formatFigure(locale, value, { decimals: decimals - 1, most, kept });
  const isWord = size < SCIENTIFIC_FROM;
  const notation = isWord ? "compact" : "scientific";
  const text = withMinus(shortFormatter(locale, notation, isWord ? kept : kept - 1).format(value));
  // Spanish sets the word apart, for which the narrowest places have no room.
  return kept === 2 ? text.replace("\u00a0", "") : text;
}

function shortFormatter(
  locale: Locale,
  notation: "compact" | "scientific",
  maximumSignificantDigits: number,
): Intl.NumberFormat {
  const key = `${locale}:${notation}:${maximumSignificantDigits}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(TAGS[locale], { notation, maximumSignificantDigits });
    formatters.set(key, formatter);
  }
  return formatter;
}
