/**
 * A sealed hour as its row of `segments`. SQLite has no checksums: the last column ends with a CRC-32 of the whole row; one of
 * an older release has none and is taken as it is. Of a damaged row the hour is made again from what is known besides.
 */
import { EMPTY_CARRY, isDerived, type Carry } from "#app/domain/series/derive.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import { generationOf } from "#app/storage/keys.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { crc32 } from "node:zlib";

export type SegmentRow = {
  hour: number;
  key: string;
  first: number;
  last: number;
  carry: string;
  sealed_seq: number;
  sealed_at: number;
  derived: string;
  rederive: number;
  rates: string;
};
/** An object of samples of [start, end). */
export type SamplesObject = { key: string; start: number; end: number };

export function toSegmentRow(sealed: SealedHour): SegmentRow {
  const { segment, carry, sealedSeq, sealedAtMs, derived, rederive, rates } = sealed;
  const row = {
    hour: segment.hourMs,
    key: segment.key,
    first: segment.firstMs,
    last: segment.lastMs,
    carry: JSON.stringify(carry),
    sealed_seq: sealedSeq,
    sealed_at: sealedAtMs,
    derived: JSON.stringify(derived),
    rederive: rederive ? 1 : 0,
    rates: JSON.stringify(rates),
  };
  return { ...row, rates: `${row.rates}\n${sumOf(row)}` };
}

/** Null when the row is not what was written. */
export function fromSegmentRow(row: SegmentRow): SealedHour | null {
  const [rates = "", sum] = row.rates.split("\n");
  if (sum !== undefined && sum !== sumOf({ ...row, rates })) return null;
  try {
    return {
      segment: { key: row.key, hourMs: row.hour, firstMs: row.first, lastMs: row.last },
      carry: JSON.parse(row.carry) as Carry,
      sealedSeq: row.sealed_seq,
      sealedAtMs: row.sealed_at,
      derived: JSON.parse(row.derived) as string[],
      rederive: row.rederive === 1,
      rates: JSON.parse(rates) as Record<string, number>,
    };
  } catch {
    return null;
  }
}

const sumOf = (row: SegmentRow): string =>
  String(
    crc32(
      JSON.stringify([
        row.hour,
        row.key,
        row.first,
        row.last,
        row.carry,
        row.sealed_seq,
        row.sealed_at,
        row.derived,
        row.rederive,
        row.rates,
      ]),
    ),
  );

/**
 * The hour of a damaged row, of the object that holds it: it is behind, so that it is sealed anew, and what is derived of it
 * and after it is made until then. Rows of the log are laid over it once more. Without an object its samples are read as
 * damaged. `before`: the sealed hour before it.
 */
export function remakeHour(
  row: SegmentRow,
  objects: readonly SamplesObject[],
  before: SealedHour | undefined,
): SealedHour {
  const hourMs = row.hour;
  // Late samples and packing make a new object of the hour: the newest one has it whole.
  const [object] = objects
    .filter(({ start, end }) => start <= hourMs && end >= hourMs + HOUR_MS)
    .sort((a, b) => generationOf(b.key) - generationOf(a.key));
  return {
    segment: {
      key: object?.key ?? row.key,
      hourMs,
      firstMs: hourMs,
      lastMs: hourMs + HOUR_MS - 1,
    },
    carry: EMPTY_CARRY,
    sealedSeq: 0,
    sealedAtMs: row.sealed_at,
    derived: namesIn(row.derived) ?? before?.derived ?? [],
    rederive: true,
    rates: {},
  };
}

/** The row of which nothing but the hour is damaged, with the hour that its samples lie in; null where it is not so. */
export function withOwnHour(row: SegmentRow): SealedHour | null {
  return fromSegmentRow({ ...row, hour: Math.floor(row.first / HOUR_MS) * HOUR_MS });
}

/** Null where they are not what a recorder computes. */
function namesIn(text: string): string[] | null {
  try {
    const names = JSON.parse(text) as unknown;
    const areNames =
      Array.isArray(names) &&
      names.every(
        (name) => typeof name === "string" && (isDerived(name) || ownerOf(name) !== null),
      );
    return areNames ? names : null;
  } catch {
    return null;
  }
}
