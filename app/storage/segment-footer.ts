/** A segment's footer, reduced to what reading a column takes: where its chunk lies and what its integers mean. */
import type { ColumnMetaData, SchemaElement } from "hyparquet/src/types.js";
import { parquetMetadata } from "hyparquet/src/metadata.js";
import { metricName, TIME_COLUMN } from "./column-types.ts";

export type Chunk = {
  /** Position in the file. */
  offset: number;
  length: number;
  kind: "number" | "text";
  scale: number;
  /** The column without its meaning, so that values come back as the integers and bytes that are stored. */
  element: SchemaElement;
  meta: Pick<ColumnMetaData, "type" | "codec">;
};

export type Footer = {
  rows: number;
  time: Chunk;
  metrics: Map<string, Chunk>;
  /** The times themselves, see chunk-index.ts; null where they must be read. */
  runs: number[] | null;
};

/** Length and magic that end every Parquet file. */
export const TRAILER_BYTES = 8;
const MAGIC = 0x31524150;

/** Bytes from the footer's start to the end of the file. Throws when `tail`, the last bytes of a file, is no Parquet. */
export function footerLength(tail: Uint8Array): number {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  if (tail.length < TRAILER_BYTES || view.getUint32(tail.length - 4, true) !== MAGIC)
    throw new Error("not a Parquet file");
  return view.getUint32(tail.length - TRAILER_BYTES, true) + TRAILER_BYTES;
}

/** `tail` holds at least the whole footer. Throws when it is no segment. */
export function parseFooter(tail: Uint8Array): Footer {
  const {
    schema,
    row_groups: groups,
    num_rows: rows,
  } = parquetMetadata(tail, { geoparquet: false });
  const [group, ...others] = groups;
  if (!group || others.length > 0)
    throw new Error(`a segment has one row group, this file ${groups.length}`);
  const elements = new Map(schema.slice(1).map((element) => [element.name, element]));
  let time: Chunk | null = null;
  const metrics = new Map<string, Chunk>();
  for (const { meta_data: meta } of group.columns) {
    const element = meta && elements.get(meta.path_in_schema.join("."));
    if (!meta || !element) throw new Error("a column chunk without its schema");
    const chunk = toChunk(meta, element);
    if (element.name === TIME_COLUMN) time = chunk;
    else metrics.set(metricName(element.name), chunk);
  }
  if (!time) throw new Error(`a segment has a ${TIME_COLUMN} column`);
  return { rows: Number(rows), time, metrics, runs: null };
}

function toChunk(meta: ColumnMetaData, element: SchemaElement): Chunk {
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
