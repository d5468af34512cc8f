/**
 * Where the columns of a file lie, in one line with a checksum of its own: what a footer says, without what all our files have in common. Kept by the
 * recorder for each object, so that a reader asks for the bytes of a column at once.
 */
import type { CompressionCodec, FieldRepetitionType, ParquetType } from "hyparquet/src/types.js";
import { metricName, TIME_COLUMN } from "./column-types.ts";
import { openText, sealText } from "./damage.ts";
import type { Chunk, Footer } from "./segment-footer.ts";

type Entry = [
  column: string,
  offset: number,
  length: number,
  type: ParquetType,
  scale: number,
  codec: CompressionCodec,
  optional: 0 | 1,
  text: 0 | 1,
  /** CRC-32 of the chunk's bytes; entries from before there were any have none. */
  checksum?: number | null,
];
export type PackedChunks = { rows: number; runs: number[] | null; columns: Entry[] };

/** Scans come at a steady pace: times as runs of first, step and number, as long as these are few. */
const MAX_RUNS = 100;

export function packChunks(
  { rows, time, metrics }: Omit<Footer, "runs">,
  times: Float64Array,
): string {
  const columns = [time, ...metrics.values()].map(
    ({ element, offset, length, scale, meta, kind, checksum }): Entry => {
      const optional = element.repetition_type === "OPTIONAL" ? 1 : 0;
      return [
        element.name,
        offset,
        length,
        meta.type,
        scale,
        meta.codec,
        optional,
        kind === "text" ? 1 : 0,
        checksum,
      ];
    },
  );
  return sealText(JSON.stringify({ rows, runs: toRuns(times), columns } satisfies PackedChunks));
}

function toRuns(times: Float64Array): number[] | null {
  const runs: number[] = [];
  for (let from = 0; from < times.length;) {
    const first = times[from] as number;
    const step = from + 1 < times.length ? (times[from + 1] as number) - first : 0;
    let length = 1;
    while (from + length < times.length && times[from + length] === first + step * length) length++;
    runs.push(first, step, length);
    if (runs.length > MAX_RUNS * 3) return null;
    from += length;
  }
  return runs;
}

/** The times that runs stand for. */
export function timesOfRuns(runs: readonly number[], rows: number): Float64Array {
  const times = new Float64Array(rows);
  let at = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const [first, step, length] = [
      runs[run] as number,
      runs[run + 1] as number,
      runs[run + 2] as number,
    ];
    for (let index = 0; index < length; index++) times[at++] = first + step * index;
  }
  return times;
}

/** Throws when the line is not as it was written. */
export const parseChunks = (line: string): PackedChunks =>
  JSON.parse(openText(line)) as PackedChunks;

/** The line for some of its metrics only: a reader asks for few. */
export function pickChunks(
  { rows, runs, columns }: PackedChunks,
  wanted: ReadonlySet<string>,
): string {
  return JSON.stringify({
    rows,
    runs,
    columns: columns.filter(([name]) => name === TIME_COLUMN || wanted.has(metricName(name))),
  });
}

/** The line without the columns of those names; null when it has none of them. `isEmpty`: it has no other. */
export function withoutColumns(
  line: string,
  names: ReadonlySet<string>,
): { chunks: string; isEmpty: boolean } | null {
  const { columns, ...packed } = parseChunks(line);
  const left = columns.filter(([name]) => name === TIME_COLUMN || !names.has(metricName(name)));
  if (left.length === columns.length) return null;
  return {
    chunks: sealText(JSON.stringify({ ...packed, columns: left } satisfies PackedChunks)),
    isEmpty: left.every(([name]) => name === TIME_COLUMN),
  };
}

export function unpackChunks(line: string): Footer {
  const { rows, runs, columns } = parseChunks(line);
  let time: Chunk | null = null;
  const metrics = new Map<string, Chunk>();
  for (const [name, offset, length, type, scale, codec, optional, text, checksum] of columns) {
    const repetition_type: FieldRepetitionType = optional ? "OPTIONAL" : "REQUIRED";
    const element = { name, type, repetition_type };
    const chunk: Chunk = {
      offset,
      length,
      kind: text ? "text" : "number",
      scale,
      element,
      meta: { type, codec },
      checksum: checksum ?? null,
    };
    if (name === TIME_COLUMN) time = chunk;
    else metrics.set(metricName(name), chunk);
  }
  if (!time) throw new Error(`a segment has a ${TIME_COLUMN} column`);
  return { rows, time, metrics, runs };
}
