/** What the reader of series folds samples into, and how parts of a recorder's answer come to it. */
import type { AbnormalSlot } from "#app/domain/detection/abnormal-share.ts";
import type { BucketAccumulator } from "#app/domain/series/buckets.ts";
import { rollupOf, type RollupColumn } from "#app/domain/series/rollup.ts";
import type { SnapshotPart } from "#app/domain/series/snapshot.ts";
import { columnOf, type Column, type SeriesPoint } from "#app/domain/series/types.ts";
import { PIECE_VALUES, type TakesTurns } from "#app/domain/turns.ts";

/** What the samples of one metric are folded into. */
export type Fold = {
  readonly isEmpty: boolean;
  /** How many it has taken. */
  readonly samples: number;
  readonly needsSamples: boolean;
  /** `ends`, ascending: when the metric's other kind was sent, as far as that lies among the column's samples. */
  add(column: Column, ends?: Float64Array): void;
  addRollups(rollups: RollupColumn): void;
  /** When the metric's other kind was sent; left out where nothing that holds counts. */
  addEnds?(times: Float64Array): void;
  /** As `addEnds`, rows of it. */
  addEndRows?(rollups: RollupColumn): void;
};
/** The recorder has started again, or waited too long for this reader. */
export class PartMissingError extends Error {
  constructor(deviceId: number) {
    super(`the recorder of machine ${deviceId} gave its answer up before its last part`);
    this.name = "PartMissingError";
  }
}

export async function addPart<F extends Fold>(
  folds: ReadonlyMap<string, F>,
  part: SnapshotPart,
  /** Keys that are folded with their other kind (mixed-kinds.ts). */
  mixed: ReadonlySet<string>,
  turns: TakesTurns,
): Promise<void> {
  await turns.take(0);
  let values = 0;
  for (const [key, fold] of folds) {
    if (mixed.has(key)) continue;
    if (values >= PIECE_VALUES) {
      await turns.take(values);
      values = 0;
    }
    const rollups = rollupOf(part.rollups, key);
    if (rollups) fold.addRollups(rollups);
    const tail = columnOf(part.tail, key);
    if (tail) fold.add(tail);
    values += (rollups?.rows.length ?? 0) + (tail?.times.length ?? 0);
  }
  await turns.take(values);
}

/** Of a metric that was numbers and texts, what it was most of the time; numbers where that is undecided. */
export const mostOf = <F extends Fold>(folds: readonly F[]): F =>
  folds.reduce((most, fold) => (fold.samples > most.samples ? fold : most));

/** Per bucket the share of what held of the metric that its flag says was abnormal, 0 to 1. */
export function abnormalShares(metric: BucketAccumulator, flag: BucketAccumulator): number[] {
  const flagged = flag.held();
  return metric.held().map((held, at) => {
    const own = flagged[at];
    if (!held || !own || held.heldMs === 0) return 0;
    const share = ((own.mean() ?? 0) * own.heldMs) / held.heldMs;
    // Three digits are enough to be told.
    return Math.min(1, Number(share.toPrecision(3)));
  });
}

/** `endMs`: where the point's bucket ends. A flag knows no text that ended its metric's number. */
export function slotOf(
  { timeMs, heldMs = 0 }: SeriesPoint,
  flag: SeriesPoint | undefined,
  endMs: number,
): AbnormalSlot {
  const share = typeof flag?.value === "number" ? flag.value : 0;
  const abnormalMs = Math.min(heldMs, share * (flag?.heldMs ?? 0));
  return { startMs: timeMs, endMs, heldMs, abnormalMs };
}
