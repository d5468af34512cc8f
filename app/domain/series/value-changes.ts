/**
 * Every change of a metric's value, exact to the sample, from columns in any order: for what lasts as long as a value
 * stays. Memory is bounded by the changes, not by the samples, but for short columns, which are kept whole.
 */
import { clipColumn } from "./clip.ts";
import type { RollupColumn } from "./rollup.ts";
import type { Column, Sample, SampleValue } from "./types.ts";

/** Columns up to this long are kept sample by sample: late ones lie among the samples of others. */
const KEPT_WHOLE = 5_000;

export class ChangesAccumulator {
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #held: Sample[] = [];
  #samples = 0;
  /** Roll-ups do not know each change; who asks reads samples alone. */
  needsSamples = false;

  constructor({ startMs, endMs }: { startMs: number; endMs: number }) {
    this.#startMs = startMs;
    this.#endMs = endMs;
  }

  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  get samples(): number {
    return this.#samples;
  }

  add(column: Column): void {
    const { times, values } = clipColumn(column, this.#startMs, this.#endMs);
    const { length } = times;
    this.#samples += length;
    for (let at = 0; at < length; at++) {
      const value = values[at] as SampleValue;
      // First and last of each run, so that runs of several columns fold together.
      const isEdge =
        at === 0 || at === length - 1 || value !== values[at - 1] || value !== values[at + 1];
      if (length <= KEPT_WHOLE || isEdge) this.#held.push({ timeMs: times[at] as number, value });
    }
  }

  addRollups(_rollups: RollupColumn): void {
    this.needsSamples = true;
  }

  /** The first value and every change, ascending. */
  changes(): Sample[] {
    const sorted = this.#held.sort((a, b) => a.timeMs - b.timeMs);
    return sorted.filter((each, index) => each.value !== sorted[index - 1]?.value);
  }
}
