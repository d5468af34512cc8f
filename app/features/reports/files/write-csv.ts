import { BYTE_ORDER_MARK, csvField, csvLine } from "#app/domain/formats/csv.ts";
import { TextBytes } from "#app/domain/formats/text-bytes.ts";
import { ZonedTimes } from "#app/domain/formats/zoned-times.ts";
import { cellAt, headerOf, zoneAt, type ReportTable } from "./report-table.ts";

const COMMA = 0x2c;
const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];

/** The table as CSV (domain/formats/csv.ts), times as ISO 8601 with the offset of the row's zone. */
export async function* writeCsv(
  { columns, rows }: ReportTable,
  { hasMark }: { hasMark: boolean },
): AsyncGenerator<Uint8Array, void> {
  const times = new ZonedTimes();
  const isTime = columns.map(({ kind }) => kind === "time");
  const bytes = new TextBytes();
  const single = new Float64Array(1);
  // It leaves with the first rows: who stops after it has begun to read them, and they are told.
  bytes.text((hasMark ? BYTE_ORDER_MARK : "") + csvLine(columns.map(headerOf)));
  for await (const group of rows) {
    for (let row = group.from; row < group.to; row++) {
      for (let index = 0; index < group.columns.length; index++) {
        if (index > 0) bytes.letter(COMMA);
        let numbers = group.columns[index];
        let at = row;
        if (!(numbers instanceof Float64Array)) {
          const cell = cellAt(numbers, row);
          if (typeof cell !== "number") {
            if (cell !== null) bytes.text(csvField(cell));
            continue;
          }
          single[0] = cell;
          [numbers, at] = [single, 0];
        }
        if (Number.isNaN(numbers[at])) continue;
        if (isTime[index]) times.write(bytes, numbers, at, zoneAt(group, row));
        else bytes.numberAt(numbers, at);
      }
      bytes.letter(CARRIAGE_RETURN);
      bytes.letter(LINE_FEED);
    }
    yield bytes.take();
  }
}
