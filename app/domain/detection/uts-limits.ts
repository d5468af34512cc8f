/** Where a tag's values end, so that nothing is expected beyond. */
import type { ValueLimits } from "#app/domain/metrics/registry.ts";
import { SIDE } from "./uts-state.ts";

/** On which side of 0 a value is, as a bit. */
export const sideOf = (value: number): number =>
  value < 0 ? SIDE.below : value > 0 ? SIDE.above : SIDE.zero;

/**
 * Puts a bound (in the tag's unit) to where values end: at `limits`, and at 0 for a tag that has rested there and never
 * been beyond. null for a bound that is no number. `sides`: where the tag has been, SIDE's bits.
 */
export function endsOf(limits: ValueLimits, sides: number): (bound: number) => number | null {
  const least = sides === (SIDE.zero | SIDE.above) ? Math.max(0, limits.least) : limits.least;
  const most = sides === (SIDE.zero | SIDE.below) ? Math.min(0, limits.most) : limits.most;
  return (bound) => (Number.isFinite(bound) ? Math.max(least, Math.min(most, bound)) : null);
}

/** The lower bound first, whichever way the unit counts. */
export const inOrder = (
  low: number | null,
  high: number | null,
  unit: number,
): [number | null, number | null] => (unit < 0 ? [high, low] : [low, high]);
