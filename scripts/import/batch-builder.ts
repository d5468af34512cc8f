/** Collects samples into the frames of one batch: a column per metric, columns with the same times in one frame. Pure. */
import type { ImportValue } from "./values.ts";

export type Frame = { times: number[]; tags: Record<string, ImportValue[]> };
/** `line` is where in the file the sample stands. */
export type ImportSample = { metric: string; timeMs: number; value: ImportValue; line: number };
type Column = { times: number[]; values: ImportValue[]; lines: number[] };

/** Well under the 50,000 samples and 8 MiB that Helios takes (CONTRACT §3); a piece keeps answers quick beside live data. */
export const BATCH_SAMPLES = 20_000;
const BATCH_CHARACTERS = 3_000_000;

export class BatchBuilder {
  readonly #columns = new Map<string, Column>();
  samples = 0;
  #characters = 0;

  get isFull(): boolean {
    return this.samples >= BATCH_SAMPLES || this.#characters >= BATCH_CHARACTERS;
  }

  add({ metric, timeMs, value, line }: ImportSample): void {
    let column = this.#columns.get(metric);
    if (!column) this.#columns.set(metric, (column = { times: [], values: [], lines: [] }));
    column.times.push(timeMs);
    column.values.push(value);
    column.lines.push(line);
    this.samples += 1;
    this.#characters += 20 + (typeof value === "string" ? value.length : 0);
  }

  build(): Batch {
    return new Batch([...this.#columns]);
  }
}

/** What is sent as one POST. */
export class Batch {
  readonly #columns: [string, Column][];

  constructor(columns: [string, Column][]) {
    this.#columns = columns;
  }

  get samples(): number {
    return this.#columns.reduce((sum, [, column]) => sum + column.times.length, 0);
  }

  frames(): Frame[] {
    const frames: Frame[] = [];
    for (const [metric, { times, values }] of this.#columns) {
      const fellow = frames.find((frame) => haveSameTimes(frame.times, times));
      // A metric may be called like something that every object has.
      const tags = fellow?.tags ?? (Object.create(null) as Frame["tags"]);
      tags[metric] = values;
      if (!fellow) frames.push({ times, tags });
    }
    return frames;
  }

  /** Two batches of about half of it; null when it is a single sample. */
  halves(): [Batch, Batch] | null {
    if (this.samples < 2) return null;
    if (this.#columns.length > 1) {
      const middle = this.#columns.length >> 1;
      return [new Batch(this.#columns.slice(0, middle)), new Batch(this.#columns.slice(middle))];
    }
    const [metric, { times, values, lines }] = this.#columns[0]!;
    const cut = (from: number, to?: number): Batch =>
      new Batch([
        [
          metric,
          {
            times: times.slice(from, to),
            values: values.slice(from, to),
            lines: lines.slice(from, to),
          },
        ],
      ]);
    const middle = times.length >> 1;
    return [cut(0, middle), cut(middle)];
  }

  /** The first sample of a metric that may be what Helios rejected for the reason. */
  exampleOf(metric: string, reason: string, nowMs: number): ImportSample | null {
    const column = this.#columns.find(([name]) => name === metric)?.[1];
    if (!column) return null;
    const fits = (index: number): boolean => {
      if (reason === "future") return column.times[index]! > nowMs;
      if (reason === "too_old") return column.times[index]! < nowMs - YEAR_MS;
      return reason !== "bad_value" || typeof column.values[index] === "string";
    };
    const index = Math.max(
      0,
      column.times.findIndex((_, at) => fits(at)),
    );
    return {
      metric,
      timeMs: column.times[index]!,
      value: column.values[index]!,
      line: column.lines[index]!,
    };
  }
}

const YEAR_MS = 365 * 86_400_000;

const haveSameTimes = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((time, index) => time === b[index]);
