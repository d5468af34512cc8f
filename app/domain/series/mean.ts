import { clipColumn } from "./clip.ts";
import { ExactMean } from "./exact-mean.ts";
import { ROW, ROW_FIELDS, type RollupColumn } from "./rollup.ts";
import type { Column } from "./types.ts";

/** The mean of the numbers of [startMs, endMs), added in any order and split. Texts have none. */
export class MeanAccumulator {
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #numbers = new ExactMean();
  #samples = 0;
  /** Roll-ups cannot tell: they stand for values too large to add up. */
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
    const { kind, times, values } = clipColumn(column, this.#startMs, this.#endMs);
    this.#samples += times.length;
    if (kind === "number") this.#numbers.addAll(values, 0, values.length);
  }

  /** Takes rows of units inside the range. */
  addRollups({ rows, texts }: RollupColumn): void {
    for (let at = 0; at < rows.length; at += ROW_FIELDS) {
      const field = (name: keyof typeof ROW): number => rows[at + ROW[name]] as number;
      const count = field("count");
      this.#samples += count;
      if (texts) continue;
      this.needsSamples ||= Number.isNaN(field("sum"));
      const parts = {
        sum: field("sum"),
        sumLow: field("sumLow"),
        rest: field("rest"),
        restLow: field("restLow"),
      };
      this.#numbers.addSum(count, parts, field("min"), field("max"));
    }
  }

  /** null without numbers. */
  mean(): number | null {
    return this.#numbers.mean();
  }
}
