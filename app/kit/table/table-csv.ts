import type { CellValue, TableColumn } from "./table-column.ts";

/** Spreadsheets run a text that begins so as a formula; they show one behind an apostrophe as it is. */
const FORMULA_STARTS = new Set(["=", "+", "-", "@", "\t", "\r"]);
/** Without it Excel reads UTF-8 as the machine's own code page. */
export const BYTE_ORDER_MARK = "\uFEFF";

function toField(value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = FORMULA_STARTS.has(value.charAt(0)) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 in UTF-8, labels as the first line. Numbers stay numbers, negative ones too; texts run no formula. */
export function toCsv(labels: readonly string[], lines: Iterable<readonly CellValue[]>): string {
  let text = `${BYTE_ORDER_MARK}${labels.map(toField).join(",")}\r\n`;
  for (const line of lines) text += `${line.map(toField).join(",")}\r\n`;
  return text;
}

/** All rows in the columns given, as they are exported. */
export const rowsToCsv = <Row>(columns: readonly TableColumn<Row>[], rows: Iterable<Row>): string =>
  toCsv(
    columns.map(({ label }) => label),
    (function* lines() {
      for (const row of rows) yield columns.map(({ csv, value }) => (csv ?? value)(row));
    })(),
  );

/** Saves a file from the page. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
