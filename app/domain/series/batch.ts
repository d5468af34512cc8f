/**
 * One sampler batch as bytes: what the ingest Worker hands to the recorder, and what the recorder
 * writes as one row of its write-ahead log. Columnar, so that it is parsed once and read back by views.
 *
 *   u32 magic "HB01" | u32 frames | u32 columns | u32 bytes of tags | u32 bytes of texts | u32 0, free for a checksum
 *   tags    UTF-8, one per column, joined by LF                     padded to 8
 *   texts   UTF-8, a JSON array of the distinct texts               padded to 8
 *   per frame   u32 times, u32 columns
 *   per column  u8 kind                                             padded to 8
 *   per frame   f64 times, then each column's values by its kind    each padded to 8
 *
 * Kinds: 1 = u8 (255 is null), 2 = i32 (-2^31 is null), 3 = f64 (NaN is null), 4 = i32 index into texts (-1 is null).
 * All little-endian. A tag with numbers and texts in one frame becomes two columns;
 * of such values at one time the last stands alone.
 */
import { gatherByTag, isManyColumns, type BatchFrame } from "./batch-frame.ts";
import type { Rejection } from "./recorder-port.ts";
import { isStorable, isTextTooLong } from "./sample-value.ts";

const MAGIC = 0x31304248;
const HEADER_BYTES = 24;
const KIND_U8 = 1;
const KIND_I32 = 2;
const KIND_F64 = 3;
const KIND_TEXT = 4;
const NULL_U8 = 255;
const NULL_I32 = -0x8000_0000;
const BYTES_PER_VALUE = [0, 1, 4, 8, 4] as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const padded = (bytes: number): number => (bytes + 7) & ~7;

type EncodedColumn = { tag: string; kind: number; values: ArrayLike<unknown> };

/**
 * Encodes frames whose columns are as long as their times (the caller has checked that).
 * A value that is no finite number, boolean, null or text of up to 256 characters is left out and
 * counted as `bad_value`. `samples` counts every non-null value, the bad ones included.
 */
export function encodeBatch(given: readonly BatchFrame[]): {
  bytes: Uint8Array<ArrayBuffer>;
  samples: number;
  rejected: Rejection[];
} {
  const frames = isManyColumns(given) ? gatherByTag(given) : given;
  const texts = new Map<string, number>();
  const bad = new Map<string, number>();
  const perFrame: EncodedColumn[][] = [];
  let samples = 0;
  let dataBytes = 0;
  let columnCount = 0;
  for (const frame of frames) {
    const columns: EncodedColumn[] = [];
    const rows = frame.times.length;
    dataBytes += rows * 8;
    for (const tag in frame.tags) {
      const values = frame.tags[tag] as ArrayLike<unknown>;
      const survey = surveyColumn(values, rows, texts);
      samples += survey.samples;
      if (survey.bad > 0) bad.set(tag, (bad.get(tag) ?? 0) + survey.bad);
      const { numberKind, hasText } = survey;
      // Read back, one of two columns comes after the other: what a later cell replaces must be gone from both.
      const kept = numberKind !== 0 && hasText ? lastPerTime(frame.times, values) : values;
      if (numberKind !== 0) columns.push({ tag, kind: numberKind, values: kept });
      if (hasText) columns.push({ tag, kind: KIND_TEXT, values: kept });
    }
    for (const column of columns)
      dataBytes += padded(rows * (BYTES_PER_VALUE[column.kind] as number));
    columnCount += columns.length;
    perFrame.push(columns);
  }

  const tags = encoder.encode(
    perFrame.flatMap((columns) => columns.map((column) => column.tag)).join("\n"),
  );
  const textBytes = texts.size === 0 ? EMPTY : encoder.encode(JSON.stringify([...texts.keys()]));
  const total =
    HEADER_BYTES +
    padded(tags.length) +
    padded(textBytes.length) +
    padded(frames.length * 8) +
    padded(columnCount) +
    dataBytes;
  const buffer = new ArrayBuffer(total);
  const bytes = new Uint8Array(buffer);
  new Uint32Array(buffer, 0, 6).set([
    MAGIC,
    frames.length,
    columnCount,
    tags.length,
    textBytes.length,
    0,
  ]);
  let offset = HEADER_BYTES;
  bytes.set(tags, offset);
  offset += padded(tags.length);
  bytes.set(textBytes, offset);
  offset += padded(textBytes.length);
  const table = new Uint32Array(buffer, offset, frames.length * 2);
  offset += frames.length * 8;
  const kinds = new Uint8Array(buffer, offset, columnCount);
  offset += padded(columnCount);
  let columnIndex = 0;
  for (let f = 0; f < frames.length; f++) {
    const frame = frames[f] as BatchFrame;
    const columns = perFrame[f] as EncodedColumn[];
    const rows = frame.times.length;
    table[f * 2] = rows;
    table[f * 2 + 1] = columns.length;
    new Float64Array(buffer, offset, rows).set(frame.times);
    offset += rows * 8;
    for (const column of columns) {
      kinds[columnIndex++] = column.kind;
      writeColumn(buffer, offset, column, rows, texts);
      offset += padded(rows * (BYTES_PER_VALUE[column.kind] as number));
    }
  }
  return {
    bytes,
    samples,
    rejected: [...bad].map(([tag, count]) => ({ tag, reason: "bad_value", count })),
  };
}

const EMPTY = new Uint8Array(0);

/** One pass over a column: the smallest kind that holds its numbers, its texts noted, its bad values counted. */
function surveyColumn(values: ArrayLike<unknown>, rows: number, texts: Map<string, number>) {
  let samples = 0;
  let bad = 0;
  let numberKind = 0;
  let hasText = false;
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    if (value === null || value === undefined) continue;
    samples++;
    if (typeof value === "number") {
      if (numberKind === KIND_F64) {
        if (!Number.isFinite(value)) bad++;
        continue;
      }
      if ((value | 0) === value && !Object.is(value, -0)) {
        if (value >= 0 && value < NULL_U8) numberKind ||= KIND_U8;
        else numberKind = value === NULL_I32 ? KIND_F64 : KIND_I32;
      } else if (Number.isFinite(value)) numberKind = KIND_F64;
      else bad++;
    } else if (typeof value === "boolean") numberKind ||= KIND_U8;
    else if (typeof value === "string" && !isTextTooLong(value)) {
      hasText = true;
      if (!texts.has(value)) texts.set(value, texts.size);
    } else bad++;
  }
  return { samples, bad, numberKind, hasText };
}

/** The values of a column, but for those that a later storable one of the same time replaces: they become null. */
function lastPerTime(times: ArrayLike<number>, values: ArrayLike<unknown>): unknown[] {
  const kept = Array.from(values);
  const seen = new Set<number>();
  for (let row = kept.length - 1; row >= 0; row--) {
    if (!isStorable(kept[row])) continue;
    const time = times[row] as number;
    if (seen.has(time)) kept[row] = null;
    else seen.add(time);
  }
  return kept;
}

function writeColumn(
  buffer: ArrayBuffer,
  offset: number,
  column: EncodedColumn,
  rows: number,
  texts: Map<string, number>,
): void {
  const { kind, values } = column;
  if (kind === KIND_TEXT) {
    const out = new Int32Array(buffer, offset, rows);
    for (let row = 0; row < rows; row++) {
      const value = values[row];
      out[row] = typeof value === "string" ? (texts.get(value) ?? -1) : -1;
    }
    return;
  }
  const [out, none] =
    kind === KIND_U8
      ? [new Uint8Array(buffer, offset, rows), NULL_U8]
      : kind === KIND_I32
        ? [new Int32Array(buffer, offset, rows), NULL_I32]
        : [new Float64Array(buffer, offset, rows), Number.NaN];
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    if (typeof value === "number") out[row] = Number.isFinite(value) ? value : none;
    else out[row] = typeof value === "boolean" ? (value ? 1 : 0) : none;
  }
}

/** A column as read back: `valueAt(row)` is null where there is no sample. */
export type DecodedColumn = {
  tag: string;
  isText: boolean;
  times: Float64Array;
  valueAt: (row: number) => number | string | null;
};

/**
 * Reads a batch back as views on its bytes, columns in the order of their writing.
 * Throws RangeError when the bytes are no batch.
 */
export function decodeBatch(bytes: Uint8Array): DecodedColumn[] {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const buffer = aligned.buffer as ArrayBuffer;
  const base = aligned.byteOffset;
  if (aligned.byteLength < HEADER_BYTES) throw new RangeError("not a batch: too short");
  const [magic, frameCount, columnCount, tagBytes, textBytes] = new Uint32Array(
    buffer,
    base,
    6,
  ) as unknown as [number, number, number, number, number];
  if (magic !== MAGIC) throw new RangeError("not a batch: wrong magic");
  let offset = base + HEADER_BYTES;
  const tags =
    columnCount === 0 ? [] : decoder.decode(new Uint8Array(buffer, offset, tagBytes)).split("\n");
  offset += padded(tagBytes);
  const texts: string[] =
    textBytes === 0
      ? []
      : (JSON.parse(decoder.decode(new Uint8Array(buffer, offset, textBytes))) as string[]);
  offset += padded(textBytes);
  const table = new Uint32Array(buffer, offset, frameCount * 2);
  offset += frameCount * 8;
  const kinds = new Uint8Array(buffer, offset, columnCount);
  offset += padded(columnCount);
  const columns: DecodedColumn[] = [];
  for (let f = 0; f < frameCount; f++) {
    const rows = table[f * 2] as number;
    const times = new Float64Array(buffer, offset, rows);
    offset += rows * 8;
    const last = columns.length + (table[f * 2 + 1] as number);
    while (columns.length < last) {
      const kind = kinds[columns.length] as number;
      const size = BYTES_PER_VALUE[kind];
      if (!size) throw new RangeError(`not a batch: unknown kind ${kind}`);
      columns.push({
        tag: tags[columns.length] as string,
        isText: kind === KIND_TEXT,
        times,
        valueAt: reader(buffer, offset, rows, kind, texts),
      });
      offset += padded(rows * size);
    }
  }
  return columns;
}

function reader(
  buffer: ArrayBuffer,
  offset: number,
  rows: number,
  kind: number,
  texts: string[],
): DecodedColumn["valueAt"] {
  if (kind === KIND_U8) {
    const values = new Uint8Array(buffer, offset, rows);
    return (row) => (values[row] === NULL_U8 ? null : (values[row] as number));
  }
  if (kind === KIND_I32) {
    const values = new Int32Array(buffer, offset, rows);
    return (row) => (values[row] === NULL_I32 ? null : (values[row] as number));
  }
  if (kind === KIND_F64) {
    const values = new Float64Array(buffer, offset, rows);
    return (row) => (Number.isNaN(values[row]) ? null : (values[row] as number));
  }
  const indices = new Int32Array(buffer, offset, rows);
  return (row) => texts[indices[row] as number] ?? null;
}
