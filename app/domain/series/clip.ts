import type { Column } from "./types.ts";

/** The samples inside [startMs, endMs), as views where the values are a typed array. */
export function clipColumn(column: Column, startMs: number, endMs: number): Column {
  const from = firstAtOrAfter(column.times, startMs);
  const to = firstAtOrAfter(column.times, endMs);
  if (from === 0 && to === column.times.length) return column;
  const times = column.times.subarray(from, to);
  return column.kind === "text"
    ? { kind: "text", times, values: column.values.slice(from, to) }
    : { kind: "number", times, values: column.values.subarray(from, to) };
}

/** Index of the first time (or row) at or after `timeMs`; the length when there is none. `times` ascend. */
export function firstAtOrAfter(times: Float64Array | Uint32Array, timeMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
