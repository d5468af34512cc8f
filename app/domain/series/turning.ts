/** How long a machine turned in each step of its speed: by its states, for the step itself knows only its mean. */
import { isRunning } from "#app/domain/metrics/states.ts";
import type { Grid } from "./grid.ts";
import type { StateChange } from "./state-changes.ts";

/** `states` ascend. Of a step in which it also stood, and never so short that it had to be faster than it ever was. Without states nobody knows. */
export function withTurning(grid: Grid, states: readonly StateChange[]): Grid {
  if (states.length === 0) return grid;
  const { startMs, stepMs, buckets, untilMs = Infinity } = grid;
  /** The last one at the step's start, or the first of all: steps ascend, and each state is passed once. */
  let at = 0;
  return {
    ...grid,
    buckets: buckets.map((bucket, step) => {
      if (bucket === null || bucket.mean <= 0 || bucket.min > 0) return bucket;
      const { mean, max, heldMs } = bucket;
      const fromMs = startMs + step * stepMs;
      while ((states[at + 1]?.timeMs ?? Infinity) <= fromMs) at++;
      const ranMs = runningMs(states, at, fromMs, Math.min(fromMs + stepMs, untilMs));
      const turnedMs = Math.round(Math.min(heldMs, Math.max(ranMs, (mean * heldMs) / max)));
      return turnedMs > 0 && turnedMs < heldMs ? { ...bucket, turnedMs } : bucket;
    }),
  };
}

/** From the state at index `at` on. */
function runningMs(
  states: readonly StateChange[],
  at: number,
  fromMs: number,
  toMs: number,
): number {
  let sum = 0;
  for (let index = at; index < states.length; index++) {
    const { timeMs, code } = states[index] as StateChange;
    if (timeMs >= toMs) break;
    if (!isRunning(code)) continue;
    const endMs = Math.min(states[index + 1]?.timeMs ?? Infinity, toMs);
    sum += Math.max(0, endMs - Math.max(timeMs, fromMs));
  }
  return sum;
}
