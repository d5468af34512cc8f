/**
 * Phone numbers (CONTRACT §7): US and Canadian ones always, Mexican ones where the person, customer or facility is in
 * Mexico; kept as E.164.
 */
import type { Country } from "./places.ts";

/** A form's phone field may hold no more than the country's code: that is no number at all. */
const EMPTY = /^\+?1?$/;
/** North American numbering: area and exchange begin with 2 to 9. */
const NORTH_AMERICAN = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;
/** Ten digits after 52; the 1 that mobiles had before 2019 falls away. Without the country's code it looks North American. */
const MEXICAN = /^(?:\+|00)?521?([2-9]\d{9})$/;
const PUNCTUATION = /[\s().-]/g;

export type ParsedPhone =
  | { kind: "empty" }
  | { kind: "number"; phone: string }
  | { kind: "invalid" };

/** `country`: where whose number it is lives; null where nobody said. */
export function parsePhone(text: string, country: Country | null = null): ParsedPhone {
  const bare = text.replace(PUNCTUATION, "");
  if (EMPTY.test(bare)) return { kind: "empty" };
  const mexican = country === "mexico" ? MEXICAN.exec(bare)?.[1] : undefined;
  if (mexican !== undefined) return { kind: "number", phone: `+52${mexican}` };
  const digits = NORTH_AMERICAN.exec(bare)?.[1];
  return digits === undefined ? { kind: "invalid" } : { kind: "number", phone: `+1${digits}` };
}

/** As the verification page shows it (spec 002 §2). */
export const maskPhone = (phone: string): string => `(***) ***-${phone.slice(-4)}`;
