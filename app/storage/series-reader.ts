/**
 * Reads a machine's series: one snapshot of the recorder per question, then the wanted columns of
 * the sealed segments and the recorder's tail. Where buckets are an hour or longer, whole hours come as
 * roll-ups with the snapshot, and only the hours that a bucket cuts are read. Each file is folded into the answer as it comes, so
 * memory is bounded by a few segments and the answer, however long the range.
 */
import { BucketAccumulator } from "../domain/series/buckets.ts";
import { MeanAccumulator } from "../domain/series/mean.ts";
import { PRODUCTIVITY, SHEETS_PER_HOUR, toProductivity, toProductivityRollups } from "../domain/series/productivity.ts";
import type { RecorderPort, SnapshotRequest } from "../domain/series/recorder-port.ts";
import { planRollups, type RollupColumn, type RollupPlan, type Rollups } from "../domain/series/rollup.ts";
import { StateChanges, type StateChange } from "../domain/series/state-changes.ts";
import type { Column, Columns, SeriesPoint, SeriesSnapshot } from "../domain/series/types.ts";
import { forEachBounded } from "./bounded.ts";
import type { ObjectStore } from "./object-store.ts";
import { planRead } from "./plan.ts";
import { readSegment, SegmentMissingError } from "./segment-read.ts";

export type RangeQuery = { deviceId: number; metrics: readonly string[]; startMs: number; endMs: number };

type ScanQuery = RangeQuery & Pick<SnapshotRequest, "rollups">;

export type SeriesReader = {
  /** Points per asked metric over [startMs, endMs), ascending, as domain/series/buckets.ts makes them. */
  buckets(query: RangeQuery & { buckets: number }): Promise<Record<string, SeriesPoint[]>>;
  /** The mean of the numbers of exactly [startMs, endMs); null without any. */
  averages(query: RangeQuery): Promise<Record<string, number | null>>;
  /** The state held at startMs, at that time, and every change before endMs. */
  stateChanges(query: Omit<RangeQuery, "metrics">): Promise<StateChange[]>;
};

export type SeriesReaderDeps = {
  store: ObjectStore;
  recorder: (deviceId: number) => Pick<RecorderPort, "snapshot">;
};

/** Segments in flight at once: as many connections as a Worker may hold. */
const CONCURRENT_READS = 6;

/** What the samples of one metric are folded into. */
type Fold = { readonly isEmpty: boolean; add(column: Column): void; addRollups(rollups: RollupColumn): void };

export function createSeriesReader({ store, recorder }: SeriesReaderDeps): SeriesReader {
  /** `begin` makes what each file is folded into; made anew when the snapshot turns out to be stale. */
  async function scan<Folds extends { add(columns: Columns): void }>(
    query: RangeQuery,
    begin: (snapshot: SeriesSnapshot) => Folds,
  ): Promise<Folds> {
    try {
      return await scanOnce(query, begin);
    } catch (error) {
      // A segment was replaced by its next generation since the snapshot: the newest snapshot names that.
      if (error instanceof SegmentMissingError) return scanOnce(query, begin);
      throw error;
    }
  }

  async function scanOnce<Folds extends { add(columns: Columns): void }>(
    { deviceId, metrics, startMs, endMs, rollups }: ScanQuery,
    begin: (snapshot: SeriesSnapshot) => Folds,
  ): Promise<Folds> {
    const snapshot = await recorder(deviceId).snapshot({ metrics: [...metrics], startMs, endMs, ...(rollups ? { rollups } : {}) });
    const folds = begin(snapshot);
    folds.add(snapshot.tail);
    await forEachBounded(planRead(snapshot, { startMs, endMs }), CONCURRENT_READS, async ({ segment }) => {
      folds.add(await readSegment(store, segment.key, metrics, segment.bytes));
    });
    return folds;
  }

  async function fold<F extends Fold>(query: RangeQuery, plan: RollupPlan | null, begin: (metric: string) => F): Promise<Map<string, F>> {
    const metrics = [...new Set(query.metrics)];
    if (metrics.length === 0 || isEmptyRange(query)) return new Map();
    const sources = metrics.includes(PRODUCTIVITY) ? [...new Set([...metrics, SHEETS_PER_HOUR])] : metrics;
    const folds = await scan({ ...query, metrics: sources, ...(plan ? { rollups: plan } : {}) }, ({ targetSheetsPerHour, rollups }) => {
      const folds = new MetricFolds(metrics, targetSheetsPerHour, begin);
      folds.addRollups(rollups);
      return folds;
    });
    return folds.chosen();
  }

  return {
    async buckets({ buckets, ...query }) {
      const read = (plan: RollupPlan | null) =>
        fold(query, plan, (metric) => new BucketAccumulator(metric, { ...query, buckets }, plan?.snaps));
      const plan = planRollups({ ...query, buckets });
      let folds = await read(plan);
      if (plan && [...folds.values()].some((accumulator) => accumulator.needsSamples)) folds = await read(null);
      return Object.fromEntries(query.metrics.map((metric) => [metric, folds.get(metric)?.points() ?? []]));
    },
    async averages(query) {
      const read = (plan: RollupPlan | null) => fold(query, plan, () => new MeanAccumulator(query));
      const plan = planRollups({ ...query, buckets: 1 });
      let folds = await read(plan);
      if (plan && [...folds.values()].some((accumulator) => accumulator.needsSamples)) folds = await read(null);
      return Object.fromEntries(query.metrics.map((metric) => [metric, folds.get(metric)?.mean() ?? null]));
    },
    async stateChanges(query) {
      if (isEmptyRange(query)) return [];
      const { states, before } = await scan({ ...query, metrics: ["machine_state"] }, ({ stateBefore }) => {
        const states = new StateChanges(query);
        return { states, before: stateBefore, add: (columns) => columns.machine_state && states.add(columns.machine_state) };
      });
      return states.changes(before);
    },
  };
}

const isEmptyRange = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean => !(endMs > startMs);

/** A metric may be called like something that every object has. */
const getColumn = (columns: Columns, metric: string): Column | undefined => (Object.hasOwn(columns, metric) ? columns[metric] : undefined);

/** A fold per metric; operating_productivity has a second one, of what sheets_per_hour says about it. */
class MetricFolds<F extends Fold> {
  readonly #folds: Map<string, F>;
  readonly #stand: { target: number; fold: F } | null;

  constructor(metrics: readonly string[], targetSheetsPerHour: number | null, begin: (metric: string) => F) {
    this.#folds = new Map(metrics.map((metric) => [metric, begin(metric)]));
    this.#stand = targetSheetsPerHour && this.#folds.has(PRODUCTIVITY) ? { target: targetSheetsPerHour, fold: begin(PRODUCTIVITY) } : null;
  }

  addRollups(rollups: Rollups): void {
    const of = (metric: string): RollupColumn | undefined => (Object.hasOwn(rollups, metric) ? rollups[metric] : undefined);
    for (const [metric, fold] of this.#folds) {
      const column = of(metric);
      if (column) fold.addRollups(column);
    }
    const sheetsPerHour = this.#stand && of(SHEETS_PER_HOUR);
    if (this.#stand && sheetsPerHour) this.#stand.fold.addRollups(toProductivityRollups(sheetsPerHour, this.#stand.target));
  }

  add(columns: Columns): void {
    for (const [metric, fold] of this.#folds) {
      const column = getColumn(columns, metric);
      if (column) fold.add(column);
    }
    const sheetsPerHour = this.#stand && columns[SHEETS_PER_HOUR];
    if (this.#stand && sheetsPerHour) this.#stand.fold.add(toProductivity(sheetsPerHour, this.#stand.target));
  }

  /** Own samples of operating_productivity, any at all, leave the computed ones out. */
  chosen(): Map<string, F> {
    const isComputed = this.#stand && this.#folds.get(PRODUCTIVITY)?.isEmpty;
    return isComputed ? new Map([...this.#folds, [PRODUCTIVITY, this.#stand.fold]]) : this.#folds;
  }
}
