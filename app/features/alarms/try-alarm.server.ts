import type { Db } from "#app/db/client.server.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { tryOnPast, type Span, type TrialHour, type TrialRule } from "#app/domain/alarms/trial.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
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

/**
 * How often a threshold alarm would have been raised in the last 30 days, and when: exact to the sample, as far back as
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
  const tag = rule.arguments.tag_name;
  const hours = await hoursOf(deps, deviceId, tag);
  const startMs = hours[0]!.startMs;
  const keptFromMs = await deps.series.samplesFrom({ deviceId, startMs, endMs: startMs + HOUR_MS });
  const metrics = rule.arguments.machine_states?.length ? [tag, STATE] : [tag];
  const read = async (spans: readonly Span[]) => {
    const asked = spans.map((span) => [span.startMs, span.endMs] as const);
    const found = await deps.series.numbers({ deviceId, metrics, spans: apart(asked) });
    const none = { times: new Float64Array(), values: new Float64Array() };
    return { metric: found[tag] ?? none, state: found[STATE] ?? none };
  };
  // Before the first sample nothing is said, nor where roll-ups are left and no samples.
  const first = hours.findIndex(({ startMs: from, count }) => from >= keptFromMs && count > 0);
  const judged = first < 0 ? hours.slice(-1) : hours.slice(first);
  const tried = await tryOnPast(rule, judged, read, MOST_SAMPLES);
  const points = hours.map(({ startMs: timeMs, value, min, max }) => ({ timeMs, value, min, max }));
  return { ...tried, startMs, points };
}

async function hoursOf(
  { series, now }: Pick<Deps, "series" | "now">,
  deviceId: number,
  tag: string,
): Promise<(TrialHour & { value: number | null })[]> {
  const endMs = Math.floor(now / HOUR_MS + 1) * HOUR_MS;
  const startMs = endMs - PAST_MS;
  const buckets = PAST_MS / HOUR_MS;
  const { points } = await series.steps({ deviceId, metrics: [tag], startMs, endMs, buckets });
  const byTime = new Map((points[tag] ?? []).map((point) => [point.timeMs, point]));
  return Array.from({ length: buckets }, (_, index) => {
    const from = startMs + index * HOUR_MS;
    const { value = null, min = null, max = null, count = 0 } = byTime.get(from) ?? {};
    const mean = typeof value === "number" ? value : null;
    return { startMs: from, endMs: from + HOUR_MS, value: mean, min, max, count };
  });
}

/** Spans that ascend and do not meet, as the reader wants them. */
function apart(spans: readonly (readonly [number, number])[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [startMs, endMs] of spans) {
    const last = merged.at(-1);
    if (last && startMs <= last[1]) last[1] = Math.max(last[1], endMs);
    else merged.push([startMs, endMs]);
  }
  return merged;
}
