/**
 * Reads a machine's series: one snapshot of the recorder per question, which says what to read and hands over the rest,
 * then the wanted columns of each file, one read each. Every file is folded into the answer as it comes, so memory is
 * bounded by a few columns and the answer, however long the range.
 */
import type { AbnormalSlot } from "#app/domain/detection/abnormal-share.ts";
import type { CompanionSuffix } from "#app/domain/detection/companions.ts";
import { SampleAccumulator, type Numbers } from "#app/domain/series/all-samples.ts";
import { BucketAccumulator } from "#app/domain/series/buckets.ts";
import { ReusedRoom } from "#app/domain/series/doubles.ts";
import { Edges } from "#app/domain/series/bucket-edges.ts";
import { MeanAccumulator, type HeldMean } from "#app/domain/series/mean.ts";
import {
  PRODUCTIVITY,
  SHEETS_PER_HOUR,
  toProductivity,
  toProductivityPoint,
} from "#app/domain/series/productivity.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { StepValues } from "#app/domain/series/step-values.ts";
import type { Sample, SeriesPoint } from "#app/domain/series/types.ts";
import { withFlags } from "#app/domain/series/with-flags.ts";
import { ChangesAccumulator } from "#app/domain/series/value-changes.ts";
import { noTurns } from "#app/domain/turns.ts";
import { isEmptyRange } from "./file-within.ts";
import { seriesFailure } from "./damage.ts";
import type { TimeSpan } from "./segment-read.ts";
import { abnormalShares, slotOf, type Fold } from "./series-folds.ts";
import { createScan, type Answer, type SeriesReaderDeps } from "./series-scan.ts";
import type { SeriesSnapshot } from "#app/domain/series/snapshot.ts";

export type RangeQuery = {
  deviceId: number;
  metrics: readonly string[];
  startMs: number;
  endMs: number;
};

/** Each throws AppError series_damaged or series_lost where what is stored cannot be read: never a value made of it. */
export type SeriesReader = {
  /** Points per asked metric over [startMs, endMs), ascending, as domain/series/buckets.ts makes them. */
  buckets(query: RangeQuery & { buckets: number }): Promise<Record<string, SeriesPoint[]>>;
  /** Points as `buckets`, and states as `stateChanges`, of one instant. */
  telemetry(
    query: RangeQuery & { buckets: number },
  ): Promise<{ points: Record<string, SeriesPoint[]>; states: StateChange[] }>;
  /**
   * As `telemetry`, with a point for every bucket, however few samples there are; nothing holds beyond `untilMs`. `flags`
   * false: without flags and bounds, each of which is a metric of its own to read. `target`: sheets per hour that the
   * machine's productivity is measured against, null before its first sheets; young while it was learned of a few minutes.
   */
  steps(query: RangeQuery & { buckets: number; untilMs?: number; flags?: boolean }): Promise<{
    points: Record<string, SeriesPoint[]>;
    states: StateChange[];
    target?: number | null;
    isTargetYoung?: boolean;
  }>;
  /**
   * As `steps`, only what each step is worth, without envelopes, flags and states: a report reads millions, and each of them
   * would be an object. A value per bucket; of a metric without samples nothing held in any.
   */
  values(query: RangeQuery & { buckets: number }): Promise<Record<string, StepValues>>;
  /** Per metric and step of the range what held and what of it was abnormal; no steps for a metric without samples. */
  abnormal(query: RangeQuery & { buckets: number }): Promise<Record<string, AbnormalSlot[]>>;
  /** The mean by time of the numbers that held in exactly [startMs, endMs); null when nothing held. */
  averages(query: RangeQuery): Promise<Record<string, number | null>>;
  /** As `averages`, each with for how long within the range something held. */
  heldAverages(query: RangeQuery): Promise<Record<string, HeldMean>>;
  /** The state held at startMs, at that time, and every change before endMs; of long ranges the one at the end of each hour or day. */
  stateChanges(query: Omit<RangeQuery, "metrics">): Promise<StateChange[]>;
  /** Per metric its numbers within the spans (ascending, apart), exact to the sample, ascending. */
  numbers(
    query: Omit<RangeQuery, "startMs" | "endMs"> & { spans: readonly TimeSpan[] },
  ): Promise<Record<string, Numbers>>;
  /** The oldest hour of which there are samples, as the recorder sees it from the range; Infinity without any. */
  samplesFrom(query: Omit<RangeQuery, "metrics">): Promise<number>;
  /** Per metric its first value of [startMs, endMs) and every change, exact to the sample, ascending. */
  changes(query: RangeQuery): Promise<Record<string, Sample[]>>;
};

/** What a point of an answer costs, beside a value of a column. */
const POINT_VALUES = 10;

export function createSeriesReader({
  store,
  recorder,
  turns = noTurns,
}: SeriesReaderDeps): SeriesReader {
  /** Of files that are folded and questions that are answered already. */
  const rooms: ReusedRoom[] = [];

  const { scan, fold } = createScan({ store, recorder, turns, rooms });

  /** Own samples of operating_productivity, any at all, leave the computed ones out. */
  const isComputed = <F extends Fold>(metric: string, { folds, target }: Answer<F>): boolean =>
    metric === PRODUCTIVITY && target !== null && folds.get(metric)?.isEmpty !== false;

  async function telemetry(
    { buckets, ...query }: RangeQuery & { buckets: number },
    { states, flags = true }: { states: boolean; flags?: boolean },
    steps: { always?: boolean; untilMs?: number } = {},
  ) {
    if (isEmptyRange(query))
      return {
        points: Object.fromEntries(query.metrics.map((metric) => [metric, []])),
        states: [],
        target: null,
        isTargetYoung: false,
      };
    const begin = (metric: string, { snapMs, samplesFromMs }: SeriesSnapshot) =>
      new BucketAccumulator(metric, { ...query, buckets }, { snapMs, samplesFromMs, ...steps });
    const answer = await fold({ ...query, buckets, states, flags, begin });
    const pointsOf = (metric: string): SeriesPoint[] => {
      if (!isComputed(metric, answer)) {
        const companion = (suffix: CompanionSuffix): SeriesPoint[] =>
          answer.folds.get(metric + suffix)?.points() ?? [];
        const own = answer.folds.get(metric);
        if (!flags) return own?.points() ?? [];
        const flag = answer.folds.get(`${metric}_ad_flag`);
        return withFlags(own?.points() ?? [], {
          flags: flag?.points() ?? [],
          shares: own && flag && !own.answersSamples ? abnormalShares(own, flag) : null,
          upper: companion("_upper"),
          lower: companion("_lower"),
          bands: Object.hasOwn(answer.bands, metric) ? answer.bands[metric] : undefined,
        });
      }
      const { target } = answer;
      return (answer.folds.get(SHEETS_PER_HOUR)?.points() ?? []).map((point) =>
        toProductivityPoint(point, target as number),
      );
    };
    const points = await each(query.metrics, buckets * POINT_VALUES, pointsOf);
    const { states: changes, target, isTargetYoung } = answer;
    return { points, states: changes, target, isTargetYoung };
  }

  async function heldAverages(query: RangeQuery): Promise<Record<string, HeldMean>> {
    const nothing: HeldMean = { mean: null, heldMs: 0 };
    if (isEmptyRange(query))
      return Object.fromEntries(query.metrics.map((metric) => [metric, nothing]));
    const begin = (metric: string, { samplesFromMs }: SeriesSnapshot) =>
      new MeanAccumulator(metric, query, samplesFromMs);
    const answer = await fold({ ...query, buckets: 1, begin });
    const meanOf = (metric: string): HeldMean => {
      if (!isComputed(metric, answer)) return answer.folds.get(metric)?.heldMean() ?? nothing;
      const { mean, heldMs } = answer.folds.get(SHEETS_PER_HOUR)?.heldMean() ?? nothing;
      return { mean: mean === null ? null : toProductivity(mean, answer.target as number), heldMs };
    };
    return Object.fromEntries(query.metrics.map((metric) => [metric, meanOf(metric)]));
  }

  /** What is made of each metric, in turns; `values`: what one goes through. */
  async function each<T>(
    metrics: readonly string[],
    values: number,
    make: (metric: string) => T,
  ): Promise<Record<string, T>> {
    const made: [string, T][] = [];
    for (const metric of metrics) {
      made.push([metric, make(metric)]);
      await turns.take(values);
    }
    return Object.fromEntries(made);
  }

  const snapshotOf = ({ deviceId, ...range }: Omit<RangeQuery, "metrics"> & { states?: boolean }) =>
    recorder(deviceId)
      .snapshot({ metrics: [], ...range, buckets: 1 })
      .catch((error: unknown) => {
        throw seriesFailure(error) ?? error;
      });

  return {
    telemetry: (query) => telemetry(query, { states: true }),
    buckets: async (query) => (await telemetry(query, { states: false })).points,
    steps: ({ untilMs, flags = true, ...query }) => {
      const steps = { always: true, ...(untilMs === undefined ? {} : { untilMs }) };
      return telemetry(query, { states: true, flags }, steps);
    },
    async values({ buckets, ...query }) {
      if (isEmptyRange(query)) return {};
      const own = rooms.pop() ?? new ReusedRoom();
      const grid = { ...query, buckets };
      let edges: Edges | null = null;
      const begin = (metric: string, { snapMs, samplesFromMs }: SeriesSnapshot) => {
        if (edges?.snapMs !== snapMs) edges = new Edges(grid, snapMs, own.take);
        const options = { snapMs, samplesFromMs, always: true, isPlain: true, room: own.take };
        return new BucketAccumulator(metric, grid, { ...options, edges });
      };
      const answer = await fold({ ...query, buckets, plain: true, begin });
      const valuesOf = (metric: string): StepValues => {
        const isOfSheets = isComputed(metric, answer);
        const values = answer.folds.get(isOfSheets ? SHEETS_PER_HOUR : metric)?.values() ?? [];
        if (!isOfSheets) return values;
        return Float64Array.from(values, (value) =>
          typeof value === "number" ? toProductivity(value, answer.target as number) : Number.NaN,
        );
      };
      const values = await each(query.metrics, buckets, valuesOf);
      own.release();
      rooms.push(own);
      return values;
    },
    async abnormal({ buckets, ...query }) {
      const flagOf = (metric: string): string => `${metric}_ad_flag`;
      const begin = (metric: string, { snapMs, samplesFromMs }: SeriesSnapshot) =>
        new BucketAccumulator(
          metric,
          { ...query, buckets },
          { snapMs, samplesFromMs, always: true },
        );
      if (isEmptyRange(query)) return {};
      const metrics = [...new Set([...query.metrics, ...query.metrics.map(flagOf)])];
      const { folds } = await fold({ ...query, metrics, buckets, states: false, begin });
      return each(query.metrics, buckets * POINT_VALUES, (metric) => {
        const own = folds.get(metric);
        const flags = folds.get(flagOf(metric))?.points() ?? [];
        const points = own && !own.isEmpty ? own.points() : [];
        return points.map((point, at) =>
          slotOf(point, flags[at], points[at + 1]?.timeMs ?? query.endMs),
        );
      });
    },
    async averages(query) {
      const held = await heldAverages(query);
      return Object.fromEntries(Object.entries(held).map(([metric, { mean }]) => [metric, mean]));
    },
    heldAverages,
    async changes(query) {
      const begin = () => new ChangesAccumulator(query);
      const found = isEmptyRange(query)
        ? null
        : await scan({ ...query, buckets: 1, states: false, exact: true, begin });
      return Object.fromEntries(
        query.metrics.map((metric) => [metric, found?.folds.get(metric)?.changes() ?? []]),
      );
    },
    async numbers({ spans, ...query }) {
      const range = { startMs: spans[0]?.[0] ?? 0, endMs: spans.at(-1)?.[1] ?? 0 };
      const asked = { ...query, ...range, buckets: 1, exact: true, within: spans };
      const begin = () => new SampleAccumulator(spans);
      const found = isEmptyRange(range) ? null : await scan({ ...asked, begin });
      return Object.fromEntries(
        query.metrics.map((metric) => [
          metric,
          (found?.folds.get(metric) ?? new SampleAccumulator([])).numbers(),
        ]),
      );
    },
    samplesFrom: async (query) => (await snapshotOf(query)).samplesFromMs,
    stateChanges: async (query) =>
      isEmptyRange(query) ? [] : (await snapshotOf({ ...query, states: true })).states,
  };
}
