/**
 * Judges the samples of one hour of a machine, in the order of their time, from what the hours before left: the bounds in
 * force, UTS' states, which metrics were abnormal, the machine's state. The same samples, in whatever order they came,
 * are judged the same.
 *
 * What it writes is sparse. A flag is 1 at every abnormal sample and 0 at the first usual one after it, so that its mean
 * by time (held.ts) is the share of abnormal time, and a usual series takes no room. Bounds of thresholds stand beside
 * the samples with a flag (all others are known from their step), those of UTS also beside the first sample of a minute.
 */
import { limitsOf } from "#app/domain/metrics/registry.ts";
import { isRunning } from "#app/domain/metrics/states.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import type { Carry } from "#app/domain/series/derive.ts";
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { CompanionSuffix } from "./companions.ts";
import type { DetectionStep } from "./rules.ts";
import { judgeThreshold } from "./threshold.ts";
import { UtsDetector } from "./uts-detector.ts";
import type { UtsReason } from "./why.ts";

/** Of UTS detectors, by metric. */
export type UtsStates = ReadonlyMap<string, Uint8Array>;

/** Reasons that are kept of a metric and an hour: the first ones. */
const MAX_REASONS = 20;

/** Which detection finds a sample abnormal. */
const THRESHOLD = 1;
const UTS = 2;
const FLAGS: readonly (readonly [suffix: CompanionSuffix, mask: number])[] = [
  ["_ad_flag", THRESHOLD | UTS],
  ["_ad_threshold", THRESHOLD],
  ["_ad_uts", UTS],
];

export type HourContext = {
  /** What the hours before told. */
  carry: Carry;
  /** Ascending; the first one is in force when the hour begins. */
  steps: readonly DetectionStep[];
  /** When the hour begins; null when it is not known any more: then UTS' flags of before stay. */
  states: UtsStates | null;
};

type Tag = {
  /** Samples that are judged. */
  next: number;
  lastMs: number;
  /** What the newest of them is. */
  bits: number;
  /** Minute of which bounds are written. */
  minute: number;
  detector: UtsDetector | null;
  /** Why anomalies began. */
  reasons: UtsReason[];
};

export class HourJudge {
  readonly #hour: HourBuffer;
  readonly #tags = new Map<string, Tag>();
  /** Metrics with UTS whose samples are to be judged anew; that waits until it must be right. */
  readonly #behind = new Set<string>();
  #context: HourContext | null = null;
  #states = { next: 0, lastMs: -Infinity };
  #saved: UtsStates | null = null;

  constructor(hour: HourBuffer) {
    this.#hour = hour;
  }

  /**
   * Judges what came since. `isFinal`: everything is as the samples of the hour say it; else UTS leaves what came late
   * for then, for it would have to judge the hour from its beginning.
   */
  judge(context: HourContext, isFinal: boolean): void {
    const { steps } = context;
    const metrics = new Set(steps.flatMap(({ bounds, uts }) => [...bounds.keys(), ...uts]));
    this.#noteChanges(context);
    this.#context = context;
    for (const metric of metrics) {
      const column = this.#hour.raw.get(metric) ?? this.#hour.derived.get(metric);
      if (column?.kind !== "number" || column.length === 0) continue;
      if (isFinal && this.#behind.delete(metric)) this.#forget(metric);
      this.#judgeTag(metric, column, steps);
    }
  }

  /** Metrics whose newest sample is abnormal, sorted, with what found it; those of before that were silent stay. */
  abnormal(): Record<string, number> {
    const before = this.#context?.carry.abnormal ?? {};
    const names = [...new Set([...Object.keys(before), ...this.#tags.keys()])].sort();
    return Object.fromEntries(
      names.flatMap((metric): [string, number][] => {
        const bits = this.#tags.get(metric)?.bits ?? before[metric] ?? 0;
        return bits === 0 ? [] : [[metric, bits]];
      }),
    );
  }

  /** When the hour ends, those of silent tags too. The same object as long as nothing changes. */
  states(): UtsStates | null {
    if (this.#context?.states === null) return null;
    this.#saved ??= new Map([
      ...(this.#context?.states ?? []),
      ...[...this.#tags].flatMap(([metric, { detector }]): [string, Uint8Array][] =>
        detector ? [[metric, detector.save()]] : [],
      ),
    ]);
    return this.#saved;
  }

  /** Why UTS' anomalies of the hour began, ascending in time; null when UTS does not judge it any more. */
  reasons(): UtsReason[] | null {
    if (this.#context === null || this.#context.states === null) return null;
    return [...this.#tags.values()]
      .flatMap(({ reasons }) => reasons)
      .sort((a, b) => a.timeMs - b.timeMs || (a.metric < b.metric ? -1 : 1));
  }

  /** What is different now for samples that are judged already. */
  #noteChanges(context: HourContext): void {
    const { disturbed } = this.#hour;
    const before = this.#context;
    const isOther =
      before !== null &&
      (before.steps.length !== context.steps.length ||
        before.steps.some((step, i) => step !== context.steps[i]) ||
        before.carry.state?.code !== context.carry.state?.code ||
        JSON.stringify(before.carry.abnormal) !== JSON.stringify(context.carry.abnormal));
    const isOtherState = this.#hasOtherState();
    for (const [metric, tag] of [...this.#tags]) {
      const isChanged = isOther || isOtherState || disturbed.has(metric);
      if (isChanged || (tag.detector && before?.states !== context.states)) {
        if (tag.detector) this.#behind.add(metric);
        else this.#forget(metric);
      }
    }
    disturbed.clear();
  }

  /** Whether the machine was in another state, at a judged sample, than was known then. */
  #hasOtherState(): boolean {
    const column = this.#hour.raw.get("machine_state");
    if (column?.kind !== "number") return false;
    const known = this.#states;
    let isOther = this.#hour.disturbed.has("machine_state");
    for (let at = known.next; !isOther && at < column.length; at++) {
      if (column.timeAt(at) > known.lastMs) break;
      const before = at === 0 ? this.#context?.carry.state?.code : column.valueAt(at - 1);
      isOther = column.valueAt(at) !== before;
    }
    known.next = column.length;
    return isOther;
  }

  #forget(metric: string): void {
    this.#tags.delete(metric);
    for (const [suffix] of FLAGS) this.#hour.judged.delete(metric + suffix);
    for (const suffix of ["_upper", "_lower"]) this.#hour.judged.delete(metric + suffix);
    this.#saved = null;
  }

  #judgeTag(metric: string, column: ColumnBuffer, steps: readonly DetectionStep[]): void {
    let tag = this.#tags.get(metric);
    if (!tag) this.#tags.set(metric, (tag = this.#begin(metric, steps)));
    if (tag.next >= column.length) return;
    const { times, numbers } = column.views();
    let step = 0;
    let bounds = steps[0]?.bounds.get(metric) ?? null;
    for (let at = tag.next; at < times.length; at++) {
      const timeMs = times[at] as number;
      const value = numbers[at] as number;
      while (step + 1 < steps.length && (steps[step + 1] as DetectionStep).fromMs <= timeMs)
        bounds = (steps[++step] as DetectionStep).bounds.get(metric) ?? null;
      let bits = 0;
      if (bounds && judgeThreshold(value, bounds) !== null && this.#isRunning(timeMs))
        bits = THRESHOLD;
      if (tag.detector && steps[step]?.uts.has(metric))
        bits |= this.#judgeUts(metric, tag, timeMs, value);
      else if (this.#context?.states === null && this.#was(metric, "_ad_uts", timeMs) === 1)
        bits |= UTS;
      if (bits === 0 && tag.bits === 0) continue;
      for (const [suffix, mask] of FLAGS) {
        if (bits & mask) this.#put(metric + suffix, timeMs, 1);
        else if (tag.bits & mask) this.#put(metric + suffix, timeMs, 0);
      }
      if (bounds && !this.#hour.judged.get(`${metric}_upper`)?.has(timeMs))
        this.#putBounds(metric, timeMs, bounds.lower, bounds.upper);
      tag.bits = bits;
    }
    tag.next = times.length;
    tag.lastMs = times[times.length - 1] as number;
    this.#states.lastMs = Math.max(this.#states.lastMs, tag.lastMs);
    if (tag.detector) this.#saved = null;
  }

  #begin(metric: string, steps: readonly DetectionStep[]): Tag {
    const { carry, states } = this.#context as HourContext;
    const isUts = states !== null && steps.some(({ uts }) => uts.has(metric));
    return {
      next: 0,
      lastMs: -Infinity,
      bits: carry.abnormal?.[metric] ?? 0,
      minute: -1,
      detector: isUts ? new UtsDetector(states.get(metric) ?? null, limitsOf(metric)) : null,
      reasons: [],
    };
  }

  #judgeUts(metric: string, tag: Tag, timeMs: number, value: number): number {
    const detector = tag.detector as UtsDetector;
    const state = this.#stateAt(timeMs);
    const { abnormal, lower, upper, why } = detector.judge(timeMs, value, state);
    if (why && tag.reasons.length < MAX_REASONS) tag.reasons.push({ metric, timeMs, state, why });
    const minute = Math.floor(timeMs / MINUTE_MS);
    if (minute !== tag.minute || abnormal) {
      tag.minute = minute;
      this.#putBounds(metric, timeMs, lower, upper);
    }
    return abnormal ? UTS : 0;
  }

  #putBounds(metric: string, timeMs: number, lower: number | null, upper: number | null): void {
    if (lower !== null) this.#put(`${metric}_lower`, timeMs, fourDigits(lower));
    if (upper !== null) this.#put(`${metric}_upper`, timeMs, fourDigits(upper));
  }

  #put(name: string, timeMs: number, value: number): void {
    const { judged } = this.#hour;
    let column = judged.get(name);
    if (!column) judged.set(name, (column = new ColumnBuffer("number")));
    column.put(timeMs, value);
  }

  /** What stood beside the sample before the hour was read again. */
  #was(metric: string, suffix: CompanionSuffix, timeMs: number): number | null {
    const column = this.#hour.judgedBefore.get(metric + suffix);
    const at = column?.lowerBound(timeMs) ?? 0;
    return column && at < column.length && column.timeAt(at) === timeMs
      ? (column.valueAt(at) as number)
      : null;
  }

  /** Code of the machine's state; null when it never told one. */
  #stateAt(timeMs: number): number | null {
    const column = this.#hour.raw.get("machine_state");
    const at = column?.kind === "number" ? column.lowerBound(timeMs + 1) - 1 : -1;
    return column && at >= 0
      ? (column.valueAt(at) as number)
      : (this.#context?.carry.state?.code ?? null);
  }

  /** A machine that never told a state is judged as if it ran. */
  #isRunning(timeMs: number): boolean {
    const code = this.#stateAt(timeMs);
    return code === null || isRunning(code);
  }
}

/** Noise in further digits would take more room than the bound itself. */
const fourDigits = (value: number): number => Number(value.toPrecision(4));
