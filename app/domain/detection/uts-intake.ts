/**
 * What becomes of a sample before it is judged: its time and the usual step, the place of the machine's state, the rate
 * of a counter, how long the value stands still.
 */
import {
  AT_SLOTS,
  D,
  forgetModel,
  SLOT,
  SLOT_SIZE,
  SLOTS,
  VALUE_SLOTS,
  type UtsState,
} from "./uts-state.ts";
import { levelOf } from "./uts-levels.ts";

const [FLAT_TIMES, FLAT_ROWS, FLAT_CHANGES, REST_VALUE_TIMES] = [3, 30, 50, 4];
/** For so many samples after a change of state a tag, such as a temperature, is on its way: its level then is known by itself. */
const EARLY_ROWS = 6;
const [SETTLE_ROWS, SLOT_LEARN_ROWS, SLOT_MEMORY] = [3, 30, 2_000];
const [COUNTER_ROWS, COUNTER_STEPS] = [100, 50];

/** Takes a sample's time; `dt` ms after the one before. */
export function takeTime(state: UtsState, timeMs: number, dt: number, isFirst: boolean): void {
  const { d } = state;
  if (isFirst) d[D.firstMs] = timeMs;
  d[D.seen]! += 1;
  d[D.lastMs] = timeMs;
  if (dt === 0) return;
  const step = d[D.stepMs]!;
  const factor = d[D.seen]! < 50 ? 1.2 : 1.02;
  d[D.stepMs] = step === 0 ? dt : dt > step ? step * factor : dt < step ? step / factor : step;
}

/**
 * The slot of this machine state, or of the level nearest to x where no state is told; 0 with neither. Right after a
 * change of state a tag settles; after one of level it does not.
 */
export function takeSlot(
  state: UtsState,
  machineState: number | null,
  x: number,
  isFirst: boolean,
): number {
  const { d, f } = state;
  const slot =
    machineState === null
      ? levelOf(state, x)
      : 1 + (Math.abs(Math.trunc(machineState)) % (SLOTS - 1));
  if (slot !== d[D.slot]) {
    const left = AT_SLOTS + d[D.slot]! * SLOT_SIZE + SLOT.longestRun;
    f[left] = Math.max(f[left]!, d[D.run]!);
    d[D.slot] = slot;
    d[D.inState] = isFirst ? EARLY_ROWS : 0;
    d[D.settle] = isFirst || d[D.levels] !== 0 ? 0 : SETTLE_ROWS;
    d[D.run] = 0;
  } else {
    d[D.inState]! += 1;
    if (d[D.settle]! > 0) d[D.settle]! -= 1;
  }
  return slot;
}

/**
 * The change per usual step. A tag that only grew or only fell for a hundred samples is a counter, judged by its
 * rate; null at the sample where it starts over. Two falls in a row of one that grew: it is none.
 */
export function rateOf(state: UtsState, change: number, dt: number, stepMs: number): number | null {
  const { d } = state;
  if (change > 0) d[D.ups]! += 1;
  if (change < 0) d[D.downs]! += 1;
  if (d[D.counts] === 0 && d[D.seen] === COUNTER_ROWS) {
    const [ups, downs] = [d[D.ups]!, d[D.downs]!];
    if (Math.max(ups, downs) >= COUNTER_STEPS && Math.min(ups, downs) <= 1) {
      d[D.counts] = ups > downs ? 1 : -1;
      forgetModel(state);
    }
  }
  if (d[D.counts] === 0) return 0;
  if (change * d[D.counts]! >= 0) return dt > 0 ? (change * stepMs) / dt : d[D.lastY]!;
  if (d[D.seen]! - d[D.resetRow]! <= 2) {
    d[D.counts] = 0;
    forgetModel(state);
  } else d[D.resetRow] = d[D.seen]!;
  return null;
}

/** How long the value has not moved, against what is usual in this machine state: from 1 on it is dead. */
export function takeRun(
  state: UtsState,
  x: number,
  change: number,
  isFirst: boolean,
  slot: number,
): number {
  const { d, f } = state;
  const at = AT_SLOTS + slot * SLOT_SIZE;
  const stuck = takeStuck(state, x, change, isFirst);
  if (change !== 0 || isFirst || d[D.settle] !== 0) {
    if (change !== 0 && d[D.settle] === 0) f[at + SLOT.changes]! += 1;
    if (d[D.run]! > f[at + SLOT.longestRun]!) {
      f[at + SLOT.longestRun] = d[D.run]!;
      d[D.runValue] = x - change;
    }
    d[D.run] = 0;
    if (change !== 0 || isFirst) d[D.runTold] = 0;
    return stuck;
  }
  d[D.run]! += 1;
  if (f[at + SLOT.changes]! < FLAT_CHANGES) return stuck;
  const usual = f[at + SLOT.longestRun]! * (x === d[D.runValue] ? REST_VALUE_TIMES : 1);
  return Math.max(stuck, d[D.run]! / (FLAT_TIMES * usual + FLAT_ROWS));
}

/** The same whatever the machine does: a sensor that sticks while states come and go stands still in none of them for long. */
function takeStuck({ d }: UtsState, x: number, change: number, isFirst: boolean): number {
  if (change !== 0 || isFirst) {
    if (d[D.stuck]! > d[D.stuckMost]!) {
      d[D.stuckMost] = d[D.stuck]!;
      d[D.stuckValue] = x - change;
    }
    d[D.stuck] = 0;
    return 0;
  }
  d[D.stuck]! += 1;
  if (d[D.ups]! + d[D.downs]! < FLAT_CHANGES) return 0;
  const usual = d[D.stuckMost]! * (x === d[D.stuckValue] ? REST_VALUE_TIMES : 1);
  return d[D.stuck]! / (FLAT_TIMES * usual + FLAT_ROWS);
}

/** Level and spread in this machine state, early or later in it, or at this level; a spread of 0 while too little is known or the tag settles. */
export function takeSlotValue(state: UtsState, own: number, raw: number): [number, number] {
  const { d, f } = state;
  const isEarly = d[D.inState]! < EARLY_ROWS && d[D.levels] === 0;
  const slot = isEarly ? own + SLOTS : own;
  const at = AT_SLOTS + slot * SLOT_SIZE;
  const [center, count] = [f[at + SLOT.level]!, f[at + SLOT.count]!];
  const spread = Math.max(f[at + SLOT.spread]!, widestSpread(state) / 10) || 1;
  if (d[D.settle]! > 0) return [center, 0];
  const rate = Math.max(1 / (count + 1), 1 / SLOT_MEMORY);
  f[at + SLOT.count] = Math.min(count + 1, 1e6);
  f[at + SLOT.level]! += (raw - center) * rate;
  f[at + SLOT.spread]! += (Math.abs(raw - f[at + SLOT.level]!) - f[at + SLOT.spread]!) * rate;
  return [center, count < SLOT_LEARN_ROWS ? 0 : spread];
}

function widestSpread(state: UtsState): number {
  const { f } = state;
  let widest = 0;
  for (let slot = 1; slot < VALUE_SLOTS; slot++) {
    const at = AT_SLOTS + slot * SLOT_SIZE;
    if (f[at + SLOT.count]! >= SLOT_LEARN_ROWS) widest = Math.max(widest, f[at + SLOT.spread]!);
  }
  return widest;
}
