/**
 * What tells a damaged row of the log from a right one, for SQLite has no checksums: a CRC-32 of the batch and of what
 * stands beside it, in the four bytes of the batch's header that a batch leaves free (domain/series/batch.ts). 0: none was
 * taken, by an older release. Which metrics its columns are is not part of it: that changes when a metric is forgotten.
 */
import { crc32 } from "node:zlib";

/** A batch that was acknowledged and is not what was written any more: its samples are gone, and no value is made of it. */
export type LogDamage = { event: "recorder_log_row_damaged"; seq: number; receivedAt: string };

/** What the recorder remembered by the name is not what was written any more: it goes on without it, or learns it again. */
export type MemoryDamage = { event: "recorder_memory_damaged"; name: string };

type Checked = {
  seq: number;
  samplerId: number;
  receivedAtMs: number;
  buffered: number;
  dropped: number;
  startMs: number;
  endMs: number;
  batch: Uint8Array;
};

const AT = 20;
const END = 24;

/** Writes the row's checksum into its batch. */
export function stamp(row: Checked): void {
  if (row.batch.length >= END) placeOf(row.batch).setUint32(0, checksumOf(row), true);
}

/** False when the row is not what was written. */
export function isIntact(row: Checked): boolean {
  if (row.batch.length < END) return true;
  const kept = placeOf(row.batch).getUint32(0, true);
  return kept === 0 || kept === checksumOf(row);
}

const placeOf = ({ buffer, byteOffset }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset + AT, END - AT);

function checksumOf(row: Checked): number {
  const beside = Float64Array.of(
    row.seq,
    row.samplerId,
    row.receivedAtMs,
    row.buffered,
    row.dropped,
    row.startMs,
    row.endMs,
  );
  const sum = crc32(row.batch.subarray(0, AT), crc32(new Uint8Array(beside.buffer)));
  return crc32(row.batch.subarray(END), sum) || 1;
}
