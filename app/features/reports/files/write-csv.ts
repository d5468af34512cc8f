import { CsvBytes } from "#app/domain/formats/csv-bytes.ts";
import { BYTE_ORDER_MARK, csvLine } from "#app/domain/formats/csv.ts";
import { zonedTimes } from "#app/domain/formats/zoned-iso.ts";
import { headerOf, type ReportTable } from "./report-table.ts";

/** The table as CSV (domain/formats/csv.ts), times as ISO 8601 with the offset of the row's zone. */
export async function* writeCsv(
  { columns, rows }: ReportTable,
  { hasMark }: { hasMark: boolean },
): AsyncGenerator<Uint8Array, void> {
  const isoOf = zonedTimes();
  const isTime = columns.map(({ kind }) => kind === "time");
  const bytes = new CsvBytes();
  // It leaves with the first rows: who stops after it has begun to read them, and they are told.
  bytes.text((hasMark ? BYTE_ORDER_MARK : "") + csvLine(columns.map(headerOf)));
  for await (const group of rows) {
    for (const { timezone, cells } of group)
      bytes.line(cells.length, (index) => {
        const cell = cells[index] ?? null;
        return isTime[index] && typeof cell === "number" ? isoOf(cell, timezone) : cell;
      });
    yield bytes.take();
  }
}
