/** Every number of a metric within some spans, from columns in any order; texts are left out. */
import { clipColumn } from "./clip.ts";
import type { RollupColumn } from "./rollup.ts";
import type { Column } from "./types.ts";

export type Numbers = { times: Float64Array; values: Float64Array };

export class SampleAccumulator {
  readonly #spans: readonly (readonly [fromMs: number, toMs: number])[];
  readonly #columns: Numbers[] = [];
  samples = 0;
  /** Roll-ups do not know each sample; who asks reads samples alone. */
  needsSamples = false;

  constructor(spans: readonly (readonly [fromMs: number, toMs: number])[]) {
    this.#spans = spans;
  }

  get isEmpty(): boolean {
    return this.samples === 0;
  }

  add(column: Column): void {
    for (const [fromMs, toMs] of this.#spans) {
      const clipped = clipColumn(column, fromMs, toMs);
      if (clipped.kind !== "number" || clipped.times.length === 0) continue;
      this.#columns.push({ times: clipped.times, values: Float64Array.from(clipped.values) });
      this.samples += clipped.times.length;
    }
  }

  addRollups(_rollups: RollupColumn): void {
    this.needsSamples = true;
  }

  /** Ascending in time. */
  numbers(): Numbers {
    this.#columns.sort((a, b) => a.times[0]! - b.times[0]!);
    const times = new Float64Array(this.samples);
    const values = new Float64Array(this.samples);
    let at = 0;
    let isAscending = true;
    for (const column of this.#columns) {
      isAscending &&= at === 0 || times[at - 1]! < column.times[0]!;
      times.set(column.times, at);
      values.set(column.values, at);
      at += column.times.length;
    }
    if (isAscending) return { times, values };
    // Late samples lie among those of another column.
    const order = Uint32Array.from(times, (_, index) => index).sort(
      (a, b) => times[a]! - times[b]!,
    );
    return {
      times: Float64Array.from(order, (index) => times[index]!),
      values: Float64Array.from(order, (index) => values[index]!),
    };
  }
}

/** The numbers of both, which ascend and have no moment in common. */
export function mergeNumbers(a: Numbers, b: Numbers): Numbers {
  if (a.times.length === 0) return b;
  if (b.times.length === 0) return a;
  const length = a.times.length + b.times.length;
  const [times, values] = [new Float64Array(length), new Float64Array(length)];
  for (let at = 0, inA = 0, inB = 0; at < length; at++) {
    const isA = inB === b.times.length || a.times[inA]! < b.times[inB]!;
    const from = isA ? a : b;
    const index = isA ? inA++ : inB++;
    times[at] = from.times[index]!;
    values[at] = from.values[index]!;
  }
  return { times, values };
}
