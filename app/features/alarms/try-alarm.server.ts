import type { Db } from "#app/db/client.server.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { heardFlags, withUsual } from "#app/domain/alarms/heard-flags.ts";
import { alarmMetric } from "#app/domain/alarms/judge.ts";
import {
  tryOnPast,
  type ReadSpans,
  type Span,
  type TrialHour,
  type TrialRule,
} from "#app/domain/alarms/trial.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import { maxOf } from "#app/domain/extremes.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { mergeNumbers, type Numbers } from "#app/domain/series/all-samples.ts";
import { subtractWindows } from "#app/domain/series/levels.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { listBooleanTags } from "./alarm-record.server.ts";
import { definitionProblems, isBooleanTag, ownArguments, type NewAlarm } from "./alarm.ts";
import type { TriedAlarm } from "./trial.ts";

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  series: Pick<SeriesReader, "steps" | "numbers" | "samplesFrom">;
};
const PAST_MS = 30 * DAY_MS;
/** Of the hours in which a value may meet it: two weeks and more of one a second. */
const MOST_SAMPLES = 1_500_000;
const STATE = "machine_state";

/** Below it a flag says usual. */
const FLAGGED = 1;

/**
 * How often an alarm about values or anomalies would have been raised in the last 30 days, and when: exact to the sample, as far back as
 * samples are kept and within MOST_SAMPLES of them. Late samples count as if they had come in time. Nothing is stored.
 */
export async function tryAlarm(
  deps: Deps,
  device: number,
  input: Pick<NewAlarm, "function" | "arguments">,
): Promise<TriedAlarm> {
  if (!isPrivileged(deps.actor)) throw new AppError("forbidden");
  const { id: deviceId } = await requireMachine(deps, device);
  const rule = {
    function: input.function,
    arguments: ownArguments(input.function, input.arguments as never),
  };
  const tag = rule.arguments.tag_name;
  const isBoolean = isBooleanTag(tag, await listBooleanTags(deps, deviceId));
  const fields = definitionProblems(rule, isBoolean);
  if (Object.keys(fields).length > 0)
    throw new AppError("validation_failed", { message: "The alarm cannot be tried.", fields });
  return tryRule(deps, deviceId, rule);
}

/** The same of a rule that is whole. */
export async function tryRule(
  deps: Pick<Deps, "series" | "now">,
  deviceId: number,
  rule: TrialRule,
): Promise<TriedAlarm> {
  const hours = await hoursOf(deps, deviceId, rule);
  const { startMs } = hours[0]!;
  const untilMs = hours.at(-1)!.endMs;
  const keptFromMs = await deps.series.samplesFrom({ deviceId, startMs, endMs: startMs + HOUR_MS });
  const points = hours.map(({ startMs: timeMs, drawn }) => ({ timeMs, ...drawn }));
  // Before the first sample, or before a detection looked at them, nothing is said, nor where only roll-ups are left.
  const first = hours.findIndex((hour) => hour.startMs >= keptFromMs && hour.isKnown);
  if (first < 0)
    return { fromMs: untilMs, untilMs, raised: 0, onMs: 0, spans: [], startMs, points };
  const judged = hours.slice(first);
  const read = isAnomaly(rule)
    ? readFlags(deps.series, deviceId, rule, judged)
    : readValues(deps.series, deviceId, rule);
  return { ...(await tryOnPast(rule, judged, read, MOST_SAMPLES)), startMs, points };
}

const isAnomaly = (rule: TrialRule): boolean => rule.function === "anomalous_for_time_period";
const NONE: Numbers = { times: new Float64Array(), values: new Float64Array() };

type Series = Deps["series"];
function readValues(series: Series, deviceId: number, { arguments: wanted }: TrialRule): ReadSpans {
  const metrics = wanted.machine_states?.length ? [wanted.tag_name, STATE] : [wanted.tag_name];
  const numbers = readOnce(series, deviceId, metrics);
  return async (spans) => {
    const found = await numbers(apart(spans));
    return { metric: found[wanted.tag_name] ?? NONE, state: found[STATE] ?? NONE };
  };
}

/** The flags that the alarm would have heard; where it waits before it goes off, with the usual samples after them. */
function readFlags(
  series: Series,
  deviceId: number,
  rule: TrialRule,
  hours: readonly PastHour[],
): ReadSpans {
  const { tag_name: tag, delay_off: delayOff } = rule.arguments;
  const [any, uts, threshold] = [`${tag}_ad_flag`, `${tag}_ad_uts`, `${tag}_ad_threshold`];
  const heard = alarmMetric(rule);
  const by = heard === uts ? "uts" : heard === threshold ? "threshold" : "any";
  const metrics = [any, ...(by === "any" ? [] : [uts, threshold]), ...(delayOff ? [tag] : [])];
  const numbers = readOnce(series, deviceId, metrics);
  return async (spans) => {
    const found = await numbers(apart(spans));
    const of = (name: string): Numbers => found[name] ?? NONE;
    const flags = heardFlags(by, { any: of(any), uts: of(uts), threshold: of(threshold) });
    return { metric: withUsual(flags, of(tag).times, hours), state: NONE };
  };
}

/** Reads what was not read before, and answers all that was: the judgement asks for more of it, round by round. */
function readOnce(series: Series, deviceId: number, metrics: readonly string[]) {
  const all: Record<string, Numbers> = {};
  let read: [number, number][] = [];
  return async (spans: [number, number][]): Promise<Record<string, Numbers>> => {
    const missing = subtractWindows(spans, read);
    if (missing.length > 0) {
      const found = await series.numbers({ deviceId, metrics, spans: missing });
      for (const metric of metrics)
        all[metric] = mergeNumbers(all[metric] ?? NONE, found[metric] ?? NONE);
      const known = [...read, ...missing].map(([startMs, endMs]) => ({ startMs, endMs }));
      read = apart(known.sort((a, b) => a.startMs - b.startMs));
    }
    return all;
  };
}

/** `isKnown`: something is known to judge it by. */
type PastHour = TrialHour & {
  isKnown: boolean;
  drawn: Omit<TriedAlarm["points"][number], "timeMs">;
};

async function hoursOf(
  { series, now }: Pick<Deps, "series" | "now">,
  deviceId: number,
  rule: TrialRule,
): Promise<PastHour[]> {
  const endMs = Math.floor(now / HOUR_MS + 1) * HOUR_MS;
  const startMs = endMs - PAST_MS;
  const buckets = PAST_MS / HOUR_MS;
  const tag = rule.arguments.tag_name;
  const heard = isAnomaly(rule) ? [...new Set([`${tag}_ad_flag`, alarmMetric(rule)])] : [];
  const metrics = [tag, ...heard];
  const { points } = await series.steps({ deviceId, metrics, startMs, endMs, buckets });
  const at = metrics.map(
    (metric) => new Map((points[metric] ?? []).map((point) => [point.timeMs, point])),
  );
  return Array.from({ length: buckets }, (_, index) => {
    const from = startMs + index * HOUR_MS;
    const [own, ...flags] = at.map((byTime) => byTime.get(from) ?? EMPTY);
    const { value, min, max, count, adFlag } = own!;
    const drawn = { value: typeof value === "number" ? value : null, min, max };
    const hour = { startMs: from, endMs: from + HOUR_MS };
    if (flags.length === 0)
      return { ...hour, min, max, count, isKnown: count > 0, drawn: { ...drawn, abnormal: false } };
    const highest = maxOf(flags.map((flag) => flag.max ?? 0));
    return {
      ...hour,
      min: 0,
      max: highest,
      count: flags.reduce((sum, flag) => sum + flag.count, rule.arguments.delay_off ? count : 0),
      isKnown: adFlag !== null || flags.some((flag) => flag.count > 0),
      drawn: { ...drawn, abnormal: highest >= FLAGGED },
    };
  });
}
const EMPTY: Pick<SeriesPoint, "value" | "min" | "max" | "count" | "adFlag"> = {
  ...{ value: null, min: null, max: null, count: 0, adFlag: null },
};

/** Spans that ascend and do not meet, as the reader wants them. */
function apart(spans: readonly Span[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const { startMs, endMs } of spans) {
    const last = merged.at(-1);
    if (last && startMs <= last[1]) last[1] = Math.max(last[1], endMs);
    else merged.push([startMs, endMs]);
  }
  return merged;
}
