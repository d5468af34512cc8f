/** Judges the hours of a machine that are in memory, each from what the one before it left. */
import type { Carry } from "#app/domain/series/derive.ts";
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { HourJudge, type HourContext, type UtsStates } from "./hour-judge.ts";
import type { DetectionStep } from "./rules.ts";
import type { UtsReason } from "./why.ts";

/** What judging must know besides the samples. */
export type Detection = {
  /** Nothing is judged. */
  isOff: boolean;
  /** Names of flags and bounds that were ever sealed. */
  readonly flagged: ReadonlySet<string>;
  /** Of [fromMs, toMs), ascending, with the one in force when it begins. The same objects as long as nothing changes. */
  steps(fromMs: number, toMs: number): readonly DetectionStep[];
  /** UTS' states when the sealed hours before the hour ended; null when they are not kept any more. */
  statesBefore(hourMs: number): UtsStates | null;
};
const NOT_JUDGED: Detection = {
  isOff: true,
  flagged: new Set(),
  steps: () => [],
  statesBefore: () => null,
};

export class MachineJudge {
  detection: Detection = NOT_JUDGED;
  readonly #hours = new WeakMap<HourBuffer, HourJudge>();

  get isOff(): boolean {
    return this.detection.isOff;
  }

  /** Judges what came since; answers the hour's carry with what is abnormal at its end. */
  judge(
    hour: HourBuffer,
    context: Omit<HourContext, "steps">,
    carry: Carry,
    isFinal: boolean,
  ): Carry {
    let judge = this.#hours.get(hour);
    if (!judge) this.#hours.set(hour, (judge = new HourJudge(hour)));
    const steps = this.detection.steps(hour.hourMs, hour.hourMs + HOUR_MS);
    judge.judge({ ...context, steps }, isFinal);
    const abnormal = judge.abnormal();
    const { abnormal: known = {}, ...rest } = carry;
    if (JSON.stringify(known) === JSON.stringify(abnormal)) return carry;
    return hour.keepCarry(Object.keys(abnormal).length === 0 ? rest : { ...rest, abnormal });
  }

  /** UTS' states when the hour ends; null when they are not known, or it was not judged. */
  statesAfter(hour: HourBuffer): UtsStates | null {
    return this.#hours.get(hour)?.states() ?? null;
  }

  /** Why UTS' anomalies of the hour began; null when what is kept of it stands. */
  reasonsOf(hour: HourBuffer): UtsReason[] | null {
    return this.#hours.get(hour)?.reasons() ?? null;
  }

  /** When an hour begins; `before` is the nearest one with data, if it is in memory. */
  statesBefore(hourMs: number, before: HourBuffer | undefined): UtsStates | null {
    const judge = before && this.#hours.get(before);
    return judge ? judge.states() : this.detection.statesBefore(hourMs);
  }

  /** Whether the sample of that time is abnormal; null when it was not judged. */
  flagAt(metric: string, timeMs: number, hour: HourBuffer | undefined): boolean | null {
    const flags = hour?.judged.get(`${metric}_ad_flag`);
    if (flags?.has(timeMs)) return flags.valueAt(flags.lowerBound(timeMs)) === 1;
    if (this.isOff) return null;
    const step = this.detection.steps(timeMs, timeMs + 1)[0];
    const isJudged = step?.bounds.has(metric) || hour?.judged.has(`${metric}_upper`);
    return isJudged ? false : null;
  }
}
