/**
 * The states a machine went through. Each hour's are kept as its first one and every change, so that an hour can
 * be replaced alone; a machine in production changes some tens of times an hour.
 */
import { toStateCode } from "#app/domain/metrics/states.ts";
import { firstAtOrAfter } from "./clip.ts";
import { floorTo } from "./levels.ts";
import type { Column } from "./types.ts";
import { MINUTE_MS, DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export type StateChange = { timeMs: number; code: number };

/** States of one answer. A range with more of them answers the one at the end of each minute, hour or day. */
export const MAX_STATES = 5000;
const COARSER = [MINUTE_MS, HOUR_MS, DAY_MS];

/** The first state of every hour of a machine_state column, and every change. */
export function statesOf(column: Column | undefined): StateChange[] {
  const states: StateChange[] = [];
  if (!column) return states;
  for (let i = 0; i < column.times.length; i++) {
    const timeMs = column.times[i] as number;
    const code = toStateCode(column.values[i] as number | string);
    const last = states[states.length - 1];
    if (
      last === undefined ||
      last.code !== code ||
      floorTo(last.timeMs, HOUR_MS) !== floorTo(timeMs, HOUR_MS)
    )
      states.push({ timeMs, code });
  }
  return states;
}

/** The state at or before the time in an ascending column; null when there is none. */
export function stateAt(column: Column | undefined, timeMs: number): StateChange | null {
  if (!column) return null;
  const index = firstAtOrAfter(column.times, timeMs + 1) - 1;
  return index < 0
    ? null
    : {
        timeMs: column.times[index] as number,
        code: toStateCode(column.values[index] as number | string),
      };
}

/**
 * The changes of [startMs, endMs) from the states of its hours, in any order, at most MAX_STATES: the state held at
 * startMs, at that time, and then every change.
 */
export function changesWithin(
  states: readonly StateChange[],
  before: StateChange | null,
  startMs: number,
  endMs: number,
): StateChange[] {
  const inside = states
    .filter(({ timeMs }) => timeMs >= startMs && timeMs < endMs)
    .sort((a, b) => a.timeMs - b.timeMs);
  const held =
    before && inside[0]?.timeMs !== startMs ? [{ timeMs: startMs, code: before.code }] : [];
  let changes = withoutRepeats([...held, ...inside]);
  for (const unitMs of COARSER) {
    if (changes.length <= MAX_STATES) break;
    changes = lastOfUnits(changes, unitMs);
  }
  return changes;
}

const withoutRepeats = (states: readonly StateChange[]): StateChange[] =>
  states.filter(({ code }, i) => states[i - 1]?.code !== code);

/** The state at the end of each unit, told when it began; repeats left out. */
const lastOfUnits = (changes: readonly StateChange[], unitMs: number): StateChange[] =>
  withoutRepeats(
    changes.filter(
      ({ timeMs }, i) =>
        i === 0 || floorTo(changes[i + 1]?.timeMs ?? Infinity, unitMs) !== floorTo(timeMs, unitMs),
    ),
  );

/** States of one day as bytes, four each: four bits for the code and 28 for the millisecond of the day. */
export function packStates(states: readonly StateChange[], dayMs: number): Uint8Array {
  const out = new Uint8Array(states.length * 4);
  const view = new DataView(out.buffer);
  states.forEach(({ timeMs, code }, index) =>
    view.setUint32(index * 4, (code + 1) * 2 ** 28 + (timeMs - dayMs)),
  );
  return out;
}

export function unpackStates(bytes: ArrayBuffer, dayMs: number): StateChange[] {
  const view = new DataView(bytes);
  return Array.from({ length: bytes.byteLength / 4 }, (_, index) => {
    const packed = view.getUint32(index * 4);
    return { timeMs: dayMs + (packed % 2 ** 28), code: Math.floor(packed / 2 ** 28) - 1 };
  });
}
