/**
 * Whether an alarm is on, decided sample by sample in event time. The same samples give the same answer in whatever
 * batches they come, as long as each is newer than those before it.
 *
 * - The condition must hold, at every counted sample, for `period` from the first of them: then the alarm is on.
 * - A counted sample that does not meet it ends the alarm: at once, or when `delay_off` passed without one that meets it.
 *   While it is on, a value within the deadband still meets it.
 * - Samples outside of the alarm's machine states are not counted: they begin both times anew and leave the alarm as it is.
 * - After a silence of MAX_GAP_MS nobody knows what was between: both times begin anew.
 * - What is further back than FRESH_MS is the past that arrives: it may end an alarm, and never begins one about now.
 * - A late sample (older than one that was judged) never turns an alarm on or off. It counts in the period that is
 *   running: `heldSince` finds out since when the condition holds once it is known.
 * - Samples up to the moment at which the alarm was defined do not count.
 */
import type { AlarmArguments, AlarmFunction, Comparator } from "./types.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

export type AlarmRule = {
  id: number;
  function: AlarmFunction;
  arguments: AlarmArguments;
  /** As it stood when the rule was read. */ inAlarm: boolean;
  /** When it was last defined, Unix milliseconds. Left out or 0: all samples count. */
  definedAtMs?: number;
};
type Definition = Pick<AlarmRule, "function" | "arguments">;

/**
 * `judgedMs`: the newest sample that was judged. `sinceMs`: since when the condition holds, null while it does not.
 * `clearMs`: since when it does not hold while the alarm is on. `definedAtMs`: of the definition that was judged.
 */
export type AlarmProgress = {
  judgedMs: number;
  sinceMs: number | null;
  inAlarm: boolean;
  clearMs?: number | null;
  definedAtMs?: number;
};

/** `state`: the code of the machine's state then; null when nobody knows. */
export type AlarmSample = { timeMs: number; value: number | string; state: number | null };
export type AlarmChange = { inAlarm: boolean; atMs: number };
export const MAX_GAP_MS = 15 * MINUTE_MS;
export const FRESH_MS = 5 * MINUTE_MS;

export const beginAlarm = ({
  inAlarm,
  definedAtMs = 0,
}: Pick<AlarmRule, "inAlarm" | "definedAtMs">): AlarmProgress => ({
  judgedMs: definedAtMs > 0 ? definedAtMs : -Infinity,
  sinceMs: null,
  inAlarm,
  clearMs: null,
  definedAtMs,
});

/**
 * The metric that an alarm listens to. An anomaly alarm listens to the flag that its detections raise beside its tag, which
 * is 1 at each abnormal sample and 0 at the first usual one after it.
 */
export function alarmMetric({ function: kind, arguments: wanted }: Definition): string {
  if (kind !== "anomalous_for_time_period") return wanted.tag_name;
  if (wanted.uts_ad_enabled === wanted.threshold_ad_enabled) return `${wanted.tag_name}_ad_flag`;
  return `${wanted.tag_name}_ad_${wanted.uts_ad_enabled ? "uts" : "threshold"}`;
}

/** The flag that a sampler may send itself, which counts for any detection; null for alarms about values. */
export const sentFlag = ({ function: kind, arguments: wanted }: Definition): string | null =>
  kind === "anomalous_for_time_period" ? `${wanted.tag_name}_ad_flag` : null;

/** How far before a sample others can still matter to it, milliseconds. */
export const lookBackMs = ({ period, delay_off = 0 }: AlarmArguments): number =>
  Math.max(period, delay_off) + MAX_GAP_MS;

/** `samples` ascend in time; those that are not newer than what was judged are left out. All changes that they made. */
export function judgeAlarm(
  rule: Definition,
  before: AlarmProgress,
  samples: readonly AlarmSample[],
  nowMs: number,
): { progress: AlarmProgress; changes: AlarmChange[] } {
  const progress = { ...before };
  const changes: AlarmChange[] = [];
  for (const sample of samples) {
    if (sample.timeMs <= progress.judgedMs) continue;
    follow(rule, progress, sample);
    const { timeMs } = sample;
    const isDue = lasted(progress.sinceMs, timeMs, rule.arguments.period);
    const isOver = lasted(progress.clearMs, timeMs, rule.arguments.delay_off ?? 0);
    if (!progress.inAlarm && isDue && nowMs - timeMs <= FRESH_MS) {
      progress.inAlarm = true;
      changes.push({ inAlarm: true, atMs: timeMs });
    } else if (progress.inAlarm && isOver) {
      Object.assign(progress, { inAlarm: false, sinceMs: null, clearMs: null });
      changes.push({ inAlarm: false, atMs: timeMs });
    }
  }
  return { progress, changes };
}

/**
 * The two times of `progress` with late samples in them. `samples`: all that are known from `lookBackMs` before the newest
 * judged one on, ascending; later ones are left out. What lies further back is taken from `progress`.
 */
export function heldSince(
  rule: Definition,
  progress: AlarmProgress,
  samples: readonly AlarmSample[],
): AlarmProgress {
  const known = samples.filter(
    ({ timeMs }) => timeMs <= progress.judgedMs && timeMs > (progress.definedAtMs || -Infinity),
  );
  const first = known[0];
  if (first === undefined) return progress;
  const again: AlarmProgress = { ...progress, judgedMs: -Infinity, sinceMs: null, clearMs: null };
  for (const sample of known) follow(rule, again, sample);
  const earlier = (found: number | null = null, old: number | null = null): number | null =>
    found === first.timeMs && old !== null && old < found ? old : found;
  return {
    ...progress,
    sinceMs: earlier(again.sinceMs, progress.sinceMs),
    clearMs: earlier(again.clearMs, progress.clearMs),
  };
}

/** Takes a sample into the two times; says nothing about whether the alarm is on. */
function follow(rule: Definition, progress: AlarmProgress, sample: AlarmSample): void {
  if (sample.timeMs - progress.judgedMs > MAX_GAP_MS)
    Object.assign(progress, { sinceMs: null, clearMs: null });
  progress.judgedMs = sample.timeMs;
  if (!isCounted(rule.arguments.machine_states, sample.state)) {
    Object.assign(progress, { sinceMs: null, clearMs: null });
  } else if (isMet(rule, sample.value, progress.inAlarm)) {
    progress.sinceMs ??= sample.timeMs;
    progress.clearMs = null;
  } else {
    progress.sinceMs = null;
    progress.clearMs ??= sample.timeMs;
  }
}

const lasted = (sinceMs: number | null | undefined, timeMs: number, forMs: number): boolean =>
  sinceMs !== null && sinceMs !== undefined && timeMs - sinceMs >= forMs;

const isCounted = (states: readonly number[] = [], state: number | null): boolean =>
  states.length === 0 || (state !== null && states.includes(state));

function isMet(
  { function: kind, arguments: wanted }: Definition,
  value: number | string,
  inAlarm: boolean,
): boolean {
  if (typeof value !== "number") return false;
  if (kind === "anomalous_for_time_period") return value === 1;
  if (wanted.comp === undefined || wanted.threshold === undefined) return false;
  const band = inAlarm ? (wanted.deadband ?? 0) : 0;
  return COMPARE[wanted.comp](value, wanted.threshold, band);
}

const COMPARE: Record<Comparator, (value: number, threshold: number, band: number) => boolean> = {
  ">": (value, threshold, band) => value > threshold - band,
  ">=": (value, threshold, band) => value >= threshold - band,
  "<": (value, threshold, band) => value < threshold + band,
  "<=": (value, threshold, band) => value <= threshold + band,
  "==": (value, threshold) => value === threshold,
  "!=": (value, threshold) => value !== threshold,
};
