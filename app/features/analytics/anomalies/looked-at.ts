/** Whether somebody looked at what was abnormal, and what of it is newer than that. */
import type { AnnotationJson } from "#app/features/analytics/annotations/annotation.ts";

export type LookedAt = {
  annotation: AnnotationJson;
  /** It was abnormal again after the span that was looked at. */
  isNewSince: boolean;
};
type Line = { tag_name: string; sparkline: readonly (number | null)[] };

/** The newest look at a result; null: nobody did. */
export function lookedAt(
  { tag_name: tag, sparkline }: Line,
  annotations: readonly AnnotationJson[],
  { startMs, endMs }: { startMs: number; endMs: number },
): LookedAt | null {
  const annotation = annotations
    .filter(({ kind, metric }) => kind === "looked_at" && metric === tag)
    .sort((a, b) => Date.parse(b.end_time) - Date.parse(a.end_time))[0];
  if (annotation === undefined) return null;
  const last = sparkline.findLastIndex((share) => share !== null && share > 0);
  const partMs = (endMs - startMs) / Math.max(1, sparkline.length);
  return {
    annotation,
    isNewSince: last >= 0 && startMs + last * partMs >= Date.parse(annotation.end_time),
  };
}

type Bounded = {
  min: number | null;
  max: number | null;
  lower: number | null;
  upper: number | null;
  ad_flag: boolean | null;
};

/** The bound that flagged values were beyond, the newest of the side that more of them were; null where none had one. */
export function boundOf(points: readonly Bounded[]): { comp: ">" | "<"; threshold: number } | null {
  const flagged = points.filter(({ ad_flag }) => ad_flag === true);
  const above = flagged.filter(({ max, upper }) => max !== null && upper !== null && max > upper);
  const below = flagged.filter(({ min, lower }) => min !== null && lower !== null && min < lower);
  const isAbove = above.length >= below.length;
  const threshold = isAbove ? above.at(-1)?.upper : below.at(-1)?.lower;
  return threshold === undefined || threshold === null
    ? null
    : { comp: isAbove ? ">" : "<", threshold: Number(threshold.toPrecision(6)) };
}
