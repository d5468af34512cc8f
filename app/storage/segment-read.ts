/**
 * Reads columns of a segment: a small file in one get, of a larger one the footer and then the
 * wanted chunks, near ones together. Names never change their content, so footers and small
 * files are kept per bucket (and isolate), bounded by bytes.
 */
import { firstAtOrAfter } from "#app/domain/series/clip.ts";
import { newRoom, type Room } from "#app/domain/series/doubles.ts";
import type { Column, Columns, Kind } from "#app/domain/series/types.ts";
import { ByteLru } from "./byte-lru.ts";
import { timesOfRuns, unpackChunks } from "./chunk-index.ts";
import { reading, SegmentDamagedError, verify } from "./damage.ts";
import type { ObjectStore } from "./object-store.ts";
import { decodeColumn, decodeTimes } from "./segment-decode.ts";
import { footerLength, parseFooter, type Chunk, type Footer } from "./segment-footer.ts";

/** Up to this size a file is fetched whole. */
export const SMALL_FILE_BYTES = 128 * 1024;
/** First guess at a large file's footer: about a hundred bytes a column. */
export const FOOTER_GUESS_BYTES = 32 * 1024;
/** Unwanted bytes read rather than asking twice. */
const MERGE_GAP_BYTES = 16 * 1024;
/** Of an isolate's 128 MiB. */
const CACHE_BYTES = 12 * 1024 * 1024;
const TIMES_BYTES = 8 * 1024 * 1024;
/** A parsed footer entry takes about this much memory. */
const CHUNK_BYTES = 1024;

/** The object is not there: a newer generation has replaced it since its name was learned. */
export class SegmentMissingError extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`object ${key} is not in the store`);
    this.name = "SegmentMissingError";
    this.key = key;
  }
}

export type UnreadableError = SegmentMissingError | SegmentDamagedError;
export const isUnreadable = (error: unknown): error is UnreadableError =>
  error instanceof SegmentMissingError || error instanceof SegmentDamagedError;

/** A part of a file that is in memory. */
type Part = { offset: number; bytes: Uint8Array };
type OpenSegment = { footer: Footer; parts: Part[] };

/** By the owner of a store. */
const caches = new WeakMap<object, ByteLru<OpenSegment>>();
const keptTimes = new WeakMap<object, ByteLru<Float64Array>>();

/** What is known of an object before it is read: its size, and where its columns lie (chunk-index.ts). */
export type KnownSegment = { bytes?: number; chunks?: string | null };
/** [from, to) in Unix milliseconds. */
export type TimeSpan = readonly [fromMs: number, toMs: number];
const ALWAYS: TimeSpan = [-Infinity, Infinity];

/**
 * The samples of the metrics (null = all) that have any in the segment: one read where its columns are known and
 * lie side by side, else its footer first. Those inside the span (views of what is shared: not to be written to).
 * Throws SegmentMissingError, SegmentDamagedError.
 */
export async function readSegment(
  store: ObjectStore,
  key: string,
  metrics: readonly string[] | null,
  known: KnownSegment = {},
  [fromMs, toMs]: TimeSpan = ALWAYS,
  room: Room = newRoom,
): Promise<Columns> {
  const { footer, parts } = await openSegment(store, key, known);
  const wanted = [...(metrics ?? footer.metrics.keys())].flatMap((metric) => {
    const chunk = footer.metrics.get(metric);
    return chunk ? [{ metric, chunk }] : [];
  });
  if (wanted.length === 0) return {};
  const kept = timesOf(store);
  const knownTimes = kept.get(key);
  const missing = [
    ...(footer.runs || knownTimes ? [] : [footer.time]),
    ...wanted.map(({ chunk }) => chunk),
  ].filter((chunk) => !findPart(parts, chunk));
  const loaded = [
    ...parts,
    ...(await Promise.all(
      mergeRanges(missing).map((range) => loadRange(store, key, range, known.bytes)),
    )),
  ];
  return reading(key, () => {
    const times = knownTimes ?? rowTimes(footer, loaded);
    if (!knownTimes) kept.set(key, times, times.byteLength);
    const rows = { from: firstAtOrAfter(times, fromMs), to: firstAtOrAfter(times, toMs) };
    return decodedWhenAsked(
      wanted.map(({ metric, chunk }) => {
        const slice = sliceOf(loaded, chunk);
        return [metric, () => reading(key, () => decodeColumn(chunk, slice, times, rows, room))];
      }),
    );
  });
}

/** Columns of which each is decoded when it is first looked at: of roll-ups most need not be. */
function decodedWhenAsked(
  decoders: readonly (readonly [metric: string, decode: () => Column])[],
): Columns {
  const columns: Columns = {};
  for (const [metric, decode] of decoders) {
    let column: Column | undefined;
    Object.defineProperty(columns, metric, {
      enumerable: true,
      configurable: true,
      get: () => (column ??= decode()),
    });
  }
  return columns;
}

/** A segment whose bytes are all here; each column is decoded when it is asked for. */
export type LoadedSegment = {
  times: Float64Array;
  /** Names of the columns, sorted, and of which kind each is. */
  metrics: string[];
  kindOf(metric: string): Kind | null;
  column(metric: string): Column | null;
};

/** The whole segment in one read. Throws like readSegment. */
export async function loadSegment(
  store: ObjectStore,
  key: string,
  { bytes: size, chunks }: KnownSegment = {},
): Promise<LoadedSegment> {
  const object = await store.get(key);
  if (!object) throw new SegmentMissingError(key);
  const bytes = new Uint8Array(object.bytes);
  checkSize(key, object.size, size);
  const footer = reading(key, () => (chunks ? unpackChunks(chunks) : parseFooter(bytes)));
  const parts = [{ offset: 0, bytes }];
  const times = reading(key, () => rowTimes(footer, parts));
  return {
    times,
    metrics: [...footer.metrics.keys()].sort(),
    kindOf: (metric) => footer.metrics.get(metric)?.kind ?? null,
    column(metric) {
      const chunk = footer.metrics.get(metric);
      return chunk ? reading(key, () => decodeColumn(chunk, sliceOf(parts, chunk), times)) : null;
    },
  };
}

const rowTimes = (footer: Footer, parts: readonly Part[]): Float64Array =>
  footer.runs
    ? timesOfRuns(footer.runs, footer.rows)
    : decodeTimes(footer.time, sliceOf(parts, footer.time), footer.rows);

/** Of files: all columns of one share them, and of a day they are many. */
function timesOf({ owner }: ObjectStore): ByteLru<Float64Array> {
  const kept = keptTimes.get(owner) ?? new ByteLru<Float64Array>(TIMES_BYTES);
  keptTimes.set(owner, kept);
  return kept;
}

async function openSegment(
  store: ObjectStore,
  key: string,
  { bytes: size, chunks }: KnownSegment,
): Promise<OpenSegment> {
  let cache = caches.get(store.owner);
  if (!cache) caches.set(store.owner, (cache = new ByteLru(CACHE_BYTES)));
  const cached = cache.get(key);
  if (cached) return cached;
  if (chunks) return { footer: reading(key, () => unpackChunks(chunks)), parts: [] };

  const guess =
    size !== undefined && size > SMALL_FILE_BYTES ? FOOTER_GUESS_BYTES : SMALL_FILE_BYTES;
  let tail = await loadTail(store, key, guess);
  checkSize(key, tail.size, size);
  const needed = reading(key, () => footerLength(tail.bytes));
  if (needed > tail.size) throw new SegmentDamagedError(key, "it is cut short");
  if (needed > tail.bytes.length) tail = await loadTail(store, key, needed);
  const footer = reading(key, () => parseFooter(tail.bytes));
  const isWhole = tail.bytes.length === tail.size;
  const segment = { footer, parts: isWhole ? [{ offset: 0, bytes: tail.bytes }] : [] };
  cache.set(key, segment, (footer.metrics.size + 1) * CHUNK_BYTES + (isWhole ? tail.size : 0));
  // Chunks that happened to come with the footer serve this read, but are not worth keeping.
  return isWhole
    ? segment
    : { footer, parts: [{ offset: tail.size - tail.bytes.length, bytes: tail.bytes }] };
}

async function loadTail(
  store: ObjectStore,
  key: string,
  suffix: number,
): Promise<{ bytes: Uint8Array; size: number }> {
  const object = await store.get(key, { suffix });
  if (!object) throw new SegmentMissingError(key);
  return { bytes: new Uint8Array(object.bytes), size: object.size };
}

async function loadRange(
  store: ObjectStore,
  key: string,
  range: { offset: number; length: number },
  size: number | undefined,
): Promise<Part> {
  const object = await store.get(key, range).catch(async (error: unknown) => {
    // A store refuses a range that begins behind the object's end: one that was cut short says so by its size.
    const last = await store.get(key, { suffix: 1 });
    if (last) checkSize(key, last.size, size);
    throw error;
  });
  if (!object) throw new SegmentMissingError(key);
  checkSize(key, object.size, size);
  return { offset: range.offset, bytes: new Uint8Array(object.bytes) };
}

function checkSize(key: string, found: number, known: number | undefined): void {
  if (known !== undefined && found !== known)
    throw new SegmentDamagedError(key, `it has ${found} bytes, its manifest says ${known}`);
}

/** The ranges to ask for, ascending: chunks that lie near each other in one. */
export function mergeRanges(
  chunks: readonly Pick<Chunk, "offset" | "length">[],
): { offset: number; length: number }[] {
  const merged: { offset: number; length: number }[] = [];
  for (const { offset, length } of [...chunks].sort((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1);
    if (last && offset - (last.offset + last.length) <= MERGE_GAP_BYTES)
      last.length = Math.max(last.length, offset + length - last.offset);
    else merged.push({ offset, length });
  }
  return merged;
}

const findPart = (parts: readonly Part[], { offset, length }: Chunk): Part | undefined =>
  parts.find((part) => part.offset <= offset && offset + length <= part.offset + part.bytes.length);

/** The chunk's bytes, as they were written. */
function sliceOf(parts: readonly Part[], chunk: Chunk): Uint8Array {
  const part = findPart(parts, chunk);
  if (!part) throw new Error(`column ${chunk.element.name} is cut short`);
  const from = chunk.offset - part.offset;
  const bytes = part.bytes.subarray(from, from + chunk.length);
  verify(`column ${chunk.element.name}`, bytes, chunk.checksum);
  return bytes;
}
