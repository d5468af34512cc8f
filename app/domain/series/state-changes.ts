/**
 * The states a machine went through. Each hour's are kept as its first one, every change, and what lies on both sides of
 * a silence, so that an hour can be replaced alone; a machine in production changes some tens of times an hour.
 */
import { STATE_HOLD_MS, toStateCode, UNKNOWN_STATE } from "#app/domain/metrics/states.ts";
import { floorTo } from "./levels.ts";
import type { Column } from "./types.ts";
import { MINUTE_MS, DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

/** `isSilent`: the state is unknown because nothing was heard for STATE_HOLD_MS. */
export type StateChange = { timeMs: number; code: number; isSilent?: true };
/** `isLast`: the last sample of its hour, or before a silence in it. */
export type KeptState = { timeMs: number; code: number; isLast?: true };

/** States of one answer. A range with more of them answers the one at the end of each minute, hour or day. */
export const MAX_STATES = 5000;
const COARSER = [MINUTE_MS, HOUR_MS, DAY_MS];

/** Of a machine_state column the first state of every hour, every change, and the samples on both sides of a silence. */
export function statesOf(column: Column | undefined): KeptState[] {
  const states: KeptState[] = [];
  if (!column) return states;
  const { times, values } = column;
  const isHeardOn = (from: number, to: number | undefined): boolean =>
    to !== undefined && hourOf(from) === hourOf(to) && to - from <= STATE_HOLD_MS;
  for (let i = 0; i < times.length; i++) {
    const timeMs = times[i] as number;
    const code = toStateCode(values[i] as number | string);
    const before = times[i - 1];
    const isNew =
      before === undefined || states.at(-1)?.code !== code || !isHeardOn(before, timeMs);
    const isLast = !isHeardOn(timeMs, times[i + 1]);
    if (isNew || isLast) states.push({ timeMs, code, ...(isLast && { isLast }) });
  }
  return states;
}

const hourOf = (timeMs: number): number => floorTo(timeMs, HOUR_MS);

/**
 * The states of hours, ascending, with each silence up to endMs: a state holds for STATE_HOLD_MS after the last sample
 * that said it. Hours that were kept before they told their last sample may have been heard up to their end, or up to
 * `heardMs(hourMs)` where that is known.
 */
export function withSilences(
  states: readonly KeptState[],
  endMs: number,
  heardMs: (hourMs: number) => number | undefined = () => undefined,
): StateChange[] {
  return states.flatMap(({ timeMs, code, isLast }, index): StateChange[] => {
    const hourMs = hourOf(timeMs);
    const next = states[index + 1]?.timeMs ?? endMs;
    const change = { timeMs, code };
    if (!isLast && hourOf(next) === hourMs) return [change];
    const lastMs = isLast ? timeMs : Math.max(timeMs, heardMs(hourMs) ?? hourMs + HOUR_MS);
    const silentMs = lastMs + STATE_HOLD_MS;
    return silentMs < next
      ? [change, { timeMs: silentMs, code: UNKNOWN_STATE, isSilent: true }]
      : [change];
  });
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
  const held = before && inside[0]?.timeMs !== startMs ? [{ ...before, timeMs: startMs }] : [];
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

/** Set in the four bits of a code, which is at most 6, where `isLast`. */
const LAST_BIT = 8;

/** States of one day as bytes, four each: four bits for the code and 28 for the millisecond of the day. */
export function packStates(states: readonly KeptState[], dayMs: number): Uint8Array {
  const out = new Uint8Array(states.length * 4);
  const view = new DataView(out.buffer);
  states.forEach(({ timeMs, code, isLast }, index) =>
    view.setUint32(index * 4, (code + 1 + (isLast ? LAST_BIT : 0)) * 2 ** 28 + (timeMs - dayMs)),
  );
  return out;
}

export function unpackStates(bytes: ArrayBuffer, dayMs: number): KeptState[] {
  const view = new DataView(bytes);
  return Array.from({ length: bytes.byteLength / 4 }, (_, index) => {
    const packed = view.getUint32(index * 4);
    const bits = Math.floor(packed / 2 ** 28);
    const isLast = bits >= LAST_BIT;
    return {
      timeMs: dayMs + (packed % 2 ** 28),
      code: (isLast ? bits - LAST_BIT : bits) - 1,
      ...(isLast && { isLast }),
    };
  });
}
