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
  /** It lasted already when what was read begins: nobody knows since when, nor how long it was. */
  isOlder: boolean;
};
export type Stops = { stops: Stop[]; micro: { count: number; totalMs: number } };

const isStop = ({ state }: StateSpan): boolean =>
  state !== "running" && state !== "running_and_feeding" && state !== "unknown";

/**
 * The stops in spans that follow each other without gaps (toStateSpans), the newest first. Shorter than the limit, and so
 * only counted, is what was seen to begin and to end within it.
 */
export function planStops(spans: readonly StateSpan[], microStopMs = MICRO_STOP_MS): Stops {
  const runs: StateSpan[][] = [];
  let open: StateSpan[] | null = null;
  for (const span of spans) {
    if (!isStop(span)) open = null;
    else if (open === null) runs.push((open = [span]));
    else open.push(span);
  }
  const range = { startMs: spans[0]?.startMs ?? 0, endMs: spans.at(-1)?.endMs ?? 0 };
  const all = runs.map((run) => toStop(run, range));
  const isMicro = (stop: Stop): boolean =>
    !stop.isOpen && !stop.isOlder && lengthOf(stop) < microStopMs;
  const micro = all.filter(isMicro);
  return {
    stops: all.filter((stop) => !isMicro(stop)).reverse(),
    micro: {
      count: micro.length,
      totalMs: micro.reduce((sum, stop) => sum + lengthOf(stop), 0),
    },
  };
}

function toStop(run: readonly StateSpan[], range: { startMs: number; endMs: number }): Stop {
  const times = new Map<MachineState, number>();
  for (const span of run) times.set(span.state, (times.get(span.state) ?? 0) + lengthOf(span));
  const [longest] = [...times].sort((a, b) => b[1] - a[1]);
  const startMs = run[0]?.startMs ?? 0;
  const endMs = run.at(-1)?.endMs ?? 0;
  return {
    ...{ startMs, endMs, state: longest?.[0] ?? "unknown" },
    ...{ isOpen: endMs === range.endMs, isOlder: startMs === range.startMs },
  };
}

const lengthOf = ({ startMs, endMs }: { startMs: number; endMs: number }): number =>
  endMs - startMs;
