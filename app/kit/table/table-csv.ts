import { csvLine } from "#app/domain/formats/csv.ts";
import type { TableColumn } from "./table-column.ts";

/** All rows in the columns given, as they are exported; their labels are the first line. */
export function rowsToCsv<Row>(columns: readonly TableColumn<Row>[], rows: Iterable<Row>): string {
  let text = csvLine(columns.map(({ label }) => label));
  for (const row of rows) text += csvLine(columns.map(({ csv, value }) => (csv ?? value)(row)));
  return text;
}
