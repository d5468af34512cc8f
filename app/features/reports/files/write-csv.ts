import { BYTE_ORDER_MARK, csvLine } from "#app/domain/formats/csv.ts";
import { zonedTimes } from "#app/domain/formats/zoned-iso.ts";
import { headerOf, type ReportTable } from "./report-table.ts";

/** The table as CSV (domain/formats/csv.ts), times as ISO 8601 with the offset of the row's zone. */
export async function* writeCsv(
  { columns, rows }: ReportTable,
  { hasMark }: { hasMark: boolean },
): AsyncGenerator<string, void> {
  const isoOf = zonedTimes();
  const isTime = columns.map(({ kind }) => kind === "time");
  // It leaves with the first rows: who stops after it has begun to read them, and they are told.
  let header = (hasMark ? BYTE_ORDER_MARK : "") + csvLine(columns.map(headerOf));
  for await (const group of rows) {
    const lines = [header];
    for (const { timezone, cells } of group)
      lines.push(
        csvLine(
          cells.map((cell, index) =>
            isTime[index] && typeof cell === "number" ? isoOf(cell, timezone) : cell,
          ),
        ),
      );
    yield lines.join("");
    header = "";
  }
}
