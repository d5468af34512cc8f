/**
 * Detection's part of the recorder: which metrics are judged by what at which time.
 *
 * Bounds of thresholds move once a day in event time, at 01:00 UTC: they come from the 30 days before that day, as they
 * are known when the first hour after is sealed (or the last one before, whichever is first), and stay as recorded. The
 * hour between gives the last hour of the day time to be sealed. A change of a mapping is a step of its own, from the
 * moment in which it is told: metrics whose percentiles changed get bounds from what is known then, all others keep theirs.
 * Where many changed in one act, upkeep finds their bounds piece by piece, and until all are found they keep those they had.
 */
import type { UtsStates } from "#app/domain/detection/hour-judge.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { isJudged, type DetectionRules, type DetectionStep } from "#app/domain/detection/rules.ts";
import {
  decodeSummary,
  MIN_THRESHOLD_SAMPLES,
  thresholdBounds,
  type ThresholdBounds,
} from "#app/domain/detection/threshold.ts";
import { dayOf } from "#app/domain/series/levels.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { Detection as Judging } from "#app/domain/detection/machine-judge.ts";
import type { DetectionStatus, RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { isCounter } from "./day-summary.ts";
import { DaySums } from "./day-sums.ts";
import { DetectionStore, MAX_REASONS_ANSWERED, type Learned } from "./detection-store.ts";
import type { RecorderStorage } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { isTextKey } from "#app/domain/series/types.ts";
import { FOUND_A_PIECE, MAX_FOUND_AT_ONCE } from "./limits.ts";
import { ChangedMetrics } from "./changed-metrics.ts";
import {
  changedThresholds,
  isSameStep,
  place,
  rulesOf,
  thresholdOf,
  utsOf,
  type StepRules,
} from "./step-rules.ts";

/** Days that one sealing may have to read first: after an upgrade there are more, which upkeep reads in its own time. */
const MAX_SUMMED_AT_ONCE = 2;
/** Steps that one answer tells of: two years of days. */
const MAX_BANDS = 800;

type Deps = {
  storage: RecorderStorage;
  store: ObjectStore;
  manifest: ManifestStore;
  memory: MachineMemory;
  now: () => number;
  yieldToEvents: () => Promise<void>;
  unreadable: UnreadableObjects;
};

export class Detection implements Judging {
  readonly #deps: Deps;
  readonly #store: DetectionStore;
  readonly #days: DaySums;
  readonly #waiting: ChangedMetrics;
  #rules: DetectionRules = {};

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#store = new DetectionStore(deps.storage);
    this.#days = new DaySums({ ...deps, kept: this.#store });
    this.#waiting = new ChangedMetrics(deps.storage);
  }

  get isOff(): boolean {
    return this.#store.starts.length === 0;
  }

  get flagged(): ReadonlySet<string> {
    return this.#store.flagged;
  }

  steps(fromMs: number, toMs: number): DetectionStep[] {
    return this.#store.steps(fromMs, toMs);
  }

  statesBefore(hourMs: number): UtsStates | null {
    return this.#store.statesBefore(hourMs);
  }

  /** Takes what the mappings say. What changed since holds from now on; the past keeps what it was judged by. */
  configure(config: RecorderConfig | null, isNew: boolean): void {
    const before = this.#rules;
    this.#rules = rulesOf(config);
    if (!isNew || JSON.stringify(before) === JSON.stringify(this.#rules)) return;
    const now = this.#deps.now();
    if (this.isOff) {
      if (Object.keys(this.#rules).length > 0)
        this.#store.writeStep({ fromMs: 0, bounds: new Map(), uts: utsOf(this.#rules) });
      return;
    }
    const held = this.#heldAt(now);
    const bounds = new Map(held.bounds);
    const { toFind, off } = changedThresholds(before, this.#rules);
    for (const metric of off) bounds.delete(metric);
    const isMany = toFind.length > MAX_FOUND_AT_ONCE;
    if (!isMany)
      for (const metric of toFind) place(bounds, metric, this.#find(metric, detectionDay(now)));
    this.#waiting.put(isMany ? toFind : [], isMany ? off : [...toFind, ...off]);
    this.#writeChange(held, bounds, now);
  }

  #heldAt(now: number): StepRules {
    return this.steps(now, now + 1)[0] ?? { bounds: new Map(), uts: new Set() };
  }

  /** From now on, unless it is what is held. */
  #writeChange(held: StepRules, bounds: ReadonlyMap<string, ThresholdBounds>, now: number): void {
    const next = { bounds, uts: utsOf(this.#rules) };
    if (!isSameStep(held, next)) this.#store.writeStep({ fromMs: now, ...next });
  }

  /** The metric's bounds by what is known before the day. */
  #find(metric: string, day: number): ThresholdBounds | null {
    return this.#store.learned(day, metric).map((known) => this.#boundsOf(known, day))[0] ?? null;
  }

  /** Whether percentiles changed of which the bounds are still to be found. */
  get isChanging(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes one step towards the bounds of changed percentiles: finds a few, or records what was found. */
  async findChanged(): Promise<void> {
    const day = detectionDay(this.#deps.now());
    for (const metric of this.#waiting.next(day, FOUND_A_PIECE)) {
      this.#waiting.found(metric, day, this.#find(metric, day));
      await this.#deps.yieldToEvents();
    }
    const found = this.#waiting.whole(day);
    if (found === null) return;
    const now = this.#deps.now();
    const held = this.#heldAt(now);
    const bounds = new Map(held.bounds);
    for (const [metric, own] of found) place(bounds, metric, own);
    this.#deps.storage.transactionSync(() => {
      this.#writeChange(held, bounds, now);
      this.#waiting.clear();
    });
  }

  /** The day of which bounds are to be found, because all that they rest on is sealed; null when there is none. */
  get dueDay(): number | null {
    const { memory } = this.#deps;
    if (this.isOff) return null;
    const newest = memory.sealed.before(Infinity);
    if (newest === -Infinity) return null;
    const day = dayOf(newest + HOUR_MS);
    return this.#hasBounds(day) ? null : day;
  }

  /** Before an hour is sealed, and so judged for good: its day has its bounds, unless too much is to be read for them. */
  async settleBounds(hourMs: number): Promise<void> {
    const day = detectionDay(hourMs);
    if (this.isOff || this.#hasBounds(day) || this.#days.unsummed(day).length > MAX_SUMMED_AT_ONCE)
      return;
    // A step for each day that is summed up, and one that records the bounds.
    for (let steps = 0; steps <= MAX_SUMMED_AT_ONCE; steps++) await this.findBounds(day);
  }

  /** Takes one step towards the bounds of a day: sums up a day before it, or records them. Throws what the store throws. */
  async findBounds(day: number): Promise<void> {
    if (this.#hasBounds(day)) return;
    const [past] = this.#days.unsummed(day);
    if (past !== undefined) return this.#days.sumUp(past, () => Object.keys(this.#rules));
    const bounds = new Map<string, ThresholdBounds>();
    for (const known of this.#store.learned(day)) {
      const found = this.#boundsOf(known, day);
      if (found) bounds.set(known.metric, found);
      await this.#deps.yieldToEvents();
    }
    // What was switched off or forgotten meanwhile has none.
    for (const metric of bounds.keys())
      if (!thresholdOf(this.#rules, metric)) bounds.delete(metric);
    this.#store.writeStep({ fromMs: day + HOUR_MS, bounds, uts: utsOf(this.#rules) });
  }

  #hasBounds(day: number): boolean {
    return this.#store.steps(day + HOUR_MS, day + HOUR_MS + 1)[0]?.fromMs === day + HOUR_MS;
  }

  /** A metric's bounds by the 30 days before; null without a threshold, below enough samples, and for a counter. */
  #boundsOf({ metric, total, rises, falls }: Learned, day: number): ThresholdBounds | null {
    const threshold = thresholdOf(this.#rules, metric);
    if (!threshold || total < MIN_THRESHOLD_SAMPLES || isCounter(rises, falls)) return null;
    return thresholdBounds(this.#store.summaries(metric, day).map(decodeSummary), threshold);
  }

  /** What an hour left, in the transaction that seals it. */
  keep(
    hourMs: number,
    {
      states,
      reasons,
      computed,
    }: { states: UtsStates | null; reasons: UtsReason[] | null; computed: readonly string[] },
  ): void {
    if (this.isOff) return;
    if (states) this.#store.writeStates(hourMs, states);
    if (reasons) this.#store.writeReasons(hourMs, reasons);
    this.#store.noteFlagged(computed.filter((name) => ownerOf(name) !== null));
  }

  /** Whether flags of the metric may be made of hours in the range that are behind. */
  isJudgedIn(metric: string, startMs: number, endMs: number): boolean {
    return (
      !this.isOff &&
      this.#store
        .steps(startMs, endMs)
        .some(({ bounds, uts }) => bounds.has(metric) || uts.has(metric))
    );
  }

  /** Nothing was learned of the metrics; part of the caller's transaction. */
  forget(metrics: readonly string[]): void {
    this.#store.forget(metrics);
  }

  /** Whether the name has ever stood beside its metric. */
  hasCompanion(name: string): boolean {
    if (this.#deps.memory.metrics.kinds.has(name) || this.#store.flagged.has(name)) return true;
    for (const hour of this.#deps.memory.hours.values()) if (hour.judged.has(name)) return true;
    return false;
  }

  /** Why UTS' anomalies of the metric began in [startMs, endMs): the newest ones, ascending. */
  reasons(metric: string, startMs: number, endMs: number): UtsReason[] {
    const { memory } = this.#deps;
    const found = new Map(
      this.#store.reasons(metric, startMs, endMs).map((reason) => [reason.timeMs, reason]),
    );
    const derive = memory.deriving();
    for (const hourMs of memory.hours.within(startMs - HOUR_MS + 1, endMs)) {
      derive(hourMs);
      const own = memory.judge.reasonsOf(memory.hours.get(hourMs) as HourBuffer);
      if (!own) continue;
      for (const timeMs of [...found.keys()])
        if (timeMs >= hourMs && timeMs < hourMs + HOUR_MS) found.delete(timeMs);
      for (const reason of own)
        if (reason.metric === metric && reason.timeMs >= startMs && reason.timeMs < endMs)
          found.set(reason.timeMs, reason);
    }
    return [...found.values()].sort((a, b) => a.timeMs - b.timeMs).slice(-MAX_REASONS_ANSWERED);
  }

  /** Bounds of the metric's thresholds in the range: from when (Unix ms), lower, upper, one after the other; NaN where there is none. */
  bandsOf(metrics: readonly string[], fromMs: number, toMs: number): Record<string, Float64Array> {
    if (this.isOff) return {};
    const steps = this.#store.steps(fromMs, toMs, false).slice(-MAX_BANDS);
    return Object.fromEntries(
      metrics.flatMap((metric): [string, Float64Array][] => {
        if (!steps.some(({ bounds }) => bounds.has(metric))) return [];
        const bands = steps.flatMap(({ fromMs: from, bounds }) => {
          const own = bounds.get(metric);
          return [from, own?.lower ?? Number.NaN, own?.upper ?? Number.NaN];
        });
        return [[metric, Float64Array.from(bands)]];
      }),
    );
  }

  /** Texts have no order, so no bounds. */
  #isText(metric: string): boolean {
    return this.#deps.memory.metrics.keysShown(metric).every(isTextKey);
  }

  /** How far detection is with each mapped metric. */
  status(): DetectionStatus {
    const now = this.#deps.now();
    const [step] = this.isOff ? [] : this.steps(now, now + 1);
    const learned = new Map(
      this.isOff ? [] : this.#store.learned(dayOf(now)).map((row) => [row.metric, row]),
    );
    return Object.fromEntries(
      Object.entries(this.#rules).map(([metric, { threshold, uts }]) => {
        const known = learned.get(metric);
        const isBound = step?.bounds.has(metric) ?? false;
        return [
          metric,
          {
            threshold: threshold !== null && isJudged(metric) && !this.#isText(metric),
            uts,
            samples: (known?.total ?? 0) + (isBound ? 0 : this.#days.samplesSince(metric)),
            needed: MIN_THRESHOLD_SAMPLES,
            isCounter: known ? isCounter(known.rises, known.falls) : false,
            isJudged: isBound || (step?.uts.has(metric) ?? false),
          },
        ];
      }),
    );
  }
}

/** The day (UTC, its first millisecond) whose bounds hold at a time. */
const detectionDay = (timeMs: number): number => dayOf(timeMs - HOUR_MS);
