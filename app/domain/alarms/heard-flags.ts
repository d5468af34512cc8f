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
 * before it goes off needs the samples after it.
 */
export function withUsual(flags: Numbers, tag: Numbers): Numbers {
  const times: number[] = [];
  const values: number[] = [];
  let at = 0;
  let isUsual = false;
  const takeFlags = (untilMs: number) => {
    for (; at < flags.times.length && flags.times[at]! <= untilMs; at++) {
      times.push(flags.times[at]!);
      values.push(flags.values[at]!);
      isUsual = flags.values[at] === 0;
    }
  };
  for (const timeMs of tag.times) {
    takeFlags(timeMs);
    if (!isUsual || times.at(-1) === timeMs) continue;
    times.push(timeMs);
    values.push(0);
  }
  takeFlags(Infinity);
  return { times: Float64Array.from(times), values: Float64Array.from(values) };
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
