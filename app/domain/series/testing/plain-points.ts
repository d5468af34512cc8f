/**
 * Buckets and means of samples as CONTRACT §4 says them, by plain loops and fractions of whole numbers: what buckets.ts,
 * mean.ts and roll-ups are compared with. Shares no code with them but the last division.
 */
import { maxOf, minOf } from "#app/domain/extremes.ts";
import { ratio } from "#app/domain/series/decimal-sum.ts";
import type { Sample, SampleValue, SeriesPoint } from "#app/domain/series/types.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

type Range = { startMs: number; endMs: number };
type Fraction = [numerator: bigint, denominator: bigint];

const STATES = new Set(["machine_state", "machine_running", "jam_detected"]);
const LAST_COUNTS = new Set(["machine_state"]);

const holdMs = (metric: string, value: SampleValue): number =>
  STATES.has(metric) || typeof value === "string" ? 15 * MINUTE_MS : MINUTE_MS;

/** The decimal that a number stands for, or the double that it is. */
function fractionOf(value: number): Fraction {
  for (let places = 0; places <= 9; places++) {
    const units = Math.round(value * 10 ** places);
    if (Math.abs(units) <= 1e15 && units / 10 ** places === value)
      return [BigInt(units), 10n ** BigInt(places)];
  }
  let denominator = 1n;
  for (; !Number.isInteger(value); value *= 2) denominator *= 2n;
  return [BigInt(value), denominator];
}

function add([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (b % d === 0n) return [a + c * (b / d), b];
  if (d % b === 0n) return [a * (d / b) + c, d];
  return [a * d + c * b, b * d];
}

/** Stretches [fromMs, toMs) of ascending samples of one kind, each with what held; `ends`: when the other kind was sent. */
const stretchesOf = (metric: string, samples: readonly Sample[], ends: readonly number[]) =>
  samples.map(({ timeMs, value }, i) => ({
    value,
    fromMs: timeMs,
    toMs: Math.min(
      samples[i + 1]?.timeMs ?? Infinity,
      ends.find((endMs) => endMs > timeMs) ?? Infinity,
      timeMs + holdMs(metric, value),
    ),
  }));

export function plainMean(
  metric: string,
  samples: readonly Sample[],
  range: Range,
  ends: readonly number[] = [],
): number | null {
  return meanOf(stretchesOf(metric, samples, ends), range);
}

function meanOf(
  stretches: readonly { value: SampleValue; fromMs: number; toMs: number }[],
  { startMs, endMs }: Range,
): number | null {
  let area: Fraction = [0n, 1n];
  let heldMs = 0n;
  for (const { value, fromMs, toMs } of stretches) {
    const ms = Math.min(toMs, endMs) - Math.max(fromMs, startMs);
    if (ms <= 0 || typeof value === "string") continue;
    const [numerator, denominator] = fractionOf(value);
    area = add(area, [numerator * BigInt(ms), denominator]);
    heldMs += BigInt(ms);
  }
  return heldMs === 0n ? null : ratio(area[0], area[1] * heldMs) + 0;
}

const heldWithin = (
  stretches: readonly { value: SampleValue; fromMs: number; toMs: number }[],
  startMs: number,
  endMs: number,
): number =>
  stretches.reduce((sum, { value, fromMs, toMs }) => {
    const ms = Math.min(toMs, endMs) - Math.max(fromMs, startMs);
    return typeof value === "number" && ms > 0 ? sum + ms : sum;
  }, 0);

/** Where each bucket begins, and the end: of equal buckets, or the next whole unit of `snapMs` after that. */
function edgesOf({ startMs, endMs }: Range, buckets: number, snapMs: number): number[] {
  const edges = Array.from({ length: buckets }, (_, i) => {
    const edge = startMs + Math.ceil((i * (endMs - startMs)) / buckets);
    return snapMs === 0 || i === 0 ? edge : Math.ceil(edge / snapMs) * snapMs;
  });
  return [...edges, endMs];
}

/** Of ascending samples of one kind; those before the range hold into it, as `stretchesOf` says. */
export function plainPoints(
  metric: string,
  samples: readonly Sample[],
  range: Range,
  buckets: number,
  { snapMs = 0, always = false, ends = [] as readonly number[] } = {},
): SeriesPoint[] {
  const inside = samples.filter(({ timeMs }) => timeMs >= range.startMs && timeMs < range.endMs);
  const rest = { upper: null, lower: null, adFlag: null };
  if (inside.length <= buckets && !always)
    return inside.map(({ timeMs, value }) => {
      const bound = typeof value === "number" ? value : null;
      return { timeMs, value, min: bound, max: bound, count: 1, ...rest };
    });
  const edges = edgesOf(range, buckets, snapMs);
  const stretches = stretchesOf(metric, samples, ends);
  let [sample, stretch] = [0, 0];
  return edges.slice(0, -1).map((startMs, i) => {
    const endMs = edges[i + 1] as number;
    const own: Sample[] = [];
    while ((inside[sample]?.timeMs ?? Infinity) < endMs) own.push(inside[sample++] as Sample);
    while ((stretches[stretch]?.toMs ?? Infinity) <= startMs) stretch++;
    const held = [];
    for (let at = stretch; (stretches[at]?.fromMs ?? Infinity) < endMs; at++)
      held.push(stretches[at] as (typeof stretches)[number]);
    const isLast = LAST_COUNTS.has(metric) || typeof held[0]?.value === "string";
    const value = isLast ? (held.at(-1)?.value ?? null) : meanOf(held, { startMs, endMs });
    const numbers = own.flatMap((each) => (typeof each.value === "number" ? each.value : []));
    return {
      timeMs: startMs,
      value,
      min: numbers.length === 0 ? null : minOf(numbers),
      max: numbers.length === 0 ? null : maxOf(numbers),
      count: own.length,
      ...rest,
      ...(always ? { heldMs: heldWithin(held, startMs, endMs) } : {}),
      ...(snapMs > 0 ? { endMs } : {}),
    };
  });
}
