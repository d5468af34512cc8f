import {
  isRunning,
  STATE_HOLD_MS,
  toMachineState,
  toStateCode,
  UNKNOWN_STATE,
  type MachineState,
} from "./states.ts";

export type StateSpan = { state: MachineState; startMs: number; endMs: number };

/**
 * Spans that cover [startMs, endMs) without gaps. Changes are ascending and may begin before the window;
 * before the first one the state is unknown.
 */
export function toStateSpans(
  changes: readonly { timeMs: number; code: number }[],
  startMs: number,
  endMs: number,
): StateSpan[] {
  const spans: StateSpan[] = [];
  let state: MachineState = "unknown";
  let from = startMs;
  const close = (until: number) => {
    if (until <= from) return;
    const last = spans.at(-1);
    if (last?.state === state) last.endMs = until;
    else spans.push({ state, startMs: from, endMs: until });
    from = until;
  };
  for (const change of changes) {
    if (change.timeMs >= endMs) break;
    close(Math.max(startMs, change.timeMs));
    state = toMachineState(change.code);
  }
  close(endMs);
  return spans;
}

/** The strip of a window: the states that were read, and the one of now where it came after them, for as long as it holds. */
export function stripSpans(
  changes: readonly { timeMs: number; code: number }[],
  { value, timeMs }: { value: number | string | null; timeMs: number | null },
  { startMs, endMs }: { startMs: number; endMs: number },
): StateSpan[] {
  const last = changes.at(-1);
  if (value === null || timeMs === null || timeMs < (last?.timeMs ?? 0))
    return toStateSpans(changes, startMs, endMs);
  const now = { timeMs, code: toStateCode(value) };
  const silence = { timeMs: timeMs + STATE_HOLD_MS, code: UNKNOWN_STATE };
  return toStateSpans([...changes, now, silence], startMs, endMs);
}

/** Share of the window per state, largest first. */
export function stateShares(spans: readonly StateSpan[]): { state: MachineState; share: number }[] {
  const total = spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0);
  if (total === 0) return [];
  const byState = new Map<MachineState, number>();
  for (const span of spans)
    byState.set(span.state, (byState.get(span.state) ?? 0) + span.endMs - span.startMs);
  return [...byState]
    .map(([state, ms]) => ({ state, share: ms / total }))
    .sort((a, b) => b.share - a.share);
}

/** Shares of one whole as whole percents that add up to 100 (largest remainders); below one: 0. Of shares from 0 to 1. */
export function wholePercents(shares: readonly number[]): number[] {
  const percents = shares.map((share) => Math.floor(share * 100));
  const left =
    Math.round(shares.reduce((sum, share) => sum + share, 0) * 100) -
    percents.reduce((total, one) => total + one, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share * 100 - percents[index]! }))
    .filter(({ index }) => percents[index]! > 0)
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, left)) percents[index]!++;
  return percents;
}

/** Running (states 3 and 4) and not running (all others) over [startMs, endMs); nothing where no state is known. */
export function toRunningSpans(
  changes: readonly { timeMs: number; code: number }[],
  startMs: number,
  endMs: number,
): { startMs: number; endMs: number; isRunning: boolean }[] {
  const spans: { startMs: number; endMs: number; isRunning: boolean }[] = [];
  changes.forEach(({ timeMs, code }, index) => {
    const from = Math.max(startMs, timeMs);
    const until = Math.min(endMs, changes[index + 1]?.timeMs ?? endMs);
    if (until <= from || code < 0) return;
    const last = spans.at(-1);
    if (last?.isRunning === isRunning(code) && last.endMs === from) last.endMs = until;
    else spans.push({ startMs: from, endMs: until, isRunning: isRunning(code) });
  });
  return spans;
}

/** One of them in words: what there is a little of is not nothing, and what has others beside it is not all. */
export function percentText(
  percents: readonly number[],
  index: number,
  percentOf: (percent: number) => string,
): string {
  const percent = percents[index]!;
  if (percent === 0) return `< ${percentOf(1)}`;
  return percent === 100 && percents.length > 1 ? `> ${percentOf(99)}` : percentOf(percent);
}
