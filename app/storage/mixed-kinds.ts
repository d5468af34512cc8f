/**
 * A metric that was numbers and texts is read as one of them, but a sample holds until the next one of its metric, of
 * either kind (CONTRACT §4). So its folds are told the samples and rows of both, side by side.
 */
import { clipColumn } from "#app/domain/series/clip.ts";
import type { TimeWindow } from "#app/domain/series/levels.ts";
import { doRowsMix, rollupOf, type RollupColumn } from "#app/domain/series/rollup.ts";
import type { SnapshotPart } from "#app/domain/series/snapshot.ts";
import { columnOf, keysOf, metricOf, otherKey, type Column } from "#app/domain/series/types.ts";
import type { TakesTurns } from "#app/domain/turns.ts";
import type { Fold } from "./series-folds.ts";

export class MixedKinds {
  /** Column keys of the metrics, of both kinds. */
  readonly keys: ReadonlySet<string>;
  /** Metrics of which rows stand for numbers and texts by turns: only samples tell what held when. */
  readonly unclear = new Set<string>();
  readonly #samplesFromMs: number;
  /** Parts of a message's size, of which one kind may come before the other. */
  readonly #tails = new Map<string, Column[]>();
  readonly #rollups = new Map<string, RollupColumn[]>();

  /** Samples of units before that time are gone: rows are all that is known of them. */
  constructor(metrics: readonly string[], samplesFromMs: number) {
    this.keys = new Set(metrics.flatMap((metric) => keysOf(metric, "both")));
    this.#samplesFromMs = samplesFromMs;
  }

  /** Keeps what the part holds of them. */
  take({ tail, rollups }: SnapshotPart): void {
    for (const key of this.keys) {
      const column = columnOf(tail, key);
      if (column) this.#tails.set(key, [...(this.#tails.get(key) ?? []), column]);
      const rows = rollupOf(rollups, key);
      if (rows) this.#rollups.set(key, [...(this.#rollups.get(key) ?? []), rows]);
    }
  }

  /** Folds what was kept, when all parts are there. */
  async fold(folds: ReadonlyMap<string, Fold>, turns: TakesTurns): Promise<void> {
    for (const [key, fold] of folds) {
      if (!this.keys.has(key)) continue;
      const own = this.#tails.get(key) ?? [];
      const others = this.#tails.get(otherKey(key)) ?? [];
      const ends = timesOf(others);
      for (const column of own) fold.add(column, ends);
      if (ends.length > 0) fold.addEnds?.(ends);
      const rows = this.#rollups.get(otherKey(key)) ?? [];
      for (const column of this.#rollups.get(key) ?? []) this.addRows(key, fold, column, rows);
      for (const column of rows) fold.addEndRows?.(column);
      await turns.take(ends.length + own.reduce((sum, { times }) => sum + times.length, 0));
    }
    this.#tails.clear();
    this.#rollups.clear();
  }

  /** Folds the key's samples and those of its other kind, of one file. Answers how many there are. */
  addSamples(
    fold: Fold,
    own: Column | undefined,
    other: Column | undefined,
    windows: readonly TimeWindow[],
  ): number {
    for (const [fromMs, toMs] of windows) {
      const ends = other && clipColumn(other, fromMs, toMs).times;
      if (own) fold.add(clipColumn(own, fromMs, toMs), ends);
      if (ends && ends.length > 0) fold.addEnds?.(ends);
    }
    return (own?.times.length ?? 0) + (other?.times.length ?? 0);
  }

  /** Folds the key's rows, and looks whether those of its other kind, which are to be told to `addEndRows`, lie between. */
  addRows(key: string, fold: Fold, own: RollupColumn, others: readonly RollupColumn[]): void {
    fold.addRollups(own);
    if (others.some((other) => doRowsMix(own, other, this.#samplesFromMs)))
      this.unclear.add(metricOf(key));
  }
}

/** Of all columns, ascending. */
function timesOf(columns: readonly Column[]): Float64Array {
  const [only] = columns;
  if (only && columns.length === 1) return only.times;
  const times = new Float64Array(columns.reduce((sum, column) => sum + column.times.length, 0));
  let at = 0;
  for (const column of columns) {
    times.set(column.times, at);
    at += column.times.length;
  }
  return times.sort();
}
