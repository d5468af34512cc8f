/**
 * The roll-ups of all metrics of one period in one run of bytes: the rows of each metric one after the other in the
 * order of the names, so that one metric is cut out by its place alone. How the recorder keeps what is not in a
 * file yet.
 */
import type { RollupColumn, Rollups } from "./rollup.ts";

export type RollupBlock = {
  /** Sorted. */
  metrics: string[];
  /** Where each metric's rows begin, in bytes, and where the last one's end. */
  offsets: Uint32Array;
  bytes: Uint8Array;
  /** The texts of the metrics that have any. */
  texts: Record<string, string[]>;
};

export function toBlock(rollups: Rollups): RollupBlock {
  const metrics = Object.keys(rollups)
    .filter((metric) => (rollups[metric] as RollupColumn).rows.length > 0)
    .sort();
  const offsets = new Uint32Array(metrics.length + 1);
  metrics.forEach((metric, index) => {
    offsets[index + 1] =
      (offsets[index] as number) + (rollups[metric] as RollupColumn).rows.byteLength;
  });
  const bytes = new Uint8Array(offsets[metrics.length] as number);
  const texts: [string, string[]][] = [];
  metrics.forEach((metric, index) => {
    const { rows, texts: own } = rollups[metric] as RollupColumn;
    bytes.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength), offsets[index]);
    if (own) texts.push([metric, own]);
  });
  return { metrics, offsets, bytes, texts: Object.fromEntries(texts) };
}

/** Rows of one metric, as cut out of a block. */
export function fromBlock(bytes: ArrayBuffer, texts: string[] | null): RollupColumn {
  return { rows: new Float64Array(bytes), texts };
}
