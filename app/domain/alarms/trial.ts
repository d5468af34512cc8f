/**
 * What an alarm would have done in the past, exact to the sample, without reading all samples: an hour whose lowest and
 * highest value say that none of its samples meets the alarm, not even within its deadband, cannot begin it. The samples of
 * the other hours are read and judged as the recorder judges them (judge.ts); while the alarm is on at the end of them,
 * the hours that follow are read too, until it is off.
 *
 * What an anomaly alarm listens to is the flag beside its tag (heard-flags.ts); its hours hold the lowest and highest flag.
 *
 * After an hour that was left out the condition holds since never: its last sample did not meet it, or did not count. An
 * hour without samples changes nothing, and the gap that it leaves is judged like any other one.
 */
import {
  beginAlarm,
  judgeAlarm,
  MAX_GAP_MS,
  type AlarmProgress,
  type AlarmRule,
  type AlarmSample,
} from "./judge.ts";
import type { Numbers } from "#app/domain/series/all-samples.ts";

/** What is known of a stretch before its samples are read. Times are Unix milliseconds; ranges are inclusive-exclusive. */
export type TrialHour = {
  startMs: number;
  endMs: number;
  min: number | null;
  max: number | null;
  count: number;
};
export type Span = { startMs: number; endMs: number };
export type TrialRule = Pick<AlarmRule, "function" | "arguments">;
/** Samples of the metric and of the machine's state that lie in the spans, ascending. */
export type ReadSpans = (spans: readonly Span[]) => Promise<{ metric: Numbers; state: Numbers }>;

/** `onMs` up to the end of what was judged; the last of `spans` has no end while the alarm is on. */
export type Trial = {
  fromMs: number;
  untilMs: number;
  raised: number;
  onMs: number;
  spans: { startMs: number; endMs: number | null }[];
};

/** Hours that are read on while the alarm stays on, round by round. */
const READ_ON = [1, 6, 48, Infinity];

/**
 * `hours` ascend without gaps. At most `mostSamples` are read of the hours that may meet it, the newest; `fromMs` says
 * since when was judged.
 */
export async function tryOnPast(
  rule: TrialRule,
  hours: readonly TrialHour[],
  read: ReadSpans,
  mostSamples: number,
): Promise<Trial> {
  const untilMs = hours.at(-1)?.endMs ?? 0;
  const wanted = hours.map((hour) => mayMeet(rule, hour));
  const first = firstWithin(hours, wanted, mostSamples);
  const fromMs = hours[first]?.startMs ?? untilMs;
  wanted.fill(false, 0, first);
  const taken = wanted.slice();
  for (let round = 0; ; round++) {
    const spans = spansOf(hours, taken);
    if (spans.length === 0) return summed([], fromMs, untilMs);
    const { spans: raised, openEnds } = judge(rule, spans, await read(spans.map(widen)));
    const readOn = READ_ON[round] ?? 0;
    if (!extend(hours, taken, openEnds, readOn)) return summed(raised, fromMs, untilMs);
    if (countOf(hours, taken) > 2 * mostSamples) {
      // On for too long to be read to its end: what came before that end is left out.
      const ends = hours.findIndex(({ startMs }) => startMs === openEnds[0]);
      return tryOnPast(rule, hours.slice(ends), read, mostSamples);
    }
  }
}

const countOf = (hours: readonly TrialHour[], taken: readonly boolean[]): number =>
  hours.reduce((sum, { count }, index) => sum + (taken[index] ? count : 0), 0);

/** Whether a sample of the hour may meet the alarm, while it is on or off. */
export function mayMeet(
  { function: kind, arguments: { comp, threshold, deadband = 0 } }: TrialRule,
  { min, max, count }: TrialHour,
): boolean {
  if (kind === "anomalous_for_time_period") return count > 0 && (max === null || max >= 1);
  if (count === 0 || comp === undefined || threshold === undefined) return false;
  if (min === null || max === null) return true;
  if (comp === "==") return min <= threshold && threshold <= max;
  if (comp === "!=") return min !== threshold || max !== threshold;
  if (comp === ">") return max > threshold - deadband;
  if (comp === ">=") return max >= threshold - deadband;
  return comp === "<" ? min < threshold + deadband : min <= threshold + deadband;
}

/** The first hour from which on the samples of all that are wanted are within the bound. */
function firstWithin(
  hours: readonly TrialHour[],
  wanted: readonly boolean[],
  most: number,
): number {
  let left = most;
  let first = hours.length;
  while (first > 0) {
    left -= wanted[first - 1] ? hours[first - 1]!.count : 0;
    if (left < 0) break;
    first -= 1;
  }
  return first;
}

/** The state that held at its begin came a while before it. */
const widen = ({ startMs, endMs }: Span): Span => ({ startMs: startMs - MAX_GAP_MS, endMs });

function spansOf(hours: readonly TrialHour[], taken: readonly boolean[]): Span[] {
  const spans: Span[] = [];
  hours.forEach(({ startMs, endMs }, index) => {
    if (!taken[index]) return;
    const last = spans.at(-1);
    if (last?.endMs === startMs) last.endMs = endMs;
    else spans.push({ startMs, endMs });
  });
  return spans;
}

/** Takes the hours after these moments too; false when there are none. */
function extend(
  hours: readonly TrialHour[],
  taken: boolean[],
  ends: readonly number[],
  most: number,
): boolean {
  let isMore = false;
  for (const endMs of ends) {
    const from = hours.findIndex(({ startMs }) => startMs === endMs);
    for (let at = from, n = 0; at >= 0 && at < hours.length && !taken[at] && n < most; at++, n++) {
      taken[at] = true;
      isMore = true;
    }
  }
  return isMore;
}

/** `openEnds`: ends of the spans at which the alarm was on. */
function judge(
  rule: TrialRule,
  spans: readonly Span[],
  { metric, state }: { metric: Numbers; state: Numbers },
) {
  const raised: { startMs: number; endMs: number | null }[] = [];
  const openEnds: number[] = [];
  let progress: AlarmProgress = beginAlarm({ inAlarm: false });
  let [at, stateAt] = [0, -1];
  for (const { startMs, endMs } of spans) {
    const samples: AlarmSample[] = [];
    for (; at < metric.times.length && metric.times[at]! < endMs; at++) {
      const timeMs = metric.times[at]!;
      while (stateAt + 1 < state.times.length && state.times[stateAt + 1]! <= timeMs) stateAt++;
      if (timeMs < startMs) continue;
      const isKnown = stateAt >= 0 && timeMs - state.times[stateAt]! <= MAX_GAP_MS;
      const known = isKnown ? state.values[stateAt]! : null;
      samples.push({ timeMs, value: metric.values[at]!, state: known });
    }
    // As if each sample were judged when it came.
    const judged = judgeAlarm(rule, progress, samples, -Infinity);
    progress = judged.progress;
    for (const { inAlarm, atMs } of judged.changes) {
      if (inAlarm) raised.push({ startMs: atMs, endMs: null });
      else raised.at(-1)!.endMs = atMs;
    }
    if (progress.inAlarm) openEnds.push(endMs);
  }
  return { spans: raised, openEnds };
}

function summed(spans: Trial["spans"], fromMs: number, untilMs: number): Trial {
  const onMs = spans.reduce((sum, { startMs, endMs }) => sum + (endMs ?? untilMs) - startMs, 0);
  return { fromMs, untilMs, raised: spans.length, onMs, spans };
}
