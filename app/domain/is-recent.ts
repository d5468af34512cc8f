/**
 * Whether less than `withinMs` has passed since. Workers have no clock that nobody sets (decision 175): of a time that lies
 * ahead the clock was set back, and nobody knows how long ago it was, so it is not recent.
 */
export const isRecent = (atMs: number, nowMs: number, withinMs: number): boolean =>
  atMs <= nowMs && nowMs - atMs < withinMs;
