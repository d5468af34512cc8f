import { csvLine } from "#app/domain/formats/csv.ts";
import type { TableColumn } from "./table-column.ts";

/** All rows in those of the columns that have something to export; their labels are the first line. */
export function rowsToCsv<Row>(given: readonly TableColumn<Row>[], rows: Iterable<Row>): string {
  const columns = given.filter(({ csv }) => csv !== null);
  let text = csvLine(columns.map(({ label }) => label));
  for (const row of rows) text += csvLine(columns.map(({ csv, value }) => (csv ?? value)(row)));
  return text;
}
