/** Whether what comes of a mapped tag is well, by what came in the last hour and in the day before it. */
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { Kind, Sample } from "#app/domain/series/types.ts";
import { isWithin, type NumberRange } from "./type-range.ts";
import { minOf } from "#app/domain/extremes.ts";

/** What came in a stretch of time; null bounds where nothing or only texts did. */
export type Stretch = { count: number; min: number | null; max: number | null };

export type TagFacts = {
  latest: Sample | null;
  /** The last hour by the minute, the newest last. */
  minutes: readonly Stretch[];
  /** Whole hours of the day before. */
  hours: readonly Stretch[];
  /** Those of `hours` whose samples came while they were taken: a history that was sent later may be thinner. */
  liveHours: readonly Stretch[];
  /** Whether the machine ran in the last hour; null when that is not known. */
  hasRun: boolean | null;
  /** What its type says its values are. */
  kind: Kind | null;
  range: NumberRange | null;
};

export type Finding =
  | { code: "never" }
  | { code: "silent"; ageMs: number }
  | { code: "slow" | "fast"; perMinute: number; usual: number }
  | { code: "flat"; value: number }
  | { code: "range"; value: number }
  | { code: "kind"; kind: Kind };
export const FINDING_CODES = ["never", "silent", "slow", "fast", "flat", "range", "kind"] as const;

export type TagHealth = {
  /** Samples a minute over the last ten minutes. */
  perMinute: number;
  /** Of the day before, in an hour like most of those that came live; null with less than six of them. */
  usualPerMinute: number | null;
  findings: Finding[];
};

/** A state that is sent on change only is sent again after this long (held.ts). */
export const SILENT_TAG_MS = 15 * MINUTE_MS;
const RECENT_MINUTES = 10;
/** Hours with samples that a usual rate needs. */
const MIN_HOURS = 6;
/** Rarer tags are sent when they change: their rate says nothing. */
const MIN_RATED = 1;
/** Less than a half is slow; a tag that comes more often is looked at from four times on. */
const SLOW_FACTOR = 2;
const FAST_FACTOR = 4;
/** Samples of the last hour that a flat line needs. */
const MIN_FLAT = 30;

export function judgeTag(facts: TagFacts, nowMs: number): TagHealth {
  const { latest, minutes, hours, liveHours } = facts;
  const recent = minutes.slice(-RECENT_MINUTES);
  const perMinute = sumOf(recent) / RECENT_MINUTES;
  const usualPerMinute = usualOf(liveHours);
  if (latest === null) return { perMinute, usualPerMinute, findings: [{ code: "never" }] };
  const findings: Finding[] = [];
  const ageMs = nowMs - latest.timeMs;
  const isSilent = ageMs > SILENT_TAG_MS;
  if (isSilent) findings.push({ code: "silent", ageMs });
  else if (usualPerMinute !== null && usualPerMinute >= MIN_RATED) {
    if (perMinute * SLOW_FACTOR < usualPerMinute)
      findings.push({ code: "slow", perMinute, usual: usualPerMinute });
    if (perMinute > usualPerMinute * FAST_FACTOR)
      findings.push({ code: "fast", perMinute, usual: usualPerMinute });
  }
  if (!isSilent && facts.hasRun !== false && isFlat(minutes, hours))
    findings.push({ code: "flat", value: latest.value as number });
  const fault = faultOfType(facts);
  if (fault) findings.push(fault);
  return { perMinute, usualPerMinute, findings };
}

const sumOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { count }) => sum + count, 0);

/** The median of the hours in which it came. */
function usualOf(hours: readonly Stretch[]): number | null {
  const counts = hours.map(({ count }) => count).filter((count) => count > 0);
  if (counts.length < MIN_HOURS) return null;
  counts.sort((a, b) => a - b);
  return (counts[counts.length >> 1] as number) / 60;
}

/** One number for the last hour, of a tag that changed in most hours of the day before: a set point that rests is no flat line. */
function isFlat(minutes: readonly Stretch[], hours: readonly Stretch[]): boolean {
  const [min, max] = boundsOf(minutes);
  if (min === null || min !== max || sumOf(minutes) < MIN_FLAT) return false;
  const known = hours.filter((hour) => hour.min !== null);
  const moved = known.filter((hour) => hour.min !== hour.max);
  return known.length >= MIN_HOURS && moved.length * 2 > known.length;
}

function boundsOf(stretches: readonly Stretch[]): [min: number | null, max: number | null] {
  let [min, max]: [number | null, number | null] = [null, null];
  for (const stretch of stretches) {
    if (stretch.count === 0 || stretch.min === null || stretch.max === null) continue;
    min = Math.min(min ?? Infinity, stretch.min);
    max = Math.max(max ?? -Infinity, stretch.max);
  }
  return [min, max];
}

function faultOfType({ latest, minutes, kind, range }: TagFacts): Finding | null {
  if (latest === null || kind === null) return null;
  const value = latest.value;
  if ((typeof value === "number" ? "number" : "text") !== kind) return { code: "kind", kind };
  if (range === null) return null;
  const beyond = [value, ...boundsOf(minutes)].find(
    (each): each is number => typeof each === "number" && !isWithin(each, range),
  );
  return beyond === undefined ? null : { code: "range", value: beyond };
}

/** Tags that need somebody first, the worst of them first; the rest as they stand. */
export function byNeed(a: TagHealth, b: TagHealth): number {
  const rank = ({ findings }: TagHealth) =>
    findings.length === 0
      ? FINDING_CODES.length
      : minOf(findings.map(({ code }) => FINDING_CODES.indexOf(code)));
  return rank(a) - rank(b);
}
