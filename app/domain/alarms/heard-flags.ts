/** What an anomaly alarm would have listened to in the past, made of what is stored beside its tag. */
import { HOUR_MS } from "#app/domain/durations.ts";
import { firstAtOrAfter } from "#app/domain/series/clip.ts";
import type { Numbers } from "#app/domain/series/all-samples.ts";

/** Stored flags of a tag: `any` of all detections, or as its sampler sent it; the others by which detection. */
export type StoredFlags = { any: Numbers; uts: Numbers; threshold: Numbers };
export type HeardBy = "any" | "uts" | "threshold";

/**
 * The flags that the recorder's alarm heard (alarm-watch.ts): those of its detection, and in an hour in which the sampler
 * sent the flag itself, that one. What is stored does not say who made it; what the detections made follows from theirs.
 */
export function heardFlags(by: HeardBy, flags: StoredFlags): Numbers {
  if (by === "any") return flags.any;
  const parts: Numbers[] = [];
  for (const hourMs of hoursOf(flags)) {
    const any = within(flags.any, hourMs);
    const [uts, threshold] = [within(flags.uts, hourMs), within(flags.threshold, hourMs)];
    const isSent = any.times.length > 0 && !isMadeOf(any, uts, threshold);
    parts.push(isSent ? any : by === "uts" ? uts : threshold);
  }
  return joined(parts);
}

/**
 * Flags with the tag's own samples where a flag said that it was usual again: a flag says so once, and an alarm that waits
 * before it goes off needs the samples after it. Only the samples of `hours` (ascending) that are known to be judged count.
 */
export function withUsual(
  flags: Numbers,
  tagTimes: Float64Array,
  hours: readonly { startMs: number; endMs: number; isKnown: boolean }[],
): Numbers {
  if (tagTimes.length === 0) return flags;
  const most = flags.times.length + tagTimes.length;
  const [times, values] = [new Float64Array(most), new Float64Array(most)];
  let [length, at] = [0, 0];
  let isUsual = false;
  const takeFlags = (untilMs: number): void => {
    for (; at < flags.times.length && flags.times[at]! <= untilMs; at++, length++) {
      times[length] = flags.times[at]!;
      values[length] = flags.values[at]!;
      isUsual = flags.values[at] === 0;
    }
  };
  for (const { startMs, endMs, isKnown } of hours) {
    if (!isKnown) continue;
    const end = firstAtOrAfter(tagTimes, endMs);
    for (let tag = firstAtOrAfter(tagTimes, startMs); tag < end; tag++) {
      const timeMs = tagTimes[tag]!;
      takeFlags(timeMs);
      if (isUsual && (length === 0 || times[length - 1] !== timeMs)) times[length++] = timeMs;
    }
  }
  takeFlags(Infinity);
  return { times: times.subarray(0, length), values: values.subarray(0, length) };
}

function hoursOf(flags: StoredFlags): number[] {
  const hours = new Set<number>();
  for (const { times } of Object.values(flags))
    for (const timeMs of times) hours.add(Math.floor(timeMs / HOUR_MS) * HOUR_MS);
  return [...hours].sort((a, b) => a - b);
}

function within({ times, values }: Numbers, hourMs: number): Numbers {
  const [from, to] = [firstAtOrAfter(times, hourMs), firstAtOrAfter(times, hourMs + HOUR_MS)];
  return { times: times.subarray(from, to), values: values.subarray(from, to) };
}

/** Whether a sample stands wherever a detection's does, 1 where one of them is, and nowhere else. */
function isMadeOf(any: Numbers, uts: Numbers, threshold: Numbers): boolean {
  let [u, t] = [0, 0];
  for (let at = 0; at < any.times.length; at++) {
    const timeMs = any.times[at]!;
    const isUts = uts.times[u] === timeMs;
    const isThreshold = threshold.times[t] === timeMs;
    if (!isUts && !isThreshold) return false;
    const found = Math.max(isUts ? uts.values[u++]! : 0, isThreshold ? threshold.values[t++]! : 0);
    if (found !== any.values[at]) return false;
  }
  return u === uts.times.length && t === threshold.times.length;
}

function joined(parts: readonly Numbers[]): Numbers {
  const length = parts.reduce((sum, { times }) => sum + times.length, 0);
  const all = { times: new Float64Array(length), values: new Float64Array(length) };
  let at = 0;
  for (const { times, values } of parts) {
    all.times.set(times, at);
    all.values.set(values, at);
    at += times.length;
  }
  return all;
}
