/**
 * Whether an alarm is on, decided sample by sample in event time. The same samples give the same answer in whatever
 * batches they come, as long as each is newer than those before it; an older one (late data) changes nothing.
 *
 * - The condition must hold, at every counted sample, for `period` from the first of them: then the alarm is on.
 * - A counted sample that does not meet it ends the alarm at once.
 * - Samples outside of the alarm's machine states are not counted: they begin the period anew and leave the alarm as it is.
 * - After a silence of MAX_GAP_MS nobody knows what was between: the period begins anew.
 * - What is further back than FRESH_MS is the past that arrives: it may end an alarm, and never begins one about now.
 */
import type { AlarmArguments, AlarmFunction, Comparator } from "./types.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

export type AlarmRule = {
  id: number;
  function: AlarmFunction;
  arguments: AlarmArguments;
  /** As it stood when the rule was read. */ inAlarm: boolean;
};

/** `judgedMs`: the newest sample that was judged; `sinceMs`: since when the condition holds, null while it does not. */
export type AlarmProgress = { judgedMs: number; sinceMs: number | null; inAlarm: boolean };

/** `state`: the code of the machine's state then; null when nobody knows. */
export type AlarmSample = { timeMs: number; value: number | string; state: number | null };
export type AlarmChange = { inAlarm: boolean; atMs: number };
export const MAX_GAP_MS = 15 * MINUTE_MS;
export const FRESH_MS = 5 * MINUTE_MS;

export const beginAlarm = ({ inAlarm }: Pick<AlarmRule, "inAlarm">): AlarmProgress => ({
  judgedMs: -Infinity,
  sinceMs: null,
  inAlarm,
});

/** The metric that an alarm listens to. An anomaly alarm listens to the flag beside its tag, which is 1 while it is abnormal. */
export const alarmMetric = (rule: Pick<AlarmRule, "function" | "arguments">): string =>
  rule.function === "anomalous_for_time_period"
    ? `${rule.arguments.tag_name}_ad_flag`
    : rule.arguments.tag_name;

/** `samples` ascend in time. `change`: the last of the changes that they made; null when the alarm stands as before. */
export function judgeAlarm(
  rule: Pick<AlarmRule, "function" | "arguments">,
  before: AlarmProgress,
  samples: readonly AlarmSample[],
  nowMs: number,
): { progress: AlarmProgress; change: AlarmChange | null } {
  let { judgedMs, sinceMs, inAlarm } = before;
  let changedAtMs = 0;
  for (const sample of samples) {
    if (sample.timeMs <= judgedMs) continue;
    if (sample.timeMs - judgedMs > MAX_GAP_MS) sinceMs = null;
    judgedMs = sample.timeMs;
    if (!isCounted(rule.arguments.machine_states, sample.state)) {
      sinceMs = null;
      continue;
    }
    if (!isMet(rule, sample.value)) {
      sinceMs = null;
      if (inAlarm) [inAlarm, changedAtMs] = [false, sample.timeMs];
      continue;
    }
    sinceMs ??= sample.timeMs;
    const isDue =
      sample.timeMs - sinceMs >= rule.arguments.period && nowMs - sample.timeMs <= FRESH_MS;
    if (isDue && !inAlarm) [inAlarm, changedAtMs] = [true, sample.timeMs];
  }
  return {
    progress: { judgedMs, sinceMs, inAlarm },
    change: inAlarm === before.inAlarm ? null : { inAlarm, atMs: changedAtMs },
  };
}

const isCounted = (states: readonly number[] = [], state: number | null): boolean =>
  states.length === 0 || (state !== null && states.includes(state));

function isMet(
  { function: kind, arguments: wanted }: Pick<AlarmRule, "function" | "arguments">,
  value: number | string,
): boolean {
  if (typeof value !== "number") return false;
  if (kind === "anomalous_for_time_period") return value === 1;
  return (
    wanted.comp !== undefined &&
    wanted.threshold !== undefined &&
    COMPARE[wanted.comp](value, wanted.threshold)
  );
}

const COMPARE: Record<Comparator, (value: number, threshold: number) => boolean> = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
  "==": (value, threshold) => value === threshold,
  "!=": (value, threshold) => value !== threshold,
};
