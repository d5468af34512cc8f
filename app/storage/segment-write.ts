/**
 * Writes a segment: one Parquet file, one row group, one row per distinct time, `time` first and
 * then one column per metric sorted by name, null where a metric has no sample then.
 *
 * Every column is encoded in the few ways that may suit its type and kept in the smallest; pages
 * are zstd where that helps. No statistics and one page per column: an hour is read by whole
 * columns, and a footer entry costs as much as many values.
 */
import { constants, zstdCompressSync } from "node:zlib";
import type { SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { ColumnSource } from "hyparquet-writer/src/types.js";
import type { Column, Columns } from "../domain/series/types.ts";
import { chooseType, columnName, schemaElement, TIME_COLUMN, unscaled, type ColumnType, type PhysicalType } from "./column-types.ts";
import { unionTimes } from "./union-times.ts";

export type WrittenSegment = { bytes: Uint8Array; rows: number; firstMs: number; lastMs: number };

type Encoding = NonNullable<ColumnSource["encoding"]>;
type Codec = "ZSTD" | "UNCOMPRESSED";
type Encoded = { source: ColumnSource; physical: SchemaElement; annotated: SchemaElement };

const ENCODINGS: Record<PhysicalType, readonly Encoding[]> = {
  BOOLEAN: ["RLE"],
  INT32: ["DELTA_BINARY_PACKED", "RLE_DICTIONARY"],
  INT64: ["DELTA_BINARY_PACKED"],
  FLOAT: ["BYTE_STREAM_SPLIT", "RLE_DICTIONARY"],
  DOUBLE: ["BYTE_STREAM_SPLIT", "RLE_DICTIONARY"],
  BYTE_ARRAY: ["RLE_DICTIONARY"],
};
const CODECS: readonly Codec[] = ["ZSTD", "UNCOMPRESSED"];
const ONE_PAGE = Number.MAX_SAFE_INTEGER;

const compressors = {
  ZSTD: (input: Uint8Array): Uint8Array => zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: 6 } }),
};

/**
 * Columns hold ascending times, one sample per millisecond, and one kind of value each; columns
 * without samples are left out. Throws when no column has a sample.
 */
export function writeSegment(columns: Columns): WrittenSegment {
  const filled = Object.entries(columns)
    .filter(([, column]) => column.times.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (filled.length === 0) throw new RangeError("a segment needs at least one sample");
  const times = unionTimes(filled.map(([, column]) => column.times));
  const encoded = [encodeTimes(times), ...filled.map(([metric, column]) => encodeColumn(metric, column, times))];

  const bytes = new ByteWriter();
  const file = openFile(
    bytes,
    encoded.map(({ physical }) => physical),
  );
  void file.write({ columnData: encoded.map(({ source }) => source), rowGroupSize: times.length, pageSize: ONE_PAGE });
  // The encoder saw bare integers, which it takes as they are; what they mean is for the footer.
  file.schema = withRoot(encoded.map(({ annotated }) => annotated));
  void file.finish();
  return { bytes: bytes.getBytes(), rows: times.length, firstMs: times[0] as number, lastMs: times[times.length - 1] as number };
}

const withRoot = (elements: SchemaElement[]): SchemaElement[] => [{ name: "root", num_children: elements.length }, ...elements];

const openFile = (writer: ByteWriter, elements: SchemaElement[]): ParquetWriter =>
  new ParquetWriter({ writer, schema: withRoot(elements), compressors, statistics: false, createdBy: "helios" });

function encodeTimes(times: Float64Array): Encoded {
  return smallest(TIME_COLUMN, { type: "INT64", scale: 0 }, Array.from(times, BigInt), true);
}

function encodeColumn(metric: string, column: Column, times: Float64Array): Encoded {
  const type = chooseType(metric, column);
  const data = alignToRows(column, times, (row) => physicalValue(column, type, row));
  return smallest(columnName(metric), type, data, column.times.length === times.length);
}

function physicalValue(column: Column, { type, scale }: ColumnType, index: number): unknown {
  if (column.kind === "text") return column.values[index];
  const value = column.values[index] as number;
  if (type === "FLOAT" || type === "DOUBLE") return value;
  const stored = unscaled(value, scale);
  if (type === "BOOLEAN") return stored === 1;
  return type === "INT64" ? BigInt(stored) : stored;
}

/** One entry per row, null where the column has no sample at that time. */
function alignToRows(column: Column, times: Float64Array, valueAt: (index: number) => unknown): unknown[] {
  const data = new Array<unknown>(times.length);
  let index = 0;
  for (let row = 0; row < times.length; row++) data[row] = column.times[index] === times[row] ? valueAt(index++) : null;
  return data;
}

/** Tries the encodings of the type, with and without compression, and answers the one of fewest bytes. */
function smallest(name: string, type: ColumnType, data: unknown[], required: boolean): Encoded {
  const annotated = schemaElement(name, type, required);
  const physical: SchemaElement = { name, type: type.type, repetition_type: annotated.repetition_type };
  let best: ColumnSource | null = null;
  let bestSize = Infinity;
  for (const encoding of ENCODINGS[type.type]) {
    for (const codec of CODECS) {
      const source: ColumnSource = { name, data, encoding, codec };
      const trial = new ByteWriter();
      void openFile(trial, [physical]).write({ columnData: [source], rowGroupSize: data.length, pageSize: ONE_PAGE });
      if (trial.offset >= bestSize) continue;
      best = source;
      bestSize = trial.offset;
    }
  }
  return { source: best as ColumnSource, physical, annotated };
}
