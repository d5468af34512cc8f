/**
 * What tells a damaged object from a right one. Each column chunk has a CRC-32, of all its bytes, in the recorder's index
 * (chunk-index.ts) and in the file's own footer; the footer has one in the four bytes before it. A read that does not
 * match throws SegmentDamagedError, and never answers a value.
 */
import { crc32 } from "node:zlib";
import { AppError } from "#app/domain/errors.ts";

/** The object is there, and is not what was written under its name. Nothing was made of it. */
export class SegmentDamagedError extends Error {
  readonly key: string;

  constructor(key: string, what: string) {
    super(`object ${key} is damaged: ${what}`);
    this.name = "SegmentDamagedError";
    this.key = key;
  }
}

/** The recorder lost its own storage: what it knew of the machine's samples before then. */
export class SeriesLostError extends Error {
  constructor(deviceId: number, beforeMs: number) {
    super(
      `series of machine ${deviceId} before ${new Date(beforeMs).toISOString()} is lost: its recorder's storage is gone, its objects are there`,
    );
    this.name = "SeriesLostError";
  }
}

/** Calls between Workers keep an error's message, not its class. */
const DAMAGED = /^(?:\w+: )?object \S+ is (?:damaged:|not in the store)/;
/** SQLite's own words for a recorder's storage that is not what was written. */
const CORRUPT = /SQLITE_(?:CORRUPT|NOTADB)/;
const LOST = /^(?:\w+: )?series of machine \d+ before \S+ is lost:/;

/** What callers are told of a series that cannot be read; null when the error is another one. */
export function seriesFailure(error: unknown): AppError | null {
  const text = error instanceof Error ? error.message.slice(0, 500) : "";
  if (DAMAGED.test(text) || CORRUPT.test(text))
    return new AppError("series_damaged", { cause: error });
  return LOST.test(text) ? new AppError("series_lost", { cause: error }) : null;
}

/** Runs what reads the object: whatever it stumbles over is damage, but for its own errors. */
export function reading<Result>(key: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof SegmentDamagedError) throw error;
    throw new SegmentDamagedError(key, error instanceof Error ? error.message : String(error));
  }
}

/** Throws when the bytes are not those that the checksum was taken of; without one they are taken as they are. */
export function verify(what: string, bytes: Uint8Array, checksum: number | null): void {
  if (checksum !== null && crc32(bytes) !== checksum)
    throw new Error(`${what} does not match its checksum`);
}

/** A text with its checksum behind it, in a line of its own. */
export const sealText = (text: string): string => `${text}\n${crc32(text)}`;

/** The text; throws when it is another than was sealed. A text of one line was never sealed. */
export function openText(sealed: string): string {
  const end = sealed.lastIndexOf("\n");
  if (end < 0) return sealed;
  const text = sealed.slice(0, end);
  if (String(crc32(text)) !== sealed.slice(end + 1))
    throw new Error("its index does not match its checksum");
  return text;
}
