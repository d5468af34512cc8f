import { DAY_MS } from "#app/domain/durations.ts";
import type { BurnPoint } from "./burn.ts";

/** A long weekend is no news. */
const LEAST_MS = 4 * DAY_MS;

/**
 * Until when nothing burned since the work, where that is longer than four days: the machine stood still, or no samples of it
 * were kept, which the line alone does not tell apart. null: it burned earlier. Points ascend.
 */
export function flatUntil(points: readonly BurnPoint[]): number | null {
  const first = points[0];
  const last = points.findLast(({ value }) => value === 100);
  if (!first || !last) return null;
  return last.timeMs - first.timeMs > LEAST_MS ? last.timeMs : null;
}
