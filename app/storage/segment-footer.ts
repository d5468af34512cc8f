/** A segment's footer, reduced to what reading a column takes: where its chunk lies and what its integers mean. */
import type { ColumnMetaData, SchemaElement } from "hyparquet/src/types.js";
import { parquetMetadata } from "hyparquet/src/metadata.js";
import { Buffer } from "node:buffer";
import { metricName, TIME_COLUMN } from "./column-types.ts";
import { verify } from "./damage.ts";

export type Chunk = {
  /** Position in the file. */
  offset: number;
  length: number;
  kind: "number" | "text";
  scale: number;
  /** The column without its meaning, so that values come back as the integers and bytes that are stored. */
  element: SchemaElement;
  meta: Pick<ColumnMetaData, "type" | "codec">;
  /** CRC-32 of the chunk's bytes; null in an index from before there were any. */
  checksum: number | null;
};

export type Footer = {
  rows: number;
  time: Chunk;
  metrics: Map<string, Chunk>;
  /** The times themselves, see chunk-index.ts; null where they must be read. */
  runs: number[] | null;
};

/** The entry of a footer's metadata that holds the chunks' checksums: 32 bits each, little-endian, in base64. */
export const CHECKSUMS = "helios.crc32";
/** The footer's own checksum, before it. */
export const FOOTER_CHECKSUM_BYTES = 4;
/** Length and magic that end every Parquet file. */
export const TRAILER_BYTES = 8;
const MAGIC = 0x31524150;

/** Bytes from the footer's checksum to the end of the file. Throws when `tail`, the last bytes of a file, is no Parquet. */
export function footerLength(tail: Uint8Array): number {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  if (tail.length < TRAILER_BYTES || view.getUint32(tail.length - 4, true) !== MAGIC)
    throw new Error("not a Parquet file");
  return FOOTER_CHECKSUM_BYTES + view.getUint32(tail.length - TRAILER_BYTES, true) + TRAILER_BYTES;
}

/** `tail` holds at least the whole footer and its checksum. Throws when it is no segment, or a damaged one. */
export function parseFooter(tail: Uint8Array): Footer {
  const start = tail.length - footerLength(tail);
  if (start < 0) throw new Error("the footer is cut short");
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const own = tail.subarray(start + FOOTER_CHECKSUM_BYTES);
  verify("the footer", own, view.getUint32(start, true));
  const {
    schema,
    row_groups: groups,
    num_rows: rows,
    key_value_metadata: notes = [],
  } = parquetMetadata(tail, { geoparquet: false });
  const checksums = decodeChecksums(notes.find(({ key }) => key === CHECKSUMS)?.value ?? "");
  const [group, ...others] = groups;
  if (!group || others.length > 0)
    throw new Error(`a segment has one row group, this file ${groups.length}`);
  const elements = new Map(schema.slice(1).map((element) => [element.name, element]));
  let time: Chunk | null = null;
  const metrics = new Map<string, Chunk>();
  for (const [index, { meta_data: meta }] of group.columns.entries()) {
    const element = meta && elements.get(meta.path_in_schema.join("."));
    if (!meta || !element) throw new Error("a column chunk without its schema");
    const chunk = { ...toChunk(meta, element), checksum: checksums[index] ?? null };
    if (element.name === TIME_COLUMN) time = chunk;
    else metrics.set(metricName(element.name), chunk);
  }
  if (!time) throw new Error(`a segment has a ${TIME_COLUMN} column`);
  return { rows: Number(rows), time, metrics, runs: null };
}

export function encodeChecksums(checksums: readonly number[]): string {
  const bytes = Buffer.alloc(checksums.length * 4);
  checksums.forEach((checksum, index) => bytes.writeUInt32LE(checksum, index * 4));
  return bytes.toString("base64");
}

function decodeChecksums(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
}

function toChunk(meta: ColumnMetaData, element: SchemaElement): Omit<Chunk, "checksum"> {
  const { name, type, repetition_type } = element;
  return {
    offset: Number(meta.dictionary_page_offset ?? meta.data_page_offset),
    length: Number(meta.total_compressed_size),
    kind: element.converted_type === "UTF8" ? "text" : "number",
    scale: element.scale ?? 0,
    element: { name, type, repetition_type },
    meta,
  };
}
