import { SECOND_MS } from "#app/domain/durations.ts";
import type { StateSpan } from "./spans.ts";
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
  /** It lasted already when the machine was first heard, or heard again: nobody knows since when, nor how long it was. */
  isOlder: boolean;
  /** The machine was not heard any more after it: nobody knows when it ended. */
  isUnheard: boolean;
};
export type Stops = {
  stops: Stop[];
  micro: { count: number; totalMs: number };
  /** It lasts, and is still shorter than the limit: nobody knows yet which of both it will be. */
  young: Stop | null;
};

const isStop = (span: StateSpan | undefined): boolean =>
  span !== undefined &&
  span.state !== "running" &&
  span.state !== "running_and_feeding" &&
  span.state !== "unknown";

/** Of which begin and end are known. */
export const isSeenWhole = ({ isOpen, isOlder, isUnheard }: Stop): boolean =>
  !isOpen && !isOlder && !isUnheard;

/**
 * The stops in spans that follow each other without gaps (toStateSpans), the newest first. Shorter than the limit, and so
 * only counted, is what was seen to begin and to end within it; one that lasts is listed once it is as long.
 */
export function planStops(spans: readonly StateSpan[], microStopMs = MICRO_STOP_MS): Stops {
  const all: Stop[] = [];
  for (let from = 0, to = 0; from < spans.length; from = to + 1) {
    for (to = from; isStop(spans[to]); to++);
    if (to > from) all.push(toStop(spans.slice(from, to), spans[from - 1], spans[to]));
  }
  const isShort = (stop: Stop): boolean =>
    !stop.isOlder && !stop.isUnheard && lengthOf(stop) < microStopMs;
  const micro = all.filter((stop) => isShort(stop) && !stop.isOpen);
  return {
    stops: all.filter((stop) => !isShort(stop)).reverse(),
    micro: {
      count: micro.length,
      totalMs: micro.reduce((sum, stop) => sum + lengthOf(stop), 0),
    },
    young: all.find((stop) => isShort(stop) && stop.isOpen) ?? null,
  };
}

function toStop(
  run: readonly StateSpan[],
  before: StateSpan | undefined,
  after: StateSpan | undefined,
): Stop {
  const times = new Map<MachineState, number>();
  for (const span of run) times.set(span.state, (times.get(span.state) ?? 0) + lengthOf(span));
  const [longest] = [...times].sort((a, b) => b[1] - a[1]);
  const startMs = run[0]?.startMs ?? 0;
  const endMs = run.at(-1)?.endMs ?? 0;
  return {
    ...{ startMs, endMs, state: longest?.[0] ?? "unknown" },
    isOpen: after === undefined,
    isOlder: before === undefined || before.state === "unknown",
    isUnheard: after?.state === "unknown",
  };
}

const lengthOf = ({ startMs, endMs }: { startMs: number; endMs: number }): number =>
  endMs - startMs;
