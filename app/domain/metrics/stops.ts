import { SECOND_MS } from "#app/domain/durations.ts";
import type { StateSpan } from "./state-strip.ts";
import type { MachineState } from "./states.ts";

/** Shorter stops are counted, not listed. */
export const MICRO_STOP_MS = 90 * SECOND_MS;

/** Time in which a machine was known not to run. */
export type Stop = {
  startMs: number;
  endMs: number;
  /** The state that it was in for the longest part. */
  state: MachineState;
  /** It lasts to the end of what was read. */
  isOpen: boolean;
};
export type Stops = { stops: Stop[]; micro: { count: number; totalMs: number } };

const isStop = ({ state }: StateSpan): boolean =>
  state !== "running" && state !== "running_and_feeding" && state !== "unknown";

/** The stops in spans that follow each other without gaps (toStateSpans), the newest first. */
export function planStops(spans: readonly StateSpan[], microStopMs = MICRO_STOP_MS): Stops {
  const runs: StateSpan[][] = [];
  let open: StateSpan[] | null = null;
  for (const span of spans) {
    if (!isStop(span)) open = null;
    else if (open === null) runs.push((open = [span]));
    else open.push(span);
  }
  const endMs = spans.at(-1)?.endMs ?? 0;
  const all = runs.map((run) => toStop(run, endMs));
  const micro = all.filter((stop) => !stop.isOpen && lengthOf(stop) < microStopMs);
  return {
    stops: all.filter((stop) => !micro.includes(stop)).reverse(),
    micro: {
      count: micro.length,
      totalMs: micro.reduce((sum, stop) => sum + lengthOf(stop), 0),
    },
  };
}

function toStop(run: readonly StateSpan[], windowEndMs: number): Stop {
  const times = new Map<MachineState, number>();
  for (const span of run) times.set(span.state, (times.get(span.state) ?? 0) + lengthOf(span));
  const [longest] = [...times].sort((a, b) => b[1] - a[1]);
  const endMs = run.at(-1)?.endMs ?? 0;
  return {
    startMs: run[0]?.startMs ?? 0,
    endMs,
    state: longest?.[0] ?? "unknown",
    isOpen: endMs === windowEndMs,
  };
}

const lengthOf = ({ startMs, endMs }: { startMs: number; endMs: number }): number =>
  endMs - startMs;
