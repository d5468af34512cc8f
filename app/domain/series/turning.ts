/** How long a machine turned in each step of its speed: by its states, for the step itself knows only its mean. */
import { isRunning } from "#app/domain/metrics/states.ts";
import type { Grid } from "./grid.ts";
import type { StateChange } from "./state-changes.ts";

/** Of a step in which it also stood, and never so short that it had to be faster than it ever was. Without states nobody knows. */
export function withTurning(grid: Grid, states: readonly StateChange[]): Grid {
  if (states.length === 0) return grid;
  const { startMs, stepMs, buckets, untilMs = Infinity } = grid;
  return {
    ...grid,
    buckets: buckets.map((bucket, step) => {
      if (bucket === null || bucket.mean <= 0 || bucket.min > 0) return bucket;
      const { mean, max, heldMs } = bucket;
      const fromMs = startMs + step * stepMs;
      const ranMs = runningMs(states, fromMs, Math.min(fromMs + stepMs, untilMs));
      const turnedMs = Math.round(Math.min(heldMs, Math.max(ranMs, (mean * heldMs) / max)));
      return turnedMs > 0 && turnedMs < heldMs ? { ...bucket, turnedMs } : bucket;
    }),
  };
}

const runningMs = (states: readonly StateChange[], fromMs: number, toMs: number): number =>
  states.reduce((sum, { timeMs, code }, index) => {
    if (!isRunning(code)) return sum;
    const endMs = Math.min(states[index + 1]?.timeMs ?? Infinity, toMs);
    return sum + Math.max(0, endMs - Math.max(timeMs, fromMs));
  }, 0);
