/**
 * The least and the most of however many numbers. `Math.min(...values)` puts each one on the stack, and throws a RangeError
 * where there are too many of them; a lint rule forbids it where nobody bounds them.
 */

/** Infinity of none; NaN where one is. */
export function minOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** -Infinity of none; NaN where one is. */
export function maxOf(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}
