/** What is judged of a machine: per mapped metric, what its mapping says. */
import { findMetric } from "#app/domain/metrics/registry.ts";
import type { Percentiles, ThresholdBounds } from "./threshold.ts";

/** `threshold`: null when it is off. */
export type DetectionRule = { threshold: Percentiles | null; uts: boolean };
/** By metric. */
export type DetectionRules = Record<string, DetectionRule>;

/** What holds from a moment (Unix ms) until the next step: the bounds of metrics with threshold detection, and which ones UTS judges. */
export type DetectionStep = {
  fromMs: number;
  bounds: ReadonlyMap<string, ThresholdBounds>;
  uts: ReadonlySet<string>;
};

/** Text, states and other codes, and yes or no are not judged by their size. */
export function isJudged(metric: string): boolean {
  const type = findMetric(metric)?.type;
  return type === undefined || type === "float" || type === "percentage";
}
