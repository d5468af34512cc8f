/**
 * CSV as RFC 4180 has it: CRLF, quotes doubled. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, by which it is taken for the text it is; numbers stay numbers, negative ones too. A spreadsheet that separates by
 * semicolons, as Spain's does, or by tabs knows no quotes after a comma and begins a cell within a text: so does an apostrophe.
 */
export type CsvValue = string | number | boolean | null;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** The wide signs too: spreadsheets of East Asia take them for the narrow ones. */
const BEGINS_FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t])(?=[=+\-@＝＋－＠])/g;
const WAS_KEPT_FROM = /(?<=^|[;\t])'(?=[=+\-@\t\r\n＝＋－＠])/g;
/** Tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Empty for null; a text that is empty is quoted, so that both stay apart. */
export function csvField(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replace(BEGINS_FORMULA, "'");
  return text === "" || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly CsvValue[]): string =>
  `${values.map(csvField).join(",")}\r\n`;

/** A text as it was before csvField kept it from being a formula. */
export const withoutApostrophes = (cell: string): string => cell.replace(WAS_KEPT_FROM, "");
