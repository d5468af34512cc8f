/** What the mappings say of detection, and when two sayings, bounds or steps are the same. */
import { isJudged, type DetectionRules, type DetectionStep } from "#app/domain/detection/rules.ts";
import type { Percentiles, ThresholdBounds } from "#app/domain/detection/threshold.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";

/** A step without its beginning. */
export type StepRules = Omit<DetectionStep, "fromMs">;

export const thresholdOf = (rules: DetectionRules, metric: string): Percentiles | null =>
  Object.hasOwn(rules, metric) ? (rules[metric]?.threshold ?? null) : null;

/** Metrics whose percentiles changed, those with a threshold (`toFind`) and those without (`off`). */
export function changedThresholds(
  before: DetectionRules,
  after: DetectionRules,
): { toFind: string[]; off: string[] } {
  const [toFind, off]: [string[], string[]] = [[], []];
  for (const metric of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const rule = thresholdOf(after, metric);
    if (!isSameThreshold(thresholdOf(before, metric), rule)) (rule ? toFind : off).push(metric);
  }
  return { toFind, off };
}

export const isSameThreshold = (a: Percentiles | null, b: Percentiles | null): boolean =>
  a?.lower === b?.lower && a?.upper === b?.upper;

/** Bounds that stay are the held ones' own objects. */
export function place(
  bounds: Map<string, ThresholdBounds>,
  metric: string,
  found: ThresholdBounds | null,
): void {
  const held = bounds.get(metric);
  if (found === null) bounds.delete(metric);
  else if (held?.lower !== found.lower || held.upper !== found.upper) bounds.set(metric, found);
}

/** `next` has the held bounds' own objects where they stayed. */
export const isSameStep = (held: StepRules, next: StepRules): boolean =>
  held.bounds.size === next.bounds.size &&
  [...next.bounds].every(([metric, bounds]) => held.bounds.get(metric) === bounds) &&
  held.uts.size === next.uts.size &&
  [...next.uts].every((metric) => held.uts.has(metric));

export const rulesOf = (config: RecorderConfig | null): DetectionRules =>
  Object.fromEntries(
    (config?.samplers ?? []).flatMap(({ detection = {} }) => Object.entries(detection)),
  );

export const utsOf = (rules: DetectionRules): Set<string> =>
  new Set(
    Object.entries(rules).flatMap(([metric, { uts }]) => (uts && isJudged(metric) ? [metric] : [])),
  );
