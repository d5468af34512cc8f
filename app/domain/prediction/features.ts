/**
 * What a machine's past says about its next hours, as numbers, and the questions that a model learns from. Each feature
 * looks only at whole hours before the moment that it is worked out for. NaN: nobody knows.
 */
import { HORIZON_MINUTES } from "./types.ts";
import type { HourFacts } from "./hour-facts.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
const WEEK_HOURS = 168;
/** Four weeks: longer and a machine that was mended would be held to its past. */
export const PAST_HOURS = 4 * WEEK_HOURS;
const HORIZON_HOURS = HORIZON_MINUTES / 60;
/** A machine that was heard less in the last day is not judged. */
export const MIN_HEARD_MINUTES = 6 * 60;

export const FEATURES = [
  "downs_day",
  "downs_month",
  "hours_since_down",
  "jams_4h",
  "e_stops_day",
  "stops_4h",
  "run_hour",
  "run_day",
  "run_ahead",
  "speed_ratio",
  "speed_spread",
  "hours_since_service",
  "flagged_4h",
] as const;

/** `hours` ascend, the last one ends at `atMs`; missing hours are unknown. `serviceMs`: when work was done, ascending. */
export type Past = { hours: readonly HourFacts[]; atMs: number; serviceMs: readonly number[] };

export function featuresAt({ hours, atMs, serviceMs }: Past): number[] {
  const month = within(hours, atMs, PAST_HOURS);
  const week = within(month, atMs, WEEK_HOURS);
  const day = within(week, atMs, 24);
  const four = within(day, atMs, 4);
  const hour = within(four, atMs, 1)[0];
  const downs = month.flatMap((each) => each.downs);
  const lastDown = downs.at(-1);
  const speeds = week.flatMap(({ speed }) => speed ?? []);
  const service = serviceMs.findLast((timeMs) => timeMs <= atMs);
  return [
    Math.log1p(sum(day, ({ downs: reached }) => reached.length)),
    // So many to begin with that a quiet week is not taken for a promise.
    Math.log((downs.length + 0.5) / (sum(month, ({ on }) => on) / 60 + 10)),
    Math.log1p(
      Math.min(WEEK_HOURS, lastDown === undefined ? Infinity : (atMs - lastDown) / HOUR_MS),
    ),
    Math.log1p(sum(four, ({ jams }) => jams)),
    Math.log1p(sum(day, ({ eStops }) => eStops)),
    Math.log1p(sum(four, ({ stops }) => stops)),
    hour ? share(hour) : NaN,
    runShare(day),
    runShare(sameHours(week, atMs)),
    hour?.speed && speeds.length > 0 ? clamp(hour.speed / mean(speeds) - 1) : NaN,
    hour?.spread ?? NaN,
    service === undefined ? NaN : Math.log1p((atMs - service) / HOUR_MS),
    Math.log1p(sum(four, ({ flagged }) => flagged)),
  ];
}

/** Whether a machine in this state of knowledge is judged at all. */
export const isJudged = (past: Pick<Past, "hours" | "atMs">): boolean => {
  const day = within(past.hours, past.atMs, 24);
  const last = day.at(-1);
  return (
    last?.end === "up" &&
    last.startMs + HOUR_MS === past.atMs &&
    sum(day, ({ heard }) => heard) >= MIN_HEARD_MINUTES
  );
};

/** A question with its answer: whether a downtime was reached within the horizon. */
export type Example = { atMs: number; features: number[]; isDown: boolean };

/** One for each hour of a machine after which the machine was heard for half of the horizon or longer. `hours` ascend. */
export function examplesOf(hours: readonly HourFacts[], serviceMs: readonly number[]): Example[] {
  return hours.flatMap((hour, index) => {
    const atMs = hour.startMs + HOUR_MS;
    const past = {
      hours: hours.slice(Math.max(0, index - PAST_HOURS + 1), index + 1),
      atMs,
      serviceMs,
    };
    const ahead = hours
      .slice(index + 1, index + 1 + HORIZON_HOURS)
      .filter(({ startMs }) => startMs < atMs + HORIZON_HOURS * HOUR_MS);
    if (!isJudged(past) || sum(ahead, ({ heard }) => heard) < HORIZON_MINUTES / 2) return [];
    return [
      { atMs, features: featuresAt(past), isDown: ahead.some(({ downs }) => downs.length > 0) },
    ];
  });
}

const within = (hours: readonly HourFacts[], atMs: number, count: number): HourFacts[] =>
  hours.filter(({ startMs }) => startMs >= atMs - count * HOUR_MS && startMs < atMs);

/** The hours of the week that lie where the horizon lies in its day. */
const sameHours = (week: readonly HourFacts[], atMs: number): HourFacts[] =>
  week.filter(({ startMs }) => {
    const back = Math.round((atMs - startMs) / HOUR_MS) % 24;
    return back === 0 || back > 24 - HORIZON_HOURS;
  });

const sum = (hours: readonly HourFacts[], of: (hour: HourFacts) => number): number =>
  hours.reduce((total, hour) => total + of(hour), 0);
const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;
const share = ({ run, heard }: HourFacts): number => (heard === 0 ? NaN : run / heard);
const runShare = (hours: readonly HourFacts[]): number => {
  const heard = sum(hours, (hour) => hour.heard);
  return heard === 0 ? NaN : sum(hours, ({ run }) => run) / heard;
};
const clamp = (value: number): number => Math.max(-1, Math.min(1, value));
