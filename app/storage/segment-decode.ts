/** Column chunks of a segment back to samples. */
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { ColumnDecoder, DecodedArray } from "hyparquet/src/types.js";
import { readColumn } from "hyparquet/src/column.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { firstAtOrAfter } from "#app/domain/series/clip.ts";
import { letGo, newRoom, type Room } from "#app/domain/series/doubles.ts";
import type { Column } from "#app/domain/series/types.ts";
import { decodeByteDictionary } from "./byte-dictionary.ts";
import { POWERS } from "./column-types.ts";
import type { Chunk } from "./segment-footer.ts";
import { readSparse } from "./sparse-column.ts";

const ROOT = { children: [], count: 1, path: [], element: { name: "root" } };
/** A text may begin with U+FEFF, which a decoder swallows unless told. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * What pages were unpacked into, and the stored numbers that a reader of Parquet made of them. It is given back when their
 * values are read: a report of a year unpacks hundreds of megabytes, and the engine does not see for tens of them that they
 * are garbage.
 */
class Unpacked {
  readonly #held: ArrayBufferView[] = [];
  readonly compressors = {
    ZSTD: (input: Uint8Array): Uint8Array => this.hold(zstdDecompressSync(input)),
    GZIP: (input: Uint8Array): Uint8Array => this.hold(gunzipSync(input)),
  };

  hold<View extends ArrayBufferView>(view: View): View {
    this.#held.push(view);
    return view;
  }

  letGo(): void {
    for (const view of this.#held) letGo(view);
  }
}

export function decodeTimes(chunk: Chunk, bytes: Uint8Array, rows: number): Float64Array {
  const unpacked = new Unpacked();
  const times = toNumbers(readStored(chunk, bytes, rows, unpacked), 1);
  unpacked.letGo();
  return times;
}

/** Rows [from, to). */
export type RowSpan = { from: number; to: number };

/** The samples of the rows, all of them unless told; `allTimes` are those of every row. */
export function decodeColumn(
  chunk: Chunk,
  bytes: Uint8Array,
  allTimes: Float64Array,
  { from, to }: RowSpan = { from: 0, to: allTimes.length },
  room: Room = newRoom,
): Column {
  const rowTimes = from === 0 && to === allTimes.length ? allTimes : allTimes.subarray(from, to);
  const isBytewise = chunk.meta.type === "INT32" && chunk.meta.codec === "GZIP";
  const bytewise = isBytewise
    ? decodeByteDictionary(bytes, divisorOf(chunk), allTimes.length, { from, to, room })
    : null;
  if (bytewise) return { kind: "number", times: rowTimes, values: bytewise };
  const unpacked = new Unpacked();
  const [times, present] = presentOf(chunk, bytes, allTimes, { from, to }, unpacked);
  if (chunk.kind === "text") {
    const texts = decodeTexts(present);
    unpacked.letGo();
    return { kind: "text", times, values: texts };
  }
  const values = toNumbers(present, divisorOf(chunk), room);
  unpacked.letGo();
  return { kind: "number", times, values };
}

/** The times and values of the rows that have one. */
function presentOf(
  chunk: Chunk,
  bytes: Uint8Array,
  allTimes: Float64Array,
  { from, to }: RowSpan,
  unpacked: Unpacked,
): [times: Float64Array, present: DecodedArray] {
  const sparse = readSparse(decoderOf(chunk, unpacked), bytes, allTimes.length);
  const isAll = from === 0 && to === allTimes.length;
  if (sparse === null) {
    const stored = readStored(chunk, bytes, allTimes.length, unpacked);
    return isAll
      ? withoutNulls(stored, allTimes)
      : withoutNulls(partOf(stored, from, to), allTimes.subarray(from, to));
  }
  const [first, end] = isAll
    ? [0, sparse.rows.length]
    : [firstAtOrAfter(sparse.rows, from), firstAtOrAfter(sparse.rows, to)];
  const times = new Float64Array(end - first);
  for (let at = 0; at < times.length; at++)
    times[at] = allTimes[sparse.rows[first + at] as number] as number;
  return [times, isAll ? sparse.values : partOf(sparse.values, first, end)];
}

/** Of what was stored, not a copy. */
const partOf = (stored: DecodedArray, from: number, to: number): DecodedArray =>
  Array.isArray(stored) ? stored.slice(from, to) : stored.subarray(from, to);

function divisorOf(chunk: Chunk): number {
  const divisor = POWERS[chunk.scale];
  if (divisor === undefined)
    throw new Error(`column ${chunk.element.name} has scale ${chunk.scale}`);
  return divisor;
}

/** Integers of either width, doubles and booleans as doubles. A loop, for Float64Array.from is many times slower. */
function toNumbers(stored: DecodedArray, divisor: number, room: Room = newRoom): Float64Array {
  const numbers = room(stored.length);
  if (stored instanceof Int32Array)
    for (let i = 0; i < numbers.length; i++) numbers[i] = (stored[i] as number) / divisor;
  else for (let i = 0; i < numbers.length; i++) numbers[i] = Number(stored[i]) / divisor;
  return numbers;
}

const decoderOf = (chunk: Chunk, { compressors }: Unpacked): ColumnDecoder => ({
  ...chunk,
  pathInSchema: [chunk.element.name],
  type: chunk.meta.type,
  codec: chunk.meta.codec,
  schemaPath: [
    ROOT,
    { children: [], count: 1, path: [chunk.element.name], element: chunk.element },
  ],
  parsers: DEFAULT_PARSERS,
  compressors,
  utf8: false,
});

/** One entry per row as it is stored: integer, double, boolean or bytes; null without a sample. */
function readStored(
  chunk: Chunk,
  bytes: Uint8Array,
  rows: number,
  unpacked: Unpacked,
): DecodedArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { data } = readColumn(
    { view, offset: 0 },
    { groupStart: 0, selectStart: 0, selectEnd: rows, groupRows: rows },
    decoderOf(chunk, unpacked),
  );
  const [page, ...others] = data;
  if (!page || others.length > 0 || page.length !== rows)
    throw new Error(`column ${chunk.element.name} has not the ${rows} rows of its segment`);
  // Where it is a view of the file, the file stays.
  if (ArrayBuffer.isView(page) && page.buffer !== bytes.buffer) unpacked.hold(page);
  return page;
}

function withoutNulls(
  stored: DecodedArray,
  rowTimes: Float64Array,
): [times: Float64Array, present: DecodedArray] {
  if (!Array.isArray(stored) || !stored.includes(null)) return [rowTimes, stored];
  const rows = stored.flatMap((value, row) => (value === null ? [] : [row]));
  return [
    Float64Array.from(rows, (row) => rowTimes[row] as number),
    rows.map((row) => stored[row]),
  ];
}

function decodeTexts(present: DecodedArray): string[] {
  const known = new Map<Uint8Array, string>();
  return Array.from(present as ArrayLike<Uint8Array>, (bytes) => {
    const text = known.get(bytes) ?? decoder.decode(bytes);
    known.set(bytes, text);
    return text;
  });
}
