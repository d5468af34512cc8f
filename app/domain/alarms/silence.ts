/**
 * Whether a machine, a sampler or a tag has been silent for an alarm's period. Judged by the recorder's clock and not by
 * samples, because there are none.
 *
 * - It goes on `period` after it was heard of last, or after the alarm was defined where that is later, at that very moment,
 *   whenever it is looked at: looking twice says the same.
 * - What is found out more than LATE_MS late says that nobody listened (Helios was down, the alarm is new): the period
 *   begins anew. Else each start of Helios would raise the alarm of every machine. Where Helios was up at that moment, only
 *   the recorder's own alarm failed, and what the regular job finds at the machine's next turn is true: LATE_MS more than
 *   the time between two turns. Not later: a computer that slept was up as well.
 * - What lies further ahead than AHEAD_MS was said by a clock that was set back since: the period begins anew.
 * - It goes off when something is heard that is younger than the period.
 */
import { MINUTE_MS } from "#app/domain/durations.ts";
import { AHEAD_MS } from "./set-back.ts";
import type { AlarmChange, AlarmProgress, AlarmRule } from "./judge.ts";

export const LATE_MS = 2 * MINUTE_MS;
/** Between two turns of a machine at the regular job (workers/jobs/wrangler.toml), unless there are too many machines for that. */
export const TURN_EVERY_MS = 5 * MINUTE_MS;
export const isSilenceRule = (rule: Pick<AlarmRule, "function">): boolean =>
  rule.function === "no_data_for_time_period";

/**
 * `heardMs`: when it was heard of last, null for never. Of the progress, `judgedMs` is since when somebody listens and
 * `sinceMs` when it went on. Answers the same progress where nothing changed. `dueMs`: when to look again, Infinity when
 * only something heard can change it. `upSinceMs`: since when Helios takes what machines send; Infinity: not known.
 * `turnEveryMs`: how often the regular job looks at the machine.
 */
export function judgeSilence(
  rule: AlarmRule,
  before: AlarmProgress | undefined,
  heardMs: number | null,
  nowMs: number,
  upSinceMs = Infinity,
  turnEveryMs = TURN_EVERY_MS,
): { progress: AlarmProgress; changes: AlarmChange[]; dueMs: number } {
  const { period, awaits_first: awaitsFirst = false } = rule.arguments;
  const definedAtMs = rule.definedAtMs ?? 0;
  const isKnown = before !== undefined && (before.definedAtMs ?? 0) === definedAtMs;
  let progress: AlarmProgress = isKnown
    ? before
    : {
        judgedMs: definedAtMs,
        sinceMs: null,
        inAlarm: before?.inAlarm ?? rule.inAlarm,
        definedAtMs,
      };
  const isAhead = (ms: number): boolean => ms > nowMs + AHEAD_MS;
  const lastMs = heardMs !== null && isAhead(heardMs) ? 0 : heardMs;
  if (progress.inAlarm) {
    const isHeard = lastMs !== null && lastMs + period > nowMs;
    if (!isHeard) return { progress, changes: [], dueMs: Infinity };
    const sinceMs = progress.sinceMs ?? 0;
    const atMs = isAhead(sinceMs) ? nowMs : Math.max(nowMs, sinceMs + 1);
    progress = { judgedMs: lastMs, sinceMs: null, inAlarm: false, definedAtMs };
    return { progress, changes: [{ inAlarm: false, atMs }], dueMs: lastMs + period };
  }
  if (lastMs === null && awaitsFirst) return { progress, changes: [], dueMs: Infinity };
  if (isAhead(progress.judgedMs)) progress = { ...progress, judgedMs: nowMs };
  let dueMs = Math.max(lastMs ?? 0, progress.judgedMs) + period;
  const lateMs = upSinceMs <= dueMs ? turnEveryMs + LATE_MS : LATE_MS;
  if (nowMs - dueMs > lateMs) {
    progress = { ...progress, judgedMs: nowMs };
    dueMs = nowMs + period;
  }
  if (dueMs > nowMs) return { progress, changes: [], dueMs };
  progress = { ...progress, inAlarm: true, sinceMs: dueMs };
  return { progress, changes: [{ inAlarm: true, atMs: dueMs }], dueMs: Infinity };
}
