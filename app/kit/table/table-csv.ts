import { BYTE_ORDER_MARK, csvLine } from "#app/domain/formats/csv.ts";
import type { TableColumn } from "./table-column.ts";

/** All rows in the columns given, as they are exported; their labels are the first line. */
export function rowsToCsv<Row>(columns: readonly TableColumn<Row>[], rows: Iterable<Row>): string {
  let text = BYTE_ORDER_MARK + csvLine(columns.map(({ label }) => label));
  for (const row of rows) text += csvLine(columns.map(({ csv, value }) => (csv ?? value)(row)));
  return text;
}

/** Saves a file from the page. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
