/** US phone numbers (spec 002 §5), kept as +1 and ten digits. */

/** A form's phone field may hold no more than the country's code: that is no number at all. */
const EMPTY = /^\+?1?$/;
/** North American numbering: area and exchange begin with 2 to 9. */
const US_NUMBER = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;
const PUNCTUATION = /[\s().-]/g;

export type ParsedPhone =
  { kind: "empty" } | { kind: "number"; phone: string } | { kind: "invalid" };

export function parsePhone(text: string): ParsedPhone {
  const bare = text.replace(PUNCTUATION, "");
  if (EMPTY.test(bare)) return { kind: "empty" };
  const digits = US_NUMBER.exec(bare)?.[1];
  return digits === undefined ? { kind: "invalid" } : { kind: "number", phone: `+1${digits}` };
}

/** As the verification page shows it (spec 002 §2). */
export const maskPhone = (phone: string): string => `(***) ***-${phone.slice(-4)}`;
