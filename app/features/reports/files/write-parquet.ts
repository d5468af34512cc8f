import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { KeyValue, SchemaElement } from "hyparquet";
import type { ReportCell, ReportColumn, ReportTable } from "./report-table.ts";

/** Cells of a row group: what is in memory at once, some 5 MB. What a file says of its groups stays until its end. */
export const GROUP_CELLS = 100_000;

/**
 * The table as Parquet: times as UTC timestamps in milliseconds, numbers as DOUBLE, everything else as text. Units stand
 * in the file's notes (`units`), not in the columns' names. A text in a column of numbers cannot be kept; the notes say
 * how many were left out (`texts_left_out`).
 */
export async function* writeParquet({
  columns,
  rows,
}: ReportTable): AsyncGenerator<Uint8Array, void> {
  const bytes = new ByteWriter();
  const notes: KeyValue[] = [{ key: "units", value: JSON.stringify(unitsOf(columns)) }];
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)],
    kvMetadata: notes,
    createdBy: "helios",
  });
  const leftOut: Record<string, number> = {};
  const groupRows = Math.max(1, Math.floor(GROUP_CELLS / columns.length));
  let wantedRows = 1;
  // By column: rows of cells would take several times as much while they wait for their group.
  let held = columns.map((): StoredCell[] => []);
  let heldRows = 0;
  const writeGroup = async () => {
    const data = held;
    const rowGroupSize = heldRows;
    held = columns.map(() => []);
    heldRows = 0;
    await file.write({
      columnData: columns.map(({ name }, index) => ({ name, data: data[index] as StoredCell[] })),
      rowGroupSize,
    });
    return takeBytes(bytes);
  };
  for await (const some of rows) {
    for (const { cells } of some) {
      heldRows++;
      columns.forEach((column, index) =>
        held[index]?.push(stored(cells[index] ?? null, column, leftOut)),
      );
    }
    if (heldRows < wantedRows) continue;
    // The first rows go ahead as a group of their own, and groups grow from there: a whole one may take seconds to come.
    wantedRows = Math.min(groupRows, 2 * heldRows);
    yield await writeGroup();
  }
  if (heldRows > 0) yield await writeGroup();
  if (Object.keys(leftOut).length > 0)
    notes.push({ key: "texts_left_out", value: JSON.stringify(leftOut) });
  await file.finish();
  yield takeBytes(bytes);
}

const unitsOf = (columns: readonly ReportColumn[]): Record<string, string> =>
  Object.fromEntries(columns.flatMap(({ name, unit }) => (unit === null ? [] : [[name, unit]])));

function elementOf({ name, kind }: ReportColumn): SchemaElement {
  const element = { name, repetition_type: "OPTIONAL" } as const;
  if (kind === "time")
    return {
      ...element,
      type: "INT64",
      converted_type: "TIMESTAMP_MILLIS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
    };
  return kind === "number"
    ? { ...element, type: "DOUBLE" }
    : { ...element, type: "BYTE_ARRAY", converted_type: "UTF8" };
}

type StoredCell = Date | number | string | null;

function stored(
  cell: ReportCell,
  { name, kind }: ReportColumn,
  leftOut: Record<string, number>,
): StoredCell {
  if (cell === null) return null;
  if (kind === "time") return new Date(Number(cell));
  if (kind !== "number") return String(cell);
  if (typeof cell !== "string") return Number(cell);
  leftOut[name] = (leftOut[name] ?? 0) + 1;
  return null;
}

/** What was written since it was last asked; places in the file count on. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const taken = writer.getBytes().slice();
  writer.index = 0;
  return taken;
}
