/**
 * A column chunk of integers with at most 256 distinct values: a dictionary, and an index of one byte per value, coded
 * by deflate in small blocks.
 *
 * That is ordinary Parquet (RLE_DICTIONARY, GZIP), but for its indices being a byte wide where fewer bits would do: an
 * entropy coder sees symbols then, not bits across their borders, and with blocks of a few hundred of them its Huffman codes
 * follow the level of a drifting sensor. Sensor noise so takes a tenth to a third less than as packed deltas under zstd, for
 * a millisecond per 86,400 values.
 */
import { constants, gunzipSync, gzipSync } from "node:zlib";
import type { ColumnChunk } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import type { PageHeader } from "hyparquet/src/types.js";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { letGo, newRoom, type Room } from "#app/domain/series/doubles.ts";

const MAX_VALUES = 256;
const INDEX_BITS = 8;

/** Of at most so many values the codes are told in so few bits that blocks are best of 1,024 symbols, of more of 512. */
const FEW_VALUES = 64;
/** No matches but runs, and blocks of 2^(6 + memLevel) symbols. */
export const deflateNoise = (input: Uint8Array, memLevel = 3): Uint8Array =>
  gzipSync(input, { level: 9, memLevel, strategy: constants.Z_RLE });

/** The chunk's bytes, at offset 0 of its file, and what a footer says of it; null when there are more values than a byte tells apart. */
export function encodeByteDictionary(
  name: string,
  data: ArrayLike<number | null>,
  isRequired: boolean,
): { bytes: Uint8Array; chunk: ColumnChunk } | null {
  const dictionary = new Map<number, number>();
  const indices = new Uint8Array(data.length + 8);
  const levels: number[] = [];
  let length = 0;
  for (let row = 0; row < data.length; row++) {
    const value = data[row] as number | null;
    if (!isRequired) levels.push(value === null ? 0 : 1);
    if (value === null) continue;
    let index = dictionary.get(value);
    if (index === undefined) {
      if (dictionary.size === MAX_VALUES) return null;
      dictionary.set(value, (index = dictionary.size));
    }
    indices[length++] = index;
  }
  const writer = new ByteWriter();
  // In order, so that the symbols of a block are neighbours, whose code lengths take few bits to tell.
  const values = Int32Array.from(dictionary.keys()).sort();
  const rank = new Uint8Array(values.length);
  values.forEach((value, at) => (rank[dictionary.get(value) as number] = at));
  for (let at = 0; at < length; at++) indices[at] = rank[indices[at] as number] as number;
  const sizes = writeDictionary(writer, values);
  const dataOffset = writer.offset;
  const dataSize = writeData(
    writer,
    indices,
    length,
    levels,
    data.length,
    values.length <= FEW_VALUES ? 4 : 3,
  );
  const chunk = {
    file_offset: 0n,
    meta_data: {
      type: "INT32",
      encodings: ["PLAIN", "RLE_DICTIONARY"],
      path_in_schema: [name],
      codec: "GZIP",
      num_values: BigInt(data.length),
      total_compressed_size: BigInt(writer.offset),
      total_uncompressed_size: BigInt(sizes + dataSize),
      data_page_offset: BigInt(dataOffset),
      dictionary_page_offset: 0n,
    },
  } satisfies ColumnChunk as ColumnChunk;
  return { bytes: writer.getBytes(), chunk };
}

/** The numbers of rows [from, to) of such a chunk over `divisor`; null when it is none of so many rows, or some have no value: a reader of any Parquet does it then. */
export function decodeByteDictionary(
  bytes: Uint8Array,
  divisor: number,
  rows: number,
  { from = 0, to = rows, room = newRoom }: { from?: number; to?: number; room?: Room } = {},
): Float64Array | null {
  const reader = {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    offset: 0,
  };
  const dictionary = parquetHeader(reader);
  const values = bytes.subarray(reader.offset, (reader.offset += dictionary.compressed_page_size));
  const data = parquetHeader(reader);
  const { data_page_header_v2: page } = data;
  if (
    dictionary.dictionary_page_header?.encoding !== "PLAIN" ||
    page?.encoding !== "RLE_DICTIONARY" ||
    page.num_nulls > 0 ||
    page.num_values !== rows
  )
    return null;
  const start =
    reader.offset + page.definition_levels_byte_length + page.repetition_levels_byte_length;
  const plain = gunzipSync(bytes.subarray(start, reader.offset + data.compressed_page_size));
  const indices = wholeRun(plain, page.num_values);
  if (indices === null) return null;
  const unpacked = gunzipSync(values);
  const stored = new DataView(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength);
  const table = Float64Array.from(
    { length: unpacked.length / 4 },
    (_, index) => stored.getInt32(index * 4, true) / divisor,
  );
  const numbers = room(to - from);
  for (let row = from; row < to; row++)
    numbers[row - from] = table[indices[row] as number] as number;
  letGo(unpacked);
  letGo(plain);
  return numbers;
}

/** The indices when they are one run of bytes; null otherwise. */
function wholeRun(plain: Uint8Array, length: number): Uint8Array | null {
  if (plain[0] !== INDEX_BITS) return null;
  let [header, shift, at] = [0, 0, 1];
  for (;;) {
    const byte = plain[at++] ?? 0;
    header |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
    shift += 7;
  }
  const isPacked = (header & 1) === 1;
  return isPacked && (header >>> 1) * 8 >= length && at + length <= plain.length
    ? plain.subarray(at, at + length)
    : null;
}

function writeDictionary(writer: ByteWriter, values: Int32Array): number {
  const plain = new Uint8Array(values.buffer);
  const packed = gzipSync(plain, { level: 9 });
  return writePage(
    writer,
    {
      type: "DICTIONARY_PAGE",
      uncompressed_page_size: plain.length,
      compressed_page_size: packed.length,
      dictionary_page_header: { num_values: values.length, encoding: "PLAIN" },
    },
    [packed],
    plain.length,
  );
}

function writeData(
  writer: ByteWriter,
  indices: Uint8Array,
  length: number,
  levels: readonly number[],
  rows: number,
  memLevel: number,
): number {
  const levelBytes = new ByteWriter();
  if (levels.length > 0) writeRleBitPackedHybrid(levelBytes, levels as number[], 1);
  const groups = Math.ceil(length / 8);
  const plain = new ByteWriter();
  plain.appendUint8(INDEX_BITS);
  plain.appendVarInt((groups << 1) | 1);
  plain.appendBytes(indices.subarray(0, groups * 8));
  const packed = deflateNoise(plain.getBytes(), memLevel);
  const header: PageHeader = {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levelBytes.offset + plain.offset,
    compressed_page_size: levelBytes.offset + packed.length,
    data_page_header_v2: {
      num_values: rows,
      num_nulls: rows - length,
      num_rows: rows,
      encoding: "RLE_DICTIONARY",
      definition_levels_byte_length: levelBytes.offset,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  };
  return writePage(
    writer,
    header,
    [levelBytes.getBytes(), packed],
    levelBytes.offset + plain.offset,
  );
}

/** Answers the size it has unpacked. */
function writePage(
  writer: ByteWriter,
  header: PageHeader,
  parts: readonly Uint8Array[],
  unpacked: number,
): number {
  const start = writer.offset;
  writePageHeader(writer, header);
  const headerSize = writer.offset - start;
  for (const part of parts) writer.appendBytes(part);
  return headerSize + unpacked;
}
