/**
 * What tells damaged roll-ups in the recorder's tables from right ones, for SQLite has no checksums: of each metric of a
 * block a CRC-32 of its rows and of what they are said to be (level, hour or day, column key, texts). Minutes keep them
 * behind the offsets, hours and days behind the rows; a block of an older release has none and is taken as it is.
 */
import type { RollupLevel } from "#app/domain/series/levels.ts";
import type { RollupBlock } from "#app/domain/series/rollup-block.ts";
import { SegmentDamagedError } from "#app/storage/damage.ts";
import { crc32 } from "node:zlib";

export const SUM_BYTES = 4;

/** Where rows stand; `unitMs` in Unix milliseconds. */
export type BlockPlace = { level: RollupLevel; unitMs: number; key: string };

/** How faults and the log name a block: `hours/1764288000000`. */
export const blockName = ({ level, unitMs }: Pick<BlockPlace, "level" | "unitMs">): string =>
  `${level}s/${unitMs}`;

function sumOf({ level, unitMs, key }: BlockPlace, rows: Uint8Array, texts: string[] | null) {
  const said = `${level} ${unitMs} ${key}${texts === null ? "" : `\n${JSON.stringify(texts)}`}`;
  return crc32(rows, crc32(said));
}

/** Of each metric of the block, in their order. */
export function sumsOf(
  level: RollupLevel,
  unitMs: number,
  { metrics, offsets, bytes, texts }: RollupBlock,
): Uint32Array {
  return Uint32Array.from(metrics, (key, index) => {
    const rows = bytes.subarray(offsets[index], offsets[index + 1]);
    return sumOf({ level, unitMs, key }, rows, Object.hasOwn(texts, key) ? texts[key]! : null);
  });
}

/** `sum` undefined: none was taken. Throws SegmentDamagedError. */
export function verifyRows(
  place: BlockPlace,
  rows: Uint8Array,
  texts: string[] | null,
  sum: number | undefined,
): void {
  if (sum !== undefined && sum !== sumOf(place, rows, texts))
    throw new SegmentDamagedError(blockName(place), `${place.key} does not match its checksum`);
}

/** The two runs of bytes as one. */
export function joinBytes(first: Uint8Array, sums: Uint32Array): Uint8Array {
  const joined = new Uint8Array(first.length + sums.byteLength);
  joined.set(first);
  joined.set(new Uint8Array(sums.buffer), first.length);
  return joined;
}
