import { BYTE_ORDER_MARK, csvField, csvLine } from "#app/domain/formats/csv.ts";
import { TextBytes } from "#app/domain/formats/text-bytes.ts";
import { ZonedTimes } from "#app/domain/formats/zoned-times.ts";
import { CurrentCell, headerOf, zoneAt, type ReportTable } from "./report-table.ts";

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
  const cell = new CurrentCell();
  // It leaves with the first rows: who stops after it has begun to read them, and they are told.
  bytes.text((hasMark ? BYTE_ORDER_MARK : "") + csvLine(columns.map(headerOf)));
  for await (const group of rows) {
    for (let row = group.from; row < group.to; row++) {
      for (let index = 0; index < group.columns.length; index++) {
        if (index > 0) bytes.letter(COMMA);
        cell.turnTo(group.columns[index], row);
        if (!cell.isNumber) {
          if (cell.other !== null) bytes.text(csvField(cell.other));
        } else if (isTime[index]) times.write(bytes, cell.numbers, cell.at, zoneAt(group, row));
        else bytes.numberAt(cell.numbers, cell.at);
      }
      bytes.letter(CARRIAGE_RETURN);
      bytes.letter(LINE_FEED);
    }
    yield bytes.take();
  }
}
