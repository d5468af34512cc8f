/**
 * Writes a segment: one Parquet file, one row group, one row per distinct time, `time` first and
 * then one column per metric sorted by name, null where a metric has no sample then.
 *
 * Every column is encoded in the few ways that may suit its type and kept in the smallest; pages
 * are zstd where that helps. No statistics and one page per column: an hour is read by whole
 * columns, and a footer entry costs as much as many values.
 */
import { constants, crc32, zstdCompressSync } from "node:zlib";
import type { ColumnChunk, ColumnMetaData, KeyValue, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { ColumnSource } from "hyparquet-writer/src/types.js";
import { namesInFile, type Column, type Columns } from "#app/domain/series/types.ts";
import {
  chooseType,
  columnName,
  schemaElement,
  TIME_COLUMN,
  unscaled,
  type ColumnType,
  type PhysicalType,
} from "./column-types.ts";
import { deflateNoise, encodeByteDictionary } from "./byte-dictionary.ts";
import { packChunks } from "./chunk-index.ts";
import {
  CHECKSUMS,
  encodeChecksums,
  FOOTER_CHECKSUM_BYTES,
  parseFooter,
} from "./segment-footer.ts";
import { unionTimes } from "./union-times.ts";

export type WrittenSegment = {
  bytes: Uint8Array;
  /** Where each column lies, see chunk-index.ts. */
  chunks: string;
  rows: number;
  firstMs: number;
  lastMs: number;
};

type Encoding = NonNullable<ColumnSource["encoding"]>;
type Codec = "ZSTD" | "GZIP" | "UNCOMPRESSED";
/** One column's chunk, its places as if it began the file, and how the column is named to readers. */
type Encoded = { bytes: Uint8Array; chunk: ColumnChunk; annotated: SchemaElement };

const MAGIC = 0x31524150;
const MAGIC_BYTES = 4;

const ENCODINGS: Record<PhysicalType, readonly Encoding[]> = {
  BOOLEAN: ["RLE"],
  INT32: ["DELTA_BINARY_PACKED", "RLE_DICTIONARY"],
  INT64: ["DELTA_BINARY_PACKED"],
  FLOAT: ["BYTE_STREAM_SPLIT", "RLE_DICTIONARY"],
  DOUBLE: ["BYTE_STREAM_SPLIT", "RLE_DICTIONARY"],
  BYTE_ARRAY: ["RLE_DICTIONARY"],
};
/** Of integers that change most of the time; byte-dictionary.ts is tried as well. */
const NOISE_ENCODINGS: readonly Encoding[] = ["DELTA_BINARY_PACKED"];
const CODECS: Partial<Record<Encoding, readonly Codec[]>> = {
  DELTA_BINARY_PACKED: ["UNCOMPRESSED", "ZSTD"],
  BYTE_STREAM_SPLIT: ["GZIP", "ZSTD"],
  RLE_DICTIONARY: ["UNCOMPRESSED", "ZSTD"],
  RLE: ["UNCOMPRESSED", "ZSTD"],
};
/** A chunk of so few bytes is mostly its page's header: no other way makes it much smaller. */
const WORTH_TRYING_BYTES = 80;
const ONE_PAGE = Number.MAX_SAFE_INTEGER;

const compressors = {
  ZSTD: (input: Uint8Array): Uint8Array => {
    // A window no larger than the page: setting up a larger one takes longer than most pages.
    const windowLog = Math.min(17, Math.max(10, Math.ceil(Math.log2(input.length))));
    return zstdCompressSync(input, {
      params: { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_windowLog]: windowLog },
    });
  },
  GZIP: deflateNoise,
};

/**
 * Columns, by their keys, hold ascending times, one sample per millisecond, and one kind of value each; columns
 * without samples are left out. Numbers of `doubles` are DOUBLE whatever is smaller. Throws when no column has a sample.
 */
export function writeSegment(
  columns: Columns,
  doubles: ReadonlySet<string> = new Set(),
): WrittenSegment {
  const filled = Object.entries(columns)
    .filter(([, column]) => column.times.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (filled.length === 0) throw new RangeError("a segment needs at least one sample");
  const builder = new SegmentBuilder(unionTimes(filled.map(([, column]) => column.times)));
  const names = namesInFile(filled.map(([key]) => key));
  for (const [key, column] of filled)
    builder.add(names.get(key) as string, column, doubles.has(key));
  return builder.finish();
}

/** A segment column by column, so that a long one needs the memory of one column and leaves room for other work between two. */
export class SegmentBuilder {
  readonly #times: Float64Array;
  readonly #bytes = new ByteWriter();
  readonly #chunks: ColumnChunk[] = [];
  readonly #checksums: number[] = [];
  readonly #elements: SchemaElement[] = [];

  /** `times`: of all columns to come, ascending, not empty. */
  constructor(times: Float64Array) {
    this.#times = times;
    this.#bytes.appendUint32(MAGIC);
    this.#append(
      smallest(TIME_COLUMN, { type: "INT64", scale: 0 }, Array.from(times, BigInt), true),
    );
  }

  /** By their names in the file (series/types.ts, namesInFile), in their order. */
  add(metric: string, column: Column, isDouble = false): void {
    const type: ColumnType =
      isDouble && column.kind === "number"
        ? { type: "DOUBLE", scale: 0 }
        : chooseType(metric, column);
    const required = column.times.length === this.#times.length;
    this.#append(
      smallest(columnName(metric), type, physicalValues(column, type, this.#times), required),
    );
  }

  finish(): WrittenSegment {
    const rows = this.#times.length;
    const footerAt = this.#bytes.offset + FOOTER_CHECKSUM_BYTES;
    const notes = [{ key: CHECKSUMS, value: encodeChecksums(this.#checksums) }];
    const file = openFile(this.#bytes, this.#elements, notes);
    file.num_rows = BigInt(rows);
    const size = BigInt(this.#bytes.offset - MAGIC_BYTES);
    file.row_groups = [
      {
        columns: this.#chunks,
        num_rows: BigInt(rows),
        total_byte_size: size,
        total_compressed_size: size,
      },
    ];
    this.#bytes.appendUint32(0);
    void file.finish();
    const bytes = this.#bytes.getBytes();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    view.setUint32(footerAt - FOOTER_CHECKSUM_BYTES, crc32(bytes.subarray(footerAt)), true);
    const chunks = packChunks(parseFooter(bytes), this.#times);
    return {
      bytes,
      chunks,
      rows,
      firstMs: this.#times[0] as number,
      lastMs: this.#times[rows - 1] as number,
    };
  }

  #append({ bytes, chunk, annotated }: Encoded): void {
    this.#chunks.push(shifted(chunk, this.#bytes.offset));
    this.#checksums.push(crc32(bytes));
    this.#bytes.appendBytes(bytes);
    // The encoder saw bare integers, which it takes as they are; what they mean is for the footer.
    this.#elements.push(annotated);
  }
}

/** The chunk so many bytes further on. */
function shifted(chunk: ColumnChunk, bytes: number): ColumnChunk {
  const by = BigInt(bytes);
  const meta = chunk.meta_data as ColumnMetaData;
  const { data_page_offset: data, dictionary_page_offset: dictionary } = meta;
  const meta_data = {
    ...meta,
    data_page_offset: data + by,
    ...(dictionary === undefined ? {} : { dictionary_page_offset: dictionary + by }),
  };
  return { ...chunk, file_offset: chunk.file_offset + by, meta_data };
}

const withRoot = (elements: SchemaElement[]): SchemaElement[] => [
  { name: "root", num_children: elements.length },
  ...elements,
];

/** A writer that begins a file, or with `notes` for its footer ends one whose column chunks are written already. */
function openFile(
  writer: ByteWriter,
  elements: SchemaElement[],
  notes: KeyValue[] | null = null,
): ParquetWriter {
  const target = notes ? withoutMagic(writer) : writer;
  const file = new ParquetWriter({
    writer: target,
    schema: withRoot(elements),
    compressors,
    statistics: false,
    createdBy: "helios",
    ...(notes ? { kvMetadata: notes } : {}),
  });
  file.writer = writer;
  return file;
}

const withoutMagic = (writer: ByteWriter): ByteWriter =>
  Object.assign(Object.create(writer) as ByteWriter, { appendUint32: () => {} });

/** One entry per row, null where the column has no sample at that time. */
function physicalValues(
  column: Column,
  type: ColumnType,
  times: Float64Array,
): ArrayLike<unknown> & Iterable<unknown> {
  if (column.kind === "number" && column.times.length === times.length) {
    const { values } = column;
    if (type.type === "FLOAT" || type.type === "DOUBLE") return Array.from(values);
    if (type.type === "BOOLEAN") return Array.from(values, (value) => value === 1);
    if (type.type === "INT32") {
      const stored = new Int32Array(values.length);
      for (let row = 0; row < stored.length; row++)
        stored[row] = unscaled(values[row] as number, type.scale);
      return stored;
    }
  }
  const data = new Array<unknown>(times.length);
  let index = 0;
  for (let row = 0; row < times.length; row++)
    data[row] = column.times[index] === times[row] ? physicalValue(column, type, index++) : null;
  return data;
}

function physicalValue(column: Column, { type, scale }: ColumnType, index: number): unknown {
  if (column.kind === "text") return column.values[index];
  const value = column.values[index] as number;
  if (type === "FLOAT" || type === "DOUBLE") return value;
  const stored = unscaled(value, scale);
  if (type === "BOOLEAN") return stored === 1;
  return type === "INT64" ? BigInt(stored) : stored;
}

/** Tries the encodings that may suit, with and without compression, and answers the one of fewest bytes. */
function smallest(
  name: string,
  type: ColumnType,
  data: ArrayLike<unknown>,
  required: boolean,
): Encoded {
  const annotated = schemaElement(name, type, required);
  const physical: SchemaElement = {
    name,
    type: type.type,
    repetition_type: annotated.repetition_type,
  };
  const noise = type.type === "INT32" && isNoise(data);
  const bytewise = noise
    ? encodeByteDictionary(name, data as ArrayLike<number | null>, required)
    : null;
  let best: Encoded | null = bytewise && { ...bytewise, annotated };
  for (const encoding of noise ? NOISE_ENCODINGS : ENCODINGS[type.type]) {
    for (const codec of CODECS[encoding] ?? []) {
      if (best && best.bytes.length < WORTH_TRYING_BYTES) break;
      const trial = new ByteWriter();
      const file = openFile(trial, [physical]);
      const source = { name, data, encoding, codec } as ColumnSource;
      try {
        void file.write({ columnData: [source], rowGroupSize: data.length, pageSize: ONE_PAGE });
      } catch (error) {
        // workerd's zstd gives up on some 40 KB of output; each encoding has another way, which was tried before.
        if (codec === "ZSTD" && best) continue;
        throw error;
      }
      if (best && trial.offset - MAGIC_BYTES >= best.bytes.length) continue;
      best = {
        bytes: trial.getBytes().subarray(MAGIC_BYTES),
        chunk: shifted(file.row_groups[0]?.columns[0] as ColumnChunk, -MAGIC_BYTES),
        annotated,
      };
    }
  }
  return best as Encoded;
}

/** Whether the value changes so often that runs are no way to tell it, as it does with measurements. */
function isNoise(data: ArrayLike<unknown>): boolean {
  let changes = 0;
  for (let row = 1; row < data.length; row++) if (data[row] !== data[row - 1]) changes++;
  return changes > data.length / 8;
}
