import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeColumn } from "hyparquet-writer/src/column.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import type { ColumnChunk, KeyValue, SchemaElement } from "hyparquet";
import { NumberChunks } from "./number-chunks.ts";
import { cellAt, type ReportColumn, type ReportTable, type ReportValues } from "./report-table.ts";

/** Cells of a row group: what is in memory at once, some 5 MB. What a file says of its groups stays until its end. */
export const GROUP_CELLS = 100_000;
/** Of texts; numbers of a group are fewer. */
const PAGE_BYTES = 1_048_576;

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
  const numbers = new NumberChunks();
  const held = columns.map((column) =>
    column.kind === "time" || column.kind === "number"
      ? new HeldNumbers(column, numbers)
      : new HeldTexts(column),
  );
  let heldRows = 0;
  const writeGroup = (): Uint8Array => {
    const start = bytes.offset;
    const chunks = held.map((column) => column.write(bytes, heldRows));
    file.row_groups.push({
      columns: chunks,
      num_rows: BigInt(heldRows),
      total_byte_size: chunks.reduce(
        (sum, { meta_data: of }) => sum + (of?.total_uncompressed_size ?? 0n),
        0n,
      ),
      total_compressed_size: BigInt(bytes.offset - start),
    });
    file.num_rows += BigInt(heldRows);
    heldRows = 0;
    return takeBytes(bytes);
  };
  for await (const some of rows) {
    for (const [index, column] of held.entries()) {
      const left = column.keep(heldRows, some.columns[index] ?? [], some.from, some.to);
      const { name } = columns[index] as ReportColumn;
      if (left > 0) leftOut[name] = (leftOut[name] ?? 0) + left;
    }
    heldRows += some.to - some.from;
    if (heldRows < wantedRows) continue;
    // The first rows go ahead as a group of their own, and groups grow from there: a whole one may take seconds to come.
    wantedRows = Math.min(groupRows, 2 * heldRows);
    yield writeGroup();
  }
  if (heldRows > 0) yield writeGroup();
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

/** A column of times or numbers that waits for its group: doubles in a place that is used again, NaN for none. Cells as objects would be garbage by the million. */
class HeldNumbers {
  readonly #column: ReportColumn;
  readonly #chunks: NumberChunks;
  #values = new Float64Array(1024);

  constructor(column: ReportColumn, chunks: NumberChunks) {
    this.#column = column;
    this.#chunks = chunks;
  }

  /** Cells [from, to) from this row on. Answers how many are texts, which are left out. */
  keep(row: number, cells: ReportValues, from: number, to: number): number {
    if (row + to - from > this.#values.length) {
      const larger = new Float64Array(2 * (row + to - from));
      larger.set(this.#values);
      this.#values = larger;
    }
    if (cells instanceof Float64Array) {
      this.#values.set(cells.subarray(from, to), row);
      return 0;
    }
    let left = 0;
    for (let at = from; at < to; at++) {
      const cell = cellAt(cells, at);
      const isLeftOut = typeof cell === "string" && this.#column.kind !== "time";
      this.#values[row + at - from] = cell === null || isLeftOut ? NaN : Number(cell);
      if (isLeftOut) left++;
    }
    return left;
  }

  write(bytes: ByteWriter, rows: number): ColumnChunk {
    const { name, kind } = this.#column;
    const type = kind === "time" ? "INT64" : "DOUBLE";
    return this.#chunks.write(bytes, name, type, this.#values.subarray(0, rows));
  }
}

class HeldTexts {
  readonly #column: ReportColumn;
  #texts: (string | null)[] = [];

  constructor(column: ReportColumn) {
    this.#column = column;
  }

  /** Cells [from, to) from this row on. Answers how many are left out: none. */
  keep(row: number, cells: ReportValues, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const cell = cellAt(cells, at);
      this.#texts[row + at - from] = cell === null ? null : String(cell);
    }
    return 0;
  }

  write(writer: ByteWriter, rows: number): ColumnChunk {
    const values = this.#texts.slice(0, rows);
    const { name } = this.#column;
    const element = elementOf(this.#column);
    return writeColumn({
      writer,
      column: {
        columnName: name,
        element,
        schemaPath: [{ name: "root" }, element],
        codec: "SNAPPY",
        compressors: { SNAPPY: snappyCompress },
        stats: true,
        pageSize: PAGE_BYTES,
        columnIndex: false,
        offsetIndex: false,
      },
      pageData: {
        values,
        definitionLevels: values.map((text) => (text === null ? 0 : 1)),
        repetitionLevels: [],
        maxDefinitionLevel: 1,
      },
    }).chunk;
  }
}

/** What was written since it was last asked; places in the file count on. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const taken = writer.getBytes().slice();
  writer.index = 0;
  return taken;
}
