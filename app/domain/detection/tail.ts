/**
 * The upper tail of a stream of deviations, in six numbers: how rare is a deviation this large? As in SPOT (Siffer and
 * others, KDD 2017): a high quantile is followed by stochastic approximation, and what exceeds it is described by a
 * generalised Pareto distribution, fitted by its moments rather than by likelihood, so that a sample costs no search.
 * While few excesses are known the shape is at least 1 / their number, which is what an exponential tail with an
 * unknown mean predicts; so the first hours do not alarm.
 */

/** Numbers of state per tail. */
export const TAIL_SIZE = 6;
/** Share of deviations above the followed quantile. */
const ABOVE = 0.03;
const MAX_SHAPE = 0.45;
const MIN_EXCESSES = 4;
/** Values rarer than this, in powers of ten, count alike. */
const MAX_SURPRISE = 30;

const [QUANTILE, MEAN, SQUARE, COUNT, SCALE, LARGEST] = [0, 1, 2, 3, 4, 5] as const;

/** −log10 of the chance of a deviation of at least this; 0 while it is below the quantile or too little is known. */
export function surpriseOf(state: Float32Array, at: number, deviation: number): number {
  const excess = deviation - state[at + QUANTILE]!;
  const count = state[at + COUNT]!;
  if (excess <= 0 || count < MIN_EXCESSES) return 0;
  const mean = state[at + MEAN]!;
  if (mean <= 0) return 0;
  const shape = shapeOf(state, at, mean, count);
  const log = Math.log10(1 + (shape * excess) / (mean * (1 - shape))) / shape;
  return Math.min(MAX_SURPRISE, LOG_BELOW + log);
}

/** The deviation whose surprise is the given one: the inverse of `surpriseOf`; Infinity while too little is known. */
export function deviationAt(state: Float32Array, at: number, surprise: number): number {
  const count = state[at + COUNT]!;
  const mean = state[at + MEAN]!;
  if (count < MIN_EXCESSES || mean <= 0) return Infinity;
  const shape = shapeOf(state, at, mean, count);
  const excess = (10 ** (Math.max(0, surprise - LOG_BELOW) * shape) - 1) / shape;
  return state[at + QUANTILE]! + excess * mean * (1 - shape);
}

/** The largest deviation of the near past. */
export const largestOf = (state: Float32Array, at: number): number => state[at + LARGEST]!;

/** Whether the tail has seen a deviation as large, not too long ago. */
export const wasSeen = (state: Float32Array, at: number, deviation: number): boolean =>
  deviation <= state[at + LARGEST]!;

/** Takes a deviation into the tail; `seen` counts from 1, `memory` is the number of samples after which one fades. */
export function learnTail(
  state: Float32Array,
  at: number,
  deviation: number,
  seen: number,
  memory: number,
): void {
  const rate = Math.max(1 / seen, 1 / memory);
  const size = Math.abs(deviation);
  state[at + LARGEST] = Math.max(deviation, state[at + LARGEST]! * (1 - 1 / memory));
  if (seen === 1) state[at + QUANTILE] = deviation;
  const scale = (state[at + SCALE]! += (size - state[at + SCALE]!) * rate);
  const step = Math.max(2 * rate, MIN_STEP) * scale;
  const quantile = (state[at + QUANTILE]! +=
    deviation > state[at + QUANTILE]! ? step * (1 - ABOVE) : -step * ABOVE);
  if (deviation <= quantile) return;
  const count = (state[at + COUNT]! += 1);
  const weight = Math.max(1 / count, 1 / (memory * ABOVE));
  const excess = deviation - quantile;
  state[at + MEAN]! += (excess - state[at + MEAN]!) * weight;
  state[at + SQUARE]! += (excess * excess - state[at + SQUARE]!) * weight;
}

const LOG_BELOW = -Math.log10(ABOVE);
/** The quantile keeps following a tag that changes. */
const MIN_STEP = 0.005;

function shapeOf(state: Float32Array, at: number, mean: number, count: number): number {
  const variance = state[at + SQUARE]! - mean * mean;
  const fitted = variance > 0 ? 0.5 * (1 - (mean * mean) / variance) : 0;
  return Math.min(MAX_SHAPE, Math.max(fitted, 1 / count, 1e-3));
}
