/**
 * Parquet column chunks of times and numbers, the bytes that hyparquet-writer makes of them, without an object for any
 * cell: its lists, maps and pieces of memory were garbage faster than V8 collects it in a file of millions. What is
 * needed on the way lies in columns that serve for all chunks.
 */
import type { ColumnChunk, Encoding } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";

const VALUE_BYTES = 8;
const TWO_TO_32 = 2 ** 32;

export type NumberType = "INT64" | "DOUBLE";

export class NumberChunks {
  #rows = 0;
  /** Of each row whether it has a value. */
  #levels = new Uint8Array(0);
  /** The values there are, eight bytes each as they are written. */
  #doubles = new Float64Array(0);
  #halves = new Uint32Array(0);
  /** Distinct values, where each is found by its bytes, and which of them each value is. */
  #dictionary = new Uint32Array(0);
  #places = new Int32Array(0);
  #indices = new Uint32Array(0);
  readonly #levelBytes = new ByteWriter();
  readonly #page = new ByteWriter();

  /** Values are whole milliseconds for INT64, NaN where a row has none; as few as fit one page. Answers what the file says of the chunk. */
  write(writer: ByteWriter, name: string, type: NumberType, values: Float64Array): ColumnChunk {
    this.#makeRoom(values.length);
    const count = this.#take(values, type);
    const statistics = statisticsOf(values, type, values.length - count);
    const start = writer.offset;
    const distinct = this.#index(count);
    let size = 0;
    if (distinct > 0) size += this.#writeDictionary(writer, distinct);
    const dataAt = writer.offset;
    const encoding: Encoding = distinct > 0 ? "RLE_DICTIONARY" : "PLAIN";
    size += this.#writeData(writer, encoding, values.length, count, distinct);
    const ofDictionary = { page_type: "DICTIONARY_PAGE", encoding: "PLAIN", count: 1 } as const;
    return {
      file_offset: BigInt(start),
      meta_data: {
        type,
        encodings: distinct > 0 ? ["PLAIN", encoding] : [encoding],
        path_in_schema: [name],
        codec: "SNAPPY",
        num_values: BigInt(values.length),
        total_compressed_size: BigInt(writer.offset - start),
        total_uncompressed_size: BigInt(size),
        data_page_offset: BigInt(dataAt),
        ...(distinct > 0 ? { dictionary_page_offset: BigInt(start) } : {}),
        statistics,
        encoding_stats: [
          ...(distinct > 0 ? [ofDictionary] : []),
          { page_type: "DATA_PAGE_V2", encoding, count: 1 },
        ],
      },
    };
  }

  #makeRoom(rows: number): void {
    if (rows <= this.#rows) return;
    this.#rows = rows;
    this.#levels = new Uint8Array(rows);
    this.#doubles = new Float64Array(rows);
    this.#halves = new Uint32Array(this.#doubles.buffer);
    this.#dictionary = new Uint32Array(2 * rows);
    this.#indices = new Uint32Array(rows);
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * rows)));
  }

  /** Puts the values there are next to each other; how many. */
  #take(values: Float64Array, type: NumberType): number {
    let count = 0;
    for (let row = 0; row < values.length; row++) {
      const value = values[row] as number;
      const hasValue = !Number.isNaN(value);
      this.#levels[row] = hasValue ? 1 : 0;
      if (!hasValue) continue;
      if (type === "DOUBLE") this.#doubles[count] = value;
      else {
        const high = Math.floor(value / TWO_TO_32);
        this.#halves[2 * count] = value - high * TWO_TO_32;
        this.#halves[2 * count + 1] = high;
      }
      count++;
    }
    return count;
  }

  /** Finds the distinct values; how many, 0 when telling them apart would not halve the bytes. */
  #index(count: number): number {
    const [halves, dictionary, places] = [this.#halves, this.#dictionary, this.#places];
    const mask = places.length - 1;
    places.fill(0);
    let distinct = 0;
    for (let at = 0; at < count; at++) {
      const low = halves[2 * at] as number;
      const high = halves[2 * at + 1] as number;
      let place = hashOf(low, high) & mask;
      let index = (places[place] as number) - 1;
      while (index >= 0 && (dictionary[2 * index] !== low || dictionary[2 * index + 1] !== high)) {
        place = (place + 1) & mask;
        index = (places[place] as number) - 1;
      }
      if (index < 0) {
        index = distinct++;
        if (2 * distinct > count) return 0;
        places[place] = distinct;
        dictionary[2 * index] = low;
        dictionary[2 * index + 1] = high;
      }
      this.#indices[at] = index;
    }
    const indexBytes = Math.ceil((count * bitsOf(distinct)) / 8);
    return 2 * (distinct * VALUE_BYTES + indexBytes) > count * VALUE_BYTES ? 0 : distinct;
  }

  #writeDictionary(writer: ByteWriter, distinct: number): number {
    const plain = new Uint8Array(this.#dictionary.buffer, 0, distinct * VALUE_BYTES);
    const packed = snappyCompress(plain);
    const start = writer.offset;
    writePageHeader(writer, {
      type: "DICTIONARY_PAGE",
      uncompressed_page_size: plain.length,
      compressed_page_size: packed.length,
      dictionary_page_header: { num_values: distinct, encoding: "PLAIN" },
    });
    const headerSize = writer.offset - start;
    writer.appendBytes(packed);
    return headerSize + plain.length;
  }

  #writeData(
    writer: ByteWriter,
    encoding: Encoding,
    rows: number,
    count: number,
    distinct: number,
  ): number {
    const levels = emptied(this.#levelBytes);
    writeRleBitPackedHybrid(levels, this.#levels.subarray(0, rows), 1);
    const page = emptied(this.#page);
    if (distinct > 0) {
      page.appendUint8(bitsOf(distinct));
      writeRleBitPackedHybrid(page, this.#indices.subarray(0, count), bitsOf(distinct));
    } else page.appendBytes(new Uint8Array(this.#halves.buffer, 0, count * VALUE_BYTES));
    const packed = snappyCompress(page.getBytes());
    const start = writer.offset;
    writePageHeader(writer, {
      type: "DATA_PAGE_V2",
      uncompressed_page_size: levels.offset + page.offset,
      compressed_page_size: levels.offset + packed.length,
      data_page_header_v2: {
        num_values: rows,
        num_nulls: rows - count,
        num_rows: rows,
        encoding,
        definition_levels_byte_length: levels.offset,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    });
    const headerSize = writer.offset - start;
    writer.appendBytes(levels.getBytes());
    writer.appendBytes(packed);
    return headerSize + levels.offset + page.offset;
  }
}

function emptied(writer: ByteWriter): ByteWriter {
  writer.index = 0;
  writer.offset = 0;
  return writer;
}

/** Bits that tell so many apart. */
const bitsOf = (distinct: number): number => Math.ceil(Math.log2(distinct));

/** Numbers are alike in their low bytes, times in their high ones. */
function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function statisticsOf(values: Float64Array, type: NumberType, nulls: number) {
  let [least, most] = [Infinity, -Infinity];
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const null_count = BigInt(nulls);
  if (type === "INT64")
    return {
      ...(nulls < values.length ? { min_value: BigInt(least), max_value: BigInt(most) } : {}),
      null_count,
    };
  // A zero is told as -0 below and 0 above, as the format wants it.
  const bounds = { min_value: least === 0 ? -0 : least, max_value: most === 0 ? 0 : most };
  return { ...(nulls < values.length ? bounds : {}), null_count, nan_count: 0n };
}
