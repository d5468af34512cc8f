/**
 * Where each number of a UTS detector stands in its state: doubles, then floats (tails, the level of each hour of the
 * day and of the week, what is known of each machine state), then bytes (how often which value came at which hour).
 * The state is what a detector computes with, not a copy of it; so saving and restoring changes no judgement.
 */
import { TAIL_SIZE } from "./tail.ts";

/** Grows when the layout or the meaning of a number changes: a state of another version is learned anew. */
export const STATE_VERSION = 4;

/** Doubles, by place. */
export const D = {
  version: 0,
  /** Samples judged or learned from, and those since the model began anew. */
  seen: 1,
  learned: 2,
  firstMs: 3,
  lastMs: 4,
  /** The usual time between two samples. */
  stepMs: 5,
  /** y = (value − origin) / unit. */
  origin: 6,
  unit: 7,
  lastX: 8,
  lastY: 9,
  slow: 10,
  fast: 11,
  short: 12,
  long: 13,
  spread: 14,
  hour2: 15,
  hour10: 16,
  move: 17,
  moveUsual: 18,
  rare10: 19,
  rare40: 20,
  rarityMs: 21,
  restUntil: 22,
  /** Flags of the near past; each makes the next harder. */
  recentFlags: 23,
  /** Samples for which the value has not changed, and the value of the longest such run. */
  run: 24,
  runValue: 25,
  runTold: 26,
  slot: 27,
  settle: 28,
  ups: 29,
  downs: 30,
  /** 1: only grows, −1: only falls, 0: neither. */
  counts: 31,
  resetRow: 32,
  episode: 33,
  /** On which sides of 0 the tag has been, as bits: SIDE. */
  sides: 34,
  /** As run, runValue and the longest such run, whatever state the machine was in meanwhile. */
  stuck: 35,
  stuckValue: 36,
  stuckMost: 37,
  /** Samples since the machine's state changed. */
  inState: 38,
  /** How many levels stand in for states that are not told (uts-levels.ts), and after how many taken values they are next looked for; −1: no more. */
  levels: 39,
  levelsAt: 40,
  /** While they are looked for: the usual size of a change, how many values were taken since the first change, the group of the last one. */
  usualChange: 41,
  taken: 42,
  lastGroup: 43,
} as const;
const DOUBLES = 44;
export const SIDE = { below: 1, zero: 2, above: 4 } as const;

/** Deviations that are judged; the first TWO_SIDED may be too large on either side, the others only upwards. */
export const FEATURES = 8;
export const TWO_SIDED = 6;
export const HOURS = 24;
export const WEEK_HOURS = 168;
export const SYMBOLS = 12;
/** Distinct machine states, and one for an unknown state; further states share these. */
export const SLOTS = 6;
/** Of levels: each distinct state a second time, for the first samples after it began. */
export const VALUE_SLOTS = 2 * SLOTS;
export const SLOT = { level: 0, spread: 1, count: 2, longestRun: 3, changes: 4 } as const;
export const SLOT_SIZE = 5;

export const AT_HOURS = (FEATURES + TWO_SIDED) * TAIL_SIZE;
export const AT_WEEK = AT_HOURS + HOURS;
export const AT_SLOTS = AT_WEEK + WEEK_HOURS;
const FLOATS = AT_SLOTS + VALUE_SLOTS * SLOT_SIZE;
const COUNTS = HOURS * SYMBOLS;

/** 1,984 bytes; at most 2 KiB is allowed. */
export const STATE_BYTES = DOUBLES * 8 + FLOATS * 4 + COUNTS;

export type UtsState = {
  bytes: Uint8Array;
  d: Float64Array;
  f: Float32Array;
  counts: Uint8Array;
};

/** A state of its own memory: from saved bytes of this version, else an empty one. */
export function openState(saved: Uint8Array | null): UtsState {
  const bytes = new Uint8Array(STATE_BYTES);
  const d = new Float64Array(bytes.buffer, 0, DOUBLES);
  const f = new Float32Array(bytes.buffer, DOUBLES * 8, FLOATS);
  const counts = new Uint8Array(bytes.buffer, DOUBLES * 8 + FLOATS * 4, COUNTS);
  if (saved?.length === STATE_BYTES) bytes.set(saved);
  const state = { bytes, d, f, counts };
  if (d[D.version] !== STATE_VERSION) {
    bytes.fill(0);
    d[D.version] = STATE_VERSION;
    forgetModel(state);
  }
  return state;
}

/** Begins the model anew; what is known of the value's unit, step and past flags stays. */
export function forgetModel({ d, f, counts }: UtsState): void {
  f.fill(0);
  f.fill(NaN, AT_HOURS, AT_SLOTS);
  counts.fill(0);
  d[D.learned] = 0;
  d[D.usualChange] = d[D.taken] = d[D.lastGroup] = 0;
  for (let at = D.slow; at <= D.rarityMs; at++) d[at] = 0;
}
