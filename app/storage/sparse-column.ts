/**
 * A column chunk of which many rows have no value, such as a flag that stands at a few seconds of a day: its values and
 * the rows that they stand at, without an entry for each row that has none.
 */
import { parquetHeader } from "hyparquet/src/column.js";
import { convert, convertWithDictionary } from "hyparquet/src/convert.js";
import { readDataPageV2, decompressPage } from "hyparquet/src/datapage.js";
import { readPlain } from "hyparquet/src/plain.js";
import type { ColumnDecoder, DecodedArray, SchemaElement } from "hyparquet/src/types.js";

/** `rows[n]` is where `values[n]` stands; ascending. */
export type SparseColumn = { rows: Uint32Array; values: DecodedArray };

/**
 * The values of an optional column of `rows` rows in one page, as `column` has them stored; null when the chunk is another
 * one: a reader of any Parquet does it then. Throws when the page says otherwise than it holds.
 */
export function readSparse(
  column: ColumnDecoder,
  bytes: Uint8Array,
  rows: number,
): SparseColumn | null {
  const { element, type, codec, compressors } = column;
  if (element.repetition_type !== "OPTIONAL") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = { view, offset: 0 };
  let header = parquetHeader(reader);
  let dictionary: DecodedArray | undefined;
  if (header.dictionary_page_header) {
    const packed = bytes.subarray(reader.offset, (reader.offset += header.compressed_page_size));
    const plain = decompressPage(packed, header.uncompressed_page_size, codec, compressors);
    const plainView = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
    const { num_values: count } = header.dictionary_page_header;
    dictionary = convert(readPlain({ view: plainView, offset: 0 }, type, count, undefined), column);
    header = parquetHeader(reader);
  }
  const page = header.data_page_header_v2;
  if (!page || page.num_values !== rows || page.repetition_levels_byte_length > 0) return null;
  const levels = page.definition_levels_byte_length;
  const start = reader.offset + levels;
  const present = rowsOf(bytes.subarray(reader.offset, start), rows, rows - page.num_nulls);
  // The values alone are a page of a column that has one in each row.
  const required: SchemaElement = { ...element, repetition_type: "REQUIRED" };
  const whole: ColumnDecoder = {
    ...column,
    element: required,
    schemaPath: column.schemaPath.map((part) =>
      part.element === element ? { ...part, element: required } : part,
    ),
  };
  const { dataPage } = readDataPageV2(
    bytes.subarray(start, reader.offset + header.compressed_page_size),
    {
      ...header,
      uncompressed_page_size: header.uncompressed_page_size - levels,
      data_page_header_v2: { ...page, definition_levels_byte_length: 0 },
    },
    whole,
  );
  const values = convertWithDictionary(dataPage, dictionary, page.encoding, whole);
  if (values.length !== present.length)
    throw new Error(
      `column ${element.name} has ${values.length} values for ${present.length} rows`,
    );
  return { rows: present, values };
}

/** The rows whose level is 1, from levels of one bit in runs and packed groups of eight (Parquet's hybrid). */
function rowsOf(levels: Uint8Array, rows: number, count: number): Uint32Array {
  const present = new Uint32Array(count);
  let [at, row, found] = [0, 0, 0];
  const take = (isPresent: boolean): void => {
    if (isPresent && row < rows) present[found++] = row;
    row++;
  };
  while (row < rows && at < levels.length) {
    let [header, shift] = [0, 0];
    for (;;) {
      const byte = levels[at++] ?? 0;
      header |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
      shift += 7;
    }
    const length = header >>> 1;
    if ((header & 1) === 1) {
      for (const end = at + length; at < end; at++)
        for (let bit = 0; bit < 8; bit++) take(((levels[at] ?? 0) & (1 << bit)) !== 0);
    } else if (levels[at++] === 1) for (let n = 0; n < length && row < rows; n++) take(true);
    else row += length;
  }
  if (row < rows || found !== count)
    throw new Error(`${found} of ${row} rows have a value, not ${count} of ${rows}`);
  return present;
}
