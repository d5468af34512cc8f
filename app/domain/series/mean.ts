import { firstAtOrAfter } from "./clip.ts";
import { holdOf } from "./held.ts";
import { Edges } from "./bucket-edges.ts";
import { HeldBuckets } from "./held-buckets.ts";
import { FEW_SAMPLES, rowAt, rowCount, withoutIntegral, type RollupColumn } from "./rollup.ts";
import type { Column } from "./types.ts";

/** `mean`: null when nothing held; `heldMs`: of how much time it is. */
export type HeldMean = { mean: number | null; heldMs: number };

/** The mean by time of the numbers that held in [startMs, endMs); parts are added as BucketAccumulator takes them. Texts have none. */
export class MeanAccumulator {
  readonly #metric: string;
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #samplesFromMs: number;
  readonly #held: HeldBuckets;
  #samples = 0;
  /** Roll-ups cannot tell: they stand for values too large to add up, or know no integral. */
  needsSamples = false;

  constructor(
    metric: string,
    { startMs, endMs }: { startMs: number; endMs: number },
    samplesFromMs = Infinity,
  ) {
    this.#metric = metric;
    this.#startMs = startMs;
    this.#endMs = endMs;
    this.#samplesFromMs = samplesFromMs;
    const grid = { startMs, endMs, buckets: 1 };
    this.#held = new HeldBuckets(grid, new Edges(grid, 0));
  }

  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  /** Of the range. */
  get samples(): number {
    return this.#samples;
  }

  add({ kind, times, values }: Column, ends?: Float64Array): void {
    const to = firstAtOrAfter(times, this.#endMs);
    const from = firstAtOrAfter(times, this.#startMs);
    this.#samples += to - from;
    if (kind !== "number") return;
    const holds = Math.max(0, from - 1);
    this.#held.addSamples(
      times.subarray(holds, to),
      values.subarray(holds, to),
      holdOf(this.#metric, kind),
      ends,
    );
  }

  /** Takes rows of units inside the range, and rows that hold into it. */
  addRollups(column: RollupColumn): void {
    const holdMs = holdOf(this.#metric, column.texts ? "text" : "number");
    for (let index = 0; index < rowCount(column); index++) {
      const row = rowAt(column, index);
      const [firstMs, lastMs] = [row.first.timeMs, row.last.timeMs];
      if (firstMs >= this.#endMs || lastMs + holdMs <= this.#startMs) continue;
      const isInside = lastMs >= this.#startMs;
      if (isInside) this.#samples += row.count;
      if (column.texts) continue;
      if (row.count <= FEW_SAMPLES) {
        const samples = row.count === 2 ? [row.first, row.last] : [row.last];
        // Each by itself: a sample of the other kind may lie between.
        for (const { timeMs, value } of samples)
          if (timeMs < this.#endMs) this.#held.addSample(timeMs, value, holdMs);
        continue;
      }
      const isUnknown = row.heldMs < 0 && row.unitMs >= this.#samplesFromMs;
      if (isUnknown || (isInside && Number.isNaN(row.area.sum))) this.needsSamples = true;
      const held = row.heldMs < 0 ? withoutIntegral(row) : row;
      this.#held.addRow({ ...held, firstMs, lastMs, last: held.last.value }, holdMs);
    }
  }

  /** What holds of the column's kind ends at these samples of the other one. */
  addEnds(times: Float64Array): void {
    this.#held.addEnds(times);
  }

  /** As `addEnds`, of rows. */
  addEndRows(rollups: RollupColumn): void {
    this.#held.addEndRows(rollups);
  }

  /** null when nothing held. Nothing may be added after. */
  mean(): number | null {
    return this.heldMean().mean;
  }

  /** As `mean`, with for how long something held. */
  heldMean(): HeldMean {
    const held = this.#held.finish().mean(0);
    return { mean: held?.mean() ?? null, heldMs: held?.heldMs ?? 0 };
  }
}
