/** Whether somebody looked at what was abnormal, and what of it is newer than that. */
import type { AnnotationJson } from "#app/features/analytics/annotations/annotation.ts";
import type { ReasonJson } from "./reason-json.ts";

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

/** Reasons that say which side of a bound a single value was on; the others speak of means, of movement or of an order. */
const OF_ONE_VALUE: readonly ReasonJson["code"][] = ["level", "hour", "threshold"];

/**
 * The bound that single values were beyond, the newest of the side that more of them were; null where none was. Of the
 * samples themselves: the lowest and highest of a bucket may be of a moment that was as usual, such as a stop.
 */
export function boundOf(
  reasons: readonly ReasonJson[],
): { comp: ">" | "<"; threshold: number } | null {
  const told = reasons.filter(({ code }) => OF_ONE_VALUE.includes(code));
  const highs = told.flatMap(({ observed, high }) =>
    observed !== null && high !== null && observed > high ? [high] : [],
  );
  const lows = told.flatMap(({ observed, low }) =>
    observed !== null && low !== null && observed < low ? [low] : [],
  );
  const isAbove = highs.length >= lows.length;
  const threshold = (isAbove ? highs : lows).at(-1);
  return threshold === undefined
    ? null
    : { comp: isAbove ? ">" : "<", threshold: Number(threshold.toPrecision(6)) };
}
